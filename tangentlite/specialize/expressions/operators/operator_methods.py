"""Overloaded operators: special methods of the user's classes."""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Sequence as Items
from typing import Any

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.objects.defined_classes import container_in
from tangentlite.kinds.objects.user_objects import is_generated, lookup
from tangentlite.rules.registry import inherited_from
from tangentlite.specialize.library import standard_functions
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.heap import Instance
from tangentlite.values.iterators import iterator_calls
from tangentlite.values.literals import literal
from tangentlite.values.objects import attributes, identity, instances

_BINARY = {
    gast.Add: "add",
    gast.Sub: "sub",
    gast.Mult: "mul",
    gast.Div: "truediv",
    gast.FloorDiv: "floordiv",
    gast.Mod: "mod",
    gast.Pow: "pow",
    gast.MatMult: "matmul",
    gast.BitAnd: "and",
    gast.BitOr: "or",
    gast.BitXor: "xor",
    gast.LShift: "lshift",
    gast.RShift: "rshift",
}
_UNARY = {gast.USub: "__neg__", gast.UAdd: "__pos__", gast.Invert: "__invert__"}
_COMPARE = {
    gast.Eq: ("__eq__", "__eq__"),
    gast.NotEq: ("__ne__", "__ne__"),
    gast.Lt: ("__lt__", "__gt__"),
    gast.LtE: ("__le__", "__ge__"),
    gast.Gt: ("__gt__", "__lt__"),
    gast.GtE: ("__ge__", "__le__"),
}

_ORDER = {own: op for op, (own, _) in _COMPARE.items()}


def are_overloaded(*values: object) -> bool:
    """Whether the class of one of some operands may define the operator."""
    return any(instances.has_class(value) for value in values)


def binary(b: Builder, op: gast.operator, left: Value, right: Value, base: str):
    """Call the method that `left OP right` means; None if there is none."""
    name = _BINARY[type(op)]
    order = [(left, f"__{name}__", right), (right, f"__r{name}__", left)]
    if _comes_first(right, left, f"__r{name}__"):
        order.reverse()
    if instances.has_class(left) and getattr(right, "type", None) is left.type:
        order.pop()
    _require_no_array(b, left, right)
    return _first(b, order, base)


def augmented(b: Builder, op: gast.operator, left: Instance, right: Value, base: str):
    """Return the value of a variable behind `left OP= right`."""
    name = _BINARY[type(op)]
    found = _first(b, [(left, f"__i{name}__", right)], base)
    if found is None:
        found = binary(b, op, left, right, base)
    if found is None:
        raise undefined(b, op, left, right)
    return found


def of_builtin(b: Builder, function: object, owner: Instance) -> Value | None:
    """Return the special method behind a builtin, None if there is none."""
    if (base := container_in(owner.type)) is not None:
        if function is base and lookup(owner.type, "__iter__", None) is _iter_of(base):
            return instances.special(b, owner, "copy")
        own = attributes.inherited_member(function)
        if own is not function:
            return attributes.found_in(owner, own)
    names = next((names for known, names in _BUILTINS if known is function), ())
    if any(is_generated(lookup(owner.type, name, None)) for name in names):
        return None
    methods = (instances.special(b, owner, name) for name in names)
    return next((method for method in methods if method is not None), None)


def _iter_of(base: type) -> object:
    inherited: Any = inherited_from(base)
    return vars(inherited)["__iter__"]


_BUILTINS: tuple = (
    (len, ("__len__",)),
    (abs, ("__abs__",)),
    (bool, ("__bool__", "__len__")),
    (int, ("__int__", "__index__")),
    (float, ("__float__", "__index__")),
    (complex, ("__complex__", "__float__")),
    (round, ("__round__",)),
    (reversed, ("__reversed__",)),
    (divmod, ("__divmod__",)),
    (str, ("__str__", "__repr__")),
    (repr, ("__repr__",)),
    (math.floor, ("__floor__",)),
    (math.ceil, ("__ceil__",)),
    (math.trunc, ("__trunc__",)),
)


def unary(b: Builder, op: gast.unaryop, value: Value, base: str) -> Value:
    """Call the method that `OP value` means."""
    return instances.call_special(b, value, _UNARY[type(op)], [], None, base)


def compare(b: Builder, op: gast.cmpop, left: Value, right: Value, base: str):
    """Call the method that a comparison means; None if there is none."""
    if isinstance(op, (gast.In, gast.NotIn)):
        found = _contained(b, left, right, base)
    elif type(op) in _COMPARE and are_overloaded(left, right):
        own, other = _COMPARE[type(op)]
        order = [(left, own, right), (right, other, left)]
        if _comes_first(right, left):
            order.reverse()
        found = _first(b, order, base)
        if found is None and isinstance(op, gast.NotEq):
            equal = compare(b, gast.Eq(), left, right, base)
            found = None if equal is None else _negated(b, equal, base)
        if found is None and isinstance(op, (gast.Eq, gast.NotEq)):
            if isinstance(left, Instance) and isinstance(right, Instance):
                return _objects_compared(b, op, left, right, base)
            if any(_is_simple(value) for value in (left, right)):
                same = identity.is_one(b, left, right)
                return literal(same is isinstance(op, gast.Eq))
    else:
        return None
    if isinstance(op, gast.NotIn) and found is not None:
        return _negated(b, found, base)
    return found


def _is_simple(value: Value) -> bool:
    """Whether a value is a number or known: equal to no object without `__eq__`."""
    return isinstance(value, Known) or isinstance(getattr(value, "kind", None), Scalar)


