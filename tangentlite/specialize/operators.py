"""Arithmetic, comparison and elementwise calls: their kinds and their statements."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable
from collections.abc import Sequence as Items
from dataclasses import replace

import gast
import numpy as np

from tangentlite.kinds.kind import (
    Kind,
    ListOf,
    Opaque,
    Scalar,
    is_differentiable,
    is_numeric,
    rank,
)
from tangentlite.rules.operators import BINARY, COMPARE, UNARY
from tangentlite.specialize import (
    container_writes,
    failures,
    indexing,
    library,
    list_methods,
    overloads,
    rule_calls,
    run_time_lists,
    selected,
    sets,
    strings,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.described import describe
from tangentlite.specialize.heap import Dictionary, Instance, List, Set
from tangentlite.specialize.iterables import View
from tangentlite.specialize.literals import literal
from tangentlite.specialize.materialize import as_atom, as_expression, as_list
from tangentlite.specialize.records import Atom, Known, Sequence
from tangentlite.specialize.result_kinds import operation_kind
from tangentlite.specialize.values import (
    is_container,
    is_static,
    static_value,
)


def binary(b: Builder, op: gast.operator, left: object, right: object, base: str):
    """Emit `left OP right`, or fold it where both sides are known."""
    function = BINARY[type(op)]
    folded = _fold(b, function, left, right)
    if folded is not None:
        return folded
    if overloads.are_overloaded(left, right):
        found = overloads.binary(b, op, left, right, base)
        if found is not None:
            return found
        if isinstance(left, Instance) or isinstance(right, Instance):
            raise overloads.undefined(b, op, left, right)
    if isinstance(left, Set) and isinstance(right, Set):
        joined = sets.binary(b, op, left, right)
        if joined is not None:
            return joined
    if isinstance(left, Dictionary) and isinstance(right, Dictionary):
        if isinstance(op, gast.BitOr):
            return list_methods.joined(b, left, right)
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        if isinstance(op, gast.Add):
            joined = left.items + right.items
            return container_writes.sequence(b, joined, _plain(left))
    if run_time_lists.are_joined(op, left, right):
        return run_time_lists.joined(b, left, right, base)
    if isinstance(left, Sequence) and isinstance(op, gast.Mult) and is_static(right):
        return container_writes.sequence(
            b, left.items * static_value(right), _plain(left)
        )
    if isinstance(left, Sequence) and isinstance(op, gast.Mult) and _is_integer(right):
        return _repeated(b, left, right, base)
    if isinstance(op, gast.BitAnd) and b.sources[b.frame.source].generated:
        if any(is_static(v) and static_value(v) is False for v in (left, right)):
            return literal(False)
    if isinstance(op, gast.Mod) and strings.is_text(left):
        rhs = gast.BinOp(as_expression(b, left), op, as_expression(b, right))
        return b.emit(b, rhs, Opaque(str), base)
    x, y = operand(b, left), operand(b, right)
    if isinstance(x.kind, ListOf) or isinstance(y.kind, ListOf):
        raise b.error(
            "this operation on lists whose length is not known is not supported yet.",
            "Make arrays of them: np.array(values).",
        )
    if not (is_numeric(x.kind) and is_numeric(y.kind)):
        failures.raise_type_error(b, function, x, y)
        _require_no_number(b, x, y)
        kind: Kind = Opaque(None)
    else:
        kind = operation_kind(b, function, (x.kind, y.kind))
        kind = _sized(b, function, x.kind, y.kind, kind)
    return _fresh(b, gast.BinOp(x.node, op, y.node), kind, base)


def _require_no_number(b: Builder, *operands: Atom) -> None:
    """Raise if a number would be lost in an operation with another object."""
    if any(is_differentiable(atom.kind) for atom in operands):
        other = next(atom for atom in operands if not is_numeric(atom.kind))
        raise b.error(
            f"this operation on a number and {describe(other)} is not supported.",
            "Make it a number first: int(n), float(v).",
        )


def _plain(value: Sequence) -> type:
    """Return the type of a part of a list, or of a tuple."""
    return list if isinstance(value, List) else tuple


def _is_integer(value: object) -> bool:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Scalar) and str(kind.dtype).startswith("int")


def _repeated(b: Builder, items: Sequence, count: Atom, base: str) -> Atom:
    """Emit `[0.0] * n`."""
    if items.type is not list or not items.items or not is_static(items):
        raise b.error(
            "repeating a list of computed values is not supported yet.",
            "Use np.full, or np.tile.",
        )
    whole = as_list(b, items, "t")
    rhs = gast.BinOp(whole.node, gast.Mult(), count.node)
    atom = _fresh(b, rhs, b.kinds[whole.name], base)
    b.lists.add(atom.name)
    return atom


def _fresh(b: Builder, rhs: gast.expr, kind: Kind, base: str) -> Atom:
    """Emit an operation, whose result is always an array of its own."""
    atom = b.emit(b, rhs, kind, base)
    if atom.name is not None:
        b.owned.add(atom.name)
    return atom


def _sized(b: Builder, function: Callable, x: Kind, y: Kind, kind: Kind) -> Kind:
    """Follow the sizes of axes through sums, and through products with literals."""
    if not (
        isinstance(kind, Scalar) and isinstance(x, Scalar) and isinstance(y, Scalar)
    ):
        return kind
    known = [k.value if type(k.value) is int else k.size for k in (x, y)]
    symbol = _SUMS.get(function)
    if symbol is None or None in known or x.size is None and y.size is None:
        return kind
    return replace(kind, size=b.sizes.combined(symbol, *known))


_SUMS = {operator.add: "+", operator.sub: "-", operator.mul: "*"}


def operand(b: Builder, value: object) -> Atom:
    """Return a value as an atom, literal displays of numbers as arrays."""
    if isinstance(value, Sequence):
        return rule_calls.call_rule(b, np.array, [value], {}, "t")
    if isinstance(value, Known) and value.value is not None:
        return as_atom(b, value)
    if not isinstance(value, Atom):
        raise b.error(
            f"this operation is not supported on {describe(value)}.",
            "Use it on numbers and arrays.",
        )
    return value


def _fold(b: Builder, function: Callable, *values: object):
    """Compute on known integers and flags; floats stay as the user wrote them."""
    if not all(is_static(value) for value in values):
        return None
    known = [static_value(value) for value in values]
    if not all(isinstance(item, (int, str, tuple, enum.Flag)) for item in known):
        if not b.sources[b.frame.source].generated:
            return None
    try:
        result = function(*known)
    except Exception:
        return None  # the run-time expression raises what Python raises
    if isinstance(result, complex) and not any(isinstance(k, complex) for k in known):
        return None
    return literal(result)


def unary(b: Builder, op: gast.unaryop, value: object, base: str):
    """Emit `OP value`, or fold it."""
    if isinstance(op, gast.USub) and is_static(value):
        known = static_value(value)
        if isinstance(known, (int, float, complex)):
            return literal(-known)
    folded = _fold(b, UNARY[type(op)], value)
    if folded is not None:
        return folded
    if isinstance(value, Instance):
        return overloads.unary(b, op, value, base)
    x = as_atom(b, value)
    if isinstance(op, gast.Not):
        return b.emit(b, gast.UnaryOp(op, x.node), Scalar("bool", True), base)
    if not is_numeric(x.kind):
        raise b.error(
            f"this operation is not supported on {describe(value)}.",
            "Use it on numbers and arrays.",
        )
    kind = operation_kind(b, UNARY[type(op)], (x.kind,))
    return _fresh(b, gast.UnaryOp(op, x.node), kind, base)


def compare(b: Builder, node_ops: Items, values: Items, base: str):
    """Emit a comparison, chained or not; decide it where it is decided now."""
    if isinstance(node_ops[0], (gast.In, gast.NotIn)) and isinstance(values[1], View):
        values = [values[0], _looked_at(b, values[1]), *values[2:]]
    if len(node_ops) == 1:
        found = overloads.compare(b, node_ops[0], values[0], values[1], base)
        if found is None:
            found = selected.compare(b, node_ops[0], values[0], values[1], base)
        if found is not None:
            return found
    elif overloads.are_overloaded(*values):
        return overloads.chained(b, node_ops, values, base)
    decided = _decide(b, node_ops, values)
    if decided is not None:
        return literal(decided)
    if isinstance(node_ops[0], (gast.In, gast.NotIn)):
        if isinstance(values[1], (Dictionary, Set)) and b.unrollable:
            raise indexing.NeedsUnrolling
    if type(node_ops[0]) in (gast.In, gast.NotIn) and len(node_ops) == 1:
        values = [values[0], _searched(b, *values)]
    parts = [as_atom(b, value) for value in values]
    kind: Kind = Scalar("bool")
    if len(node_ops) == 1 and all(is_numeric(p.kind) for p in parts):
        function = COMPARE.get(type(node_ops[0]))
        if function is not None:
            kind = operation_kind(b, function, [p.kind for p in parts])
    rhs = gast.Compare(parts[0].node, list(node_ops), [p.node for p in parts[1:]])
    return _fresh(b, rhs, kind, base)


def _searched(b: Builder, wanted: object, value: object) -> object:
    """Return a set or dict as the tuple of what `in` compares with."""
    if not isinstance(value, (Set, Dictionary)):
        return value
    if is_numeric(kind := getattr(wanted, "kind", None)) and rank(kind) != 0:
        what = "an array cannot be looked for in a set or dict."
        raise b.error(what, "Make it a number: float(v).")
    if isinstance(value, Set):
        return Sequence(value.items)
    return Sequence(tuple(map(literal, value.keys)))


def _looked_at(b: Builder, view: View) -> Dictionary | List:
    """Return what has the keys, values or items of a view."""
    return view.owner if view.what == "keys" else List(b.heap, view.items)


def _is_literal(value: object) -> bool:
    return isinstance(value, Atom) and value.name is None


def _decide(b: Builder, ops: Items, values: Items) -> bool | None:
    outcome: bool | None = True
    for op, left, right in zip(ops, values, values[1:]):
        outcome = _decide_one(b, op, left, right)
        if outcome is not True:
            return outcome
    return outcome


def _decide_one(b: Builder, op, left: object, right: object) -> bool | None:
    if isinstance(op, (gast.Is, gast.IsNot)):
        if (
            _is_literal(left) != _is_literal(right)
            and b.frame.function is not None
            and b.frame.function.__globals__ is vars(library)
        ):
            return isinstance(op, gast.IsNot)  # the library asks for equality as well
        if isinstance(left, Known) and isinstance(right, Known):
            same = left.value is right.value
        elif is_container(left) and is_container(right):
            same = left is right
        elif any(isinstance(value, Instance) for value in (left, right)) and not any(
            isinstance(getattr(value, "kind", None), Opaque) for value in (left, right)
        ):
            same = False
        elif isinstance(left, Known) or isinstance(right, Known):
            known, run_time = (
                (left, right) if isinstance(left, Known) else (right, left)
            )
            kind = getattr(run_time, "kind", None)
            if isinstance(kind, Opaque) and isinstance(
                known.value, kind.type or object
            ):
                return None
            same = False
        else:
            return None
        return same if isinstance(op, gast.Is) else not same
    if isinstance(op, (gast.In, gast.NotIn)) and isinstance(right, Dictionary):
        if is_static(left):
            return (static_value(left) in right.keys) is isinstance(op, gast.In)
    if _never_equal(left, right) or _never_equal(right, left):
        return {gast.Eq: False, gast.NotEq: True}.get(type(op))
    if not (is_static(left) and is_static(right)):
        return None
    a, c = static_value(left), static_value(right)
    if isinstance(op, (gast.In, gast.NotIn)):
        return (a in c) is isinstance(op, gast.In)
    try:
        return bool(COMPARE[type(op)](a, c))
    except TypeError:
        return None


def _never_equal(left: object, right: object) -> bool:
    """Whether one value is a number and the other one text."""
    kind = left.kind if isinstance(left, Atom) else None
    text = isinstance(right, Known) and isinstance(right.value, (str, bytes))
    return isinstance(kind, Scalar) and text


def np_dtype(b: Builder, dtype: str):
    """Return the expression of a dtype, `np.float32`."""
    return b.references.function(np.dtype(dtype).type)
