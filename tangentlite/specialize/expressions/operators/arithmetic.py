"""Arithmetic: `left OP right` and `OP value`, folded, overloaded or emitted."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeGuard

import gast

from tangentlite import operations
from tangentlite.builder import operands, reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.builder.inference.result_kinds import operation_kind
from tangentlite.by_kind import ByPair
from tangentlite.ir.leaves import BINARY, UNARY
from tangentlite.kinds.kind import (
    FLOATING,
    Array,
    Kind,
    ListOf,
    Opaque,
    Scalar,
    is_differentiable,
    is_numeric,
)
from tangentlite.operations import implements
from tangentlite.specialize.exceptions import raise_checks
from tangentlite.specialize.expressions.operators import (
    operator_methods,
    tuple_arithmetic,
)
from tangentlite.values import structure
from tangentlite.values.alternatives import optional
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.containers import dynamic_lists, list_methods, sets
from tangentlite.values.heap import Dictionary, Instance, List, Set
from tangentlite.values.literals import is_symbolic_zero, literal
from tangentlite.values.objects import contents, exception_objects


@implements(operations.binary)
def binary(b: Builder, op: gast.operator, left: Value, right: Value, base: str):
    """Emit `left OP right`, or fold it where both sides are known."""
    function = BINARY[type(op)]
    if isinstance(left, Atom) and isinstance(right, Atom):
        if is_symbolic_zero(left) or is_symbolic_zero(right):
            kept = _beside_zero(b, op, left, right, base)
            if kept is not None:
                return kept
        if _are_computed(op, left, right):
            return _computed(b, function, op, left, right, base)
    if isinstance(op, gast.Mod) and structure.is_text(left):
        right = exception_objects.as_text(b, right)
    else:
        left, right = optional.both_present(b, left, right)
    folded = _fold(b, function, left, right)
    if folded is not None:
        return folded
    if operator_methods.are_overloaded(left, right):
        found = operator_methods.binary(b, op, left, right, base)
        if found is not None:
            return found
        if isinstance(left, Instance) or isinstance(right, Instance):
            raise operator_methods.undefined(b, op, left, right)
    left, right = sets.of_view(b, op, left), sets.of_view(b, op, right)
    return _PAIRS(b, op, left, right, base)


def _beside_zero(b: Builder, op: gast.operator, left: Atom, right: Atom, base: str):
    """Return what is left of an operation with a tangent that an inactive input lacks.

    In `d[y] = a * d[x] - d[z]` with an inactive x that is `-d[z]`.
    """
    is_left = is_symbolic_zero(left)
    if (
        isinstance(op, (gast.Mult, gast.MatMult))
        or isinstance(op, gast.Div)
        and is_left
    ):
        return left if is_left else right
    if isinstance(op, gast.Add):
        return right if is_left else left
    if isinstance(op, gast.Sub):
        return operations.unary(b, gast.USub(), right, base) if is_left else left
    return None


def _are_computed(op: gast.operator, left: Atom, right: Atom) -> bool:
    """Whether operands are numbers or arrays, one of them computed at run time."""
    if not is_numeric(left.kind) or not is_numeric(right.kind):
        return False
    known = left.is_static and right.is_static
    return not known and not isinstance(op, (gast.BitAnd, gast.BitOr))


def _computed(b: Builder, function, op: gast.operator, x: Atom, y: Atom, base: str):
    """Emit an operation on numbers and arrays."""
    kind = operation_kind(b, function, (x.kind, y.kind))
    kind = _sized(b, function, x.kind, y.kind, kind)
    return operands.emit_owned(b, gast.BinOp(x.node, op, y.node), kind, base)


def _defined(b: Builder, op: gast.operator, left: Value, right: Value, base: str):
    _require_defined(b, BINARY[type(op)], left, right)
    return NotImplemented


def _joined(b: Builder, op: gast.operator, left: Sequence, right: Sequence, base: str):
    """Return `[*left, *right]`."""
    if not isinstance(op, gast.Add):
        return NotImplemented
    return contents.sequence(b, left.items + right.items, _plain(left))


def _times(b: Builder, op: gast.operator, items: Sequence, count: Value, base: str):
    """Return a list or tuple repeated."""
    if isinstance(op, gast.Mult) and count.is_static:
        return contents.sequence(b, items.items * count.static_value(), _plain(items))
    if isinstance(op, gast.Mult) and _is_integer(count):
        return _repeated(b, items, count, base)
    return NotImplemented


def _times_items(
    b: Builder, op: gast.operator, count: Value, items: Sequence, base: str
):
    """Return a list or tuple repeated: `2 * items`."""
    if isinstance(count, Sequence) or not (count.is_static or _is_integer(count)):
        return NotImplemented
    return _times(b, op, items, count, base)


def _decided(b: Builder, op: gast.operator, left: Value, right: Value, base: str):
    """Fold `False & x` and `True & x` in generated code, and the same of `|`."""
    if not isinstance(op, (gast.BitAnd, gast.BitOr)) or not b.source.generated:
        return NotImplemented
    decisive = isinstance(op, gast.BitOr)
    for known, other in ((left, right), (right, left)):
        found = known.static_value() if known.is_static else None
        if found is decisive:
            return literal(decisive)
        is_bool = getattr(getattr(other, "kind", None), "dtype", None) == "bool"
        if found is (not decisive) and is_bool:
            return other
    return NotImplemented


def _formatted(b: Builder, op: gast.operator, left: Value, right: Value, base: str):
    """Emit `text % values`."""
    if not isinstance(op, gast.Mod) or not structure.is_text(left):
        return NotImplemented
    text = operations.as_expression(b, left)
    rhs = gast.BinOp(text, op, reconstruct.undifferentiated(b, right))
    return b.emit(b, rhs, Opaque(str), base)


def _emitted(b: Builder, op: gast.operator, left: Value, right: Value, base: str):
    """Emit the operation on what both are at run time."""
    function = BINARY[type(op)]
    _require_array_beside_list(b, left, right)
    x, y = operands.operand(b, left), operands.operand(b, right)
    if is_numeric(x.kind) and is_numeric(y.kind):
        return _computed(b, function, op, x, y, base)
    raise_checks.raise_type_error(b, function, x, y)
    _require_no_number(b, x, y)
    texts = all(map(structure.is_text, (left, right)))
    kind: Kind = Opaque(str if texts and isinstance(op, gast.Add) else None)
    return operands.emit_owned(b, gast.BinOp(x.node, op, y.node), kind, base)


# What has neither been folded nor overloaded.
_PAIRS = ByPair(
    (Set, Set, sets.binary),
    (Dictionary, Dictionary, list_methods.joined),
    (Value, Value, _defined),
    (Value, Value, tuple_arithmetic.binary),
    (Sequence, Sequence, _joined),
    (Value, Value, dynamic_lists.joined),
    (Value, Sequence, _times_items),
    (Sequence, Value, _times),
    (Value, Value, _decided),
    (Value, Value, _formatted),
    (Value, Value, _emitted),
)


def _require_defined(b: Builder, function: Callable, *values: Value) -> None:
    """Raise the TypeError of lists, tuples and numbers that do not combine."""
    if b.source.generated:
        return
    if Known(None) in values:
        _raise_for_none(b, function, values)
    samples: list[Any] = []
    for value in values:
        if isinstance(value, Sequence) and value.type in (list, tuple):
            samples.append(value.type())
        elif value.is_static and type(value.static_value()) in (int, float):
            samples.append(value.static_value())
        elif function in _OF_LISTS and _is_float(value):  # NumPy's as Python's
            samples.append(1.0)
    if len(samples) < 2 or not any(isinstance(one, (list, tuple)) for one in samples):
        return
    try:
        function(*samples)
    except TypeError as error:
        raise operations.certain_error(
            b, error, "Make arrays: np.array(...).", None
        ) from None


_OF_LISTS = (operator.mul, operator.matmul)


def _raise_for_none(b: Builder, function: Callable, values: tuple) -> None:
    """Raise the TypeError of None beside a number."""
    kinds = [getattr(value, "kind", None) for value in values]
    if not all(isinstance(v, Known) or is_numeric(k) for v, k in zip(values, kinds)):
        return
    samples = [value.value if isinstance(value, Known) else 1.0 for value in values]
    try:
        function(*samples)
    except TypeError as error:
        raise operations.certain_error(
            b, error, "Give it a number first.", None
        ) from None


def _is_float(value: Value) -> bool:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Scalar) and kind.dtype in FLOATING


def _require_no_number(b: Builder, *atoms: Atom) -> None:
    """Raise if a number would be lost in an operation with another object."""
    if any(is_differentiable(atom.kind) for atom in atoms):
        raise operands.no_number(b, next(a for a in atoms if not is_numeric(a.kind)))


def _require_array_beside_list(b: Builder, left: Value, right: Value) -> None:
    """Refuse run-time lists beside operands that do not convert them to arrays."""
    kinds = [getattr(value, "kind", None) for value in (left, right)]
    for kind, other in zip(kinds, reversed(kinds)):
        is_array = isinstance(other, Array) and other.shape is not None
        if isinstance(kind, ListOf) and not is_array:
            raise b.error(
                "this operation on lists whose length is not known is not supported "
                "yet.",
                "Make arrays of them: np.array(values).",
            )


def _plain(value: Sequence) -> type:
    """Return the type of a slice of a list or tuple."""
    return list if isinstance(value, List) else tuple


def _is_integer(value: Value) -> TypeGuard[Atom]:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Scalar) and str(kind.dtype).startswith("int")


def _repeated(b: Builder, items: Sequence, count: Atom, base: str) -> Atom:
    """Emit `[0.0] * n`."""
    if items.type is not list or not items.items or not items.is_static:
        raise b.error(
            "repeating a list of computed values is not supported yet.",
            "Use np.full, or np.tile.",
        )
    whole = operations.as_list(b, items, "t")
    rhs = gast.BinOp(whole.node, gast.Mult(), count.node)
    atom = operands.emit_owned(b, rhs, whole.kind, base)
    b.memory.lists.add(str(atom.name))
    return atom


def _sized(b: Builder, function: Callable, x: Kind, y: Kind, kind: Kind) -> Kind:
    """Return the kind of a result with its symbolic size: of sums and products."""
    if not (
        isinstance(kind, Scalar) and isinstance(x, Scalar) and isinstance(y, Scalar)
    ):
        return kind
    one, other = (k.value if type(k.value) is int else k.size for k in (x, y))
    symbol = _SUMS.get(function)
    if symbol is None or one is None or other is None:
        return kind
    if x.size is None and y.size is None:
        return kind
    return replace(kind, size=b.sizes.combined(symbol, one, other))


_SUMS = {operator.add: "+", operator.sub: "-", operator.mul: "*"}


def _fold(b: Builder, function: Callable, *values: Value):
    """Fold constants: known integers and flags; floats stay as the user wrote them."""
    if not all(value.is_static for value in values):
        return None
    known = [value.static_value() for value in values]
    if _is_complex_literal(function, known):
        return literal(function(*known))
    if not all(isinstance(item, (int, str, tuple, enum.Flag)) for item in known):
        if not b.source.generated:
            return None
    try:
        result = function(*known)
    except Exception:
        return None  # the run-time expression raises what Python raises
    if isinstance(result, complex) and not any(isinstance(k, complex) for k in known):
        return None
    return literal(result)


def _is_complex_literal(function: Callable, known: list) -> bool:
    """Whether two numbers are the parts of a complex one, as in `1 + 2j`."""
    if function not in (operator.add, operator.sub) or len(known) != 2:
        return False
    real, imaginary = known
    parts = isinstance(real, (int, float)) and isinstance(imaginary, complex)
    return parts and imaginary.real == 0


@implements(operations.unary)
def unary(b: Builder, op: gast.unaryop, value: Value, base: str):
    """Emit `OP value`, or fold it."""
    value = operations.present(b, value)
    if isinstance(op, gast.USub) and value.is_static:
        known = value.static_value()
        if is_symbolic_zero(value):
            return value
        if isinstance(known, float):
            atom = operations.as_atom(b, value)
            if atom.name and isinstance(atom.kind, Scalar):  # np.inf keeps its name
                negative = replace(atom.kind, value=-known)
                return Atom(gast.UnaryOp(op, atom.node), negative)
        if isinstance(known, (int, float, complex)):
            return literal(-known)
    folded = _fold(b, UNARY[type(op)], value)
    if folded is not None:
        return folded
    if isinstance(value, Instance):
        return operator_methods.unary(b, op, value, base)
    _require_unary(b, op, value)
    x = operations.as_atom(b, value)
    if isinstance(op, gast.Not):
        return b.emit(b, gast.UnaryOp(op, x.node), Scalar("bool", True), base)
    if not is_numeric(x.kind):
        raise b.error(
            f"this operation is not supported on {value.describe()}.",
            "Use it on numbers and arrays.",
        )
    kind = operation_kind(b, UNARY[type(op)], (x.kind,))
    return operands.emit_owned(b, gast.UnaryOp(op, x.node), kind, base)


_UNARY_METHODS = {
    gast.USub: ("-", "__neg__"),
    gast.UAdd: ("+", "__pos__"),
    gast.Invert: ("~", "__invert__"),
}


def _require_unary(b: Builder, op: gast.unaryop, value: Value) -> None:
    """Raise unless the type of an operand has an operator, if the type is known."""
    if type(op) not in _UNARY_METHODS:
        return
    sign, method = _UNARY_METHODS[type(op)]
    type_ = type(value.value) if isinstance(value, Known) else _type_of(value)
    if type_ is None or hasattr(type_, method):
        return
    error = TypeError(f"bad operand type for unary {sign}: '{type_.__name__}'")
    raise operations.certain_error(b, error, "Use it on numbers and arrays.", None)


def _type_of(value: Value) -> type | None:
    held = value.kind if isinstance(value, Atom) else value
    type_ = getattr(held, "type", None)
    return type_ if isinstance(type_, type) else None