def _contained(b: Builder, left: Value, right: Value, base: str) -> Value | None:
    """Return `left in right` for objects, or lists of them; None for others."""
    method = instances.special(b, right, "__contains__")
    if method is not None:
        found = operations.call(b, method, [left], {}, None, base)
        return operations.call(b, Known(bool), [found], {}, None, base)
    held = right.items if isinstance(right, Sequence) else ()
    if iterator_calls.is_iterator(right):
        return contains(b, right, left, base)
    if isinstance(right, Instance) or any(are_overloaded(v) for v in (left, *held)):
        return operations.inline(
            b, standard_functions.contains, [right, left], {}, None, base
        )
    return None


def _objects_compared(
    b: Builder, op: gast.cmpop, left: Instance, right: Instance, base: str
) -> Value:
    """Compare two objects without `__eq__`: by identity, but not namespaces."""
    if left.type is right.type is types.SimpleNamespace:
        return _compared(b, op, left, right, sorted(left.keys), base)
    return literal(identity.is_one(b, left, right) is isinstance(op, gast.Eq))


def _compared(
    b: Builder,
    op: gast.cmpop,
    left: Instance,
    right: Instance,
    names: list[str],
    base: str,
) -> Value:
    """Compare some attributes of two objects, as tuples."""
    if set(names) != set(right.keys) and left.type is types.SimpleNamespace:
        return literal(isinstance(op, gast.NotEq))
    pair = [
        Sequence(
            tuple(operations.read_own_attribute(b, owner, name, base) for name in names)
        )
        for owner in (left, right)
    ]
    return operations.compare(b, [op], pair, base)


def _negated(b: Builder, value: Value, base: str) -> Value:
    return operations.unary(b, gast.Not(), value, base)


def _comes_first(right: Value, left: Value, overridden: str = "") -> bool:
    """Whether the right operand takes precedence, as its class extends the other's.

    With the name of a method, only if it overrides that.
    """
    if not (instances.has_class(left) and instances.has_class(right)):
        return False
    if right.type is left.type or not issubclass(right.type, left.type):
        return False
    if not overridden:
        return True
    found = lookup(right.type, overridden, None)
    return found is not None and found is not lookup(left.type, overridden, None)


def _first(b: Builder, order: list, base: str) -> Value | None:
    """Return the result of the first method that supports the other operand."""
    for owner, name, other in order:
        if _is_of_fields(owner, name):
            if isinstance(other, Instance) and other.type is owner.type:
                fields = dataclasses.fields(owner.type)
                names = [field.name for field in fields if field.compare]
                return _compared(b, _ORDER[name](), owner, other, names, base)
            continue
        method = instances.special(b, owner, name)
        if method is None:
            continue
        found = operations.call(b, method, [other], {}, None, base)
        if not (isinstance(found, Known) and found.value is NotImplemented):
            return found
    return None


def _is_of_fields(owner: Value, name: str) -> bool:
    """Whether `dataclass` has made a comparison."""
    if not isinstance(owner, Instance) or name not in _ORDER:
        return False
    return is_generated(lookup(owner.type, name, None))


def _require_no_array(b: Builder, left: Value, right: Value) -> None:
    """Refuse `array OP object`, for which NumPy asks each entry of the array."""
    kind = left.kind if isinstance(left, Atom) else None
    if not isinstance(kind, (Array, Scalar)) or not instances.has_class(right):
        return
    if lookup(right.type, "__array_ufunc__", 0) is None:
        return
    items = hasattr(right.type, "__len__") and hasattr(right.type, "__getitem__")
    array = any(lookup(right.type, name, None) is not None for name in _AS_ARRAY)
    if isinstance(kind, Array) or ((items or array) and kind.weak is not True):
        raise b.error(
            f"NumPy would take an object of the class {right.type.__name__} for an "
            "array of objects here.",
            "Put the object on the left, or set __array_ufunc__ = None in its class.",
        )


# Methods by which NumPy takes an object for an array.
_AS_ARRAY = ("__array__", "__array_interface__", "__array_struct__", "__buffer__")


def undefined(b: Builder, op: gast.operator, left: Value, right: Value) -> Exception:
    """Return the error for an operator that no class defines."""
    names = [value.describe() for value in (left, right)]
    return b.error(
        f"{names[0]} and {names[1]} have no operator __{_BINARY[type(op)]}__.",
        "Define it.",
    )


def chained(b: Builder, ops: Items, values: Items, base: str) -> Atom:
    """Return `a < b < c` of objects that overload `<`."""
    open_: list[Atom] = []
    for op, left, right in zip(ops, values, values[1:]):
        found = operations.compare(b, [op], [left, right], "t")
        kind = getattr(found, "kind", None)
        if not isinstance(kind, Scalar) or kind.dtype != "bool":
            what = "a chain of comparisons of objects gives no truth values."
            raise b.error(what, "Write a < b and b < c.")
        if found.is_static and not found.static_value():
            return literal(False) if not open_ else _all(b, [*open_, found], base)
        if not found.is_static:
            open_.append(found)
    return _all(b, open_, base) if open_ else literal(True)


def _all(b: Builder, flags: list[Atom], base: str) -> Atom:
    if len(flags) == 1:
        return flags[0]
    rhs = gast.BoolOp(gast.And(), [flag.node for flag in flags])
    return b.emit(b, rhs, Scalar("bool", True), base)


def contains(b: Builder, items: object, value: Value, base: str) -> Value:
    """Return `value in items` of an iterator, which stops where the value is found."""
    restart.require_statements(b, None)
    return operations.inline(
        b, standard_functions.contains, [items, value], {}, None, base
    )
