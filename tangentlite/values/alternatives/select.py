"""Selects: values that are one of several known ones, chosen by flags at run time.

The known ones are text, functions, members of enumerations.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import required_sizes
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import NONE, Chosen, Method, is_function
from tangentlite.values.literals import literal


def can_be_selected(items: tuple) -> bool:
    """Whether all items can be alternatives of a select: known objects, functions."""
    return bool(items) and all(isinstance(i, Known) or is_function(i) for i in items)


def are_one(items: tuple) -> bool:
    """Whether all items are equal literals of one type."""
    if not items or not all(v.is_static for v in items):
        return False
    known = (v.static_value() for v in items)
    return len({(type(value), repr(value)) for value in known}) == 1


def select(b: Builder, items: tuple, index: Atom) -> Value:
    """Return `items[index]` for a computed index, as a select."""
    place = place_of(b, len(items), index)
    if are_one(items) or all(item == items[0] for item in items):
        return items[0]
    found = items[-1]
    for k in reversed(range(len(items) - 1)):
        flag = operations.compare(b, [gast.Eq()], [place, literal(k)], "chosen")
        found = Chosen(flag, items[k], found)
    return found


def place_of(b: Builder, count: int, index: Atom) -> Value:
    """Emit the read of a list of positions at an index, as it may be out of range.

    The read stays even if nothing depends on it but known items.
    """
    if b.in_condition:
        error = b.error(
            "an item that is no number is taken by a computed index in a condition, "
            "which is not supported.",
            "Take it in a statement of its own.",
        )
        raise restart.instead_of(b, error)
    places = operations.as_list(b, Sequence(tuple(map(literal, range(count)))), "t")
    required_sizes.unknown(b)
    return operations.read_item(b, places, index, "place")


def either(b: Builder, value: Chosen, use: Callable[[Value], Value], base: str):
    """Emit branches on a select; return the phi of `use` of each alternative."""
    return operations.choose(
        b,
        value.flag,
        lambda: of_each(b, value.first, use, base),
        lambda: of_each(b, value.second, use, base),
        base,
    )


def of_each(b: Builder, value: Value, use: Callable[[Value], Value], base: str):
    """Return `use(value)`; of a select, the phi of `use` of each alternative."""
    if not isinstance(value, Chosen):
        return use(value)
    if b.in_condition:
        raise restart.statements(b, "one of several values is used in a condition.")
    return either(b, value, use, base)


@operations.attribute.of(Chosen)
def attribute(b: Builder, owner: Chosen, name: str, base: str) -> Value:
    """Return an attribute of a select: of each alternative, or a method."""
    if is_function(owner):
        return Method(owner, name)
    return of_each(
        b, owner, lambda v: operations.read_attribute(b, v, name, base), base
    )


def each(b: Builder, value: Value, use: Callable[[Value], None]) -> None:
    """Call `use` with a value; of a select, in branches with each alternative."""

    def used(way: Value) -> Known:
        use(way)
        return NONE

    of_each(b, value, used, "t")


def compare(b: Builder, op: gast.cmpop, left: Value, right: Value, base: str):
    """Return a comparison with a select as a test of its flags; None for others."""
    if not isinstance(left, Chosen) and not isinstance(right, Chosen):
        return None
    test = _test(b, op, left, right)
    if test is None:
        return None
    if isinstance(test, bool):
        return literal(test)
    if b.in_condition:
        return Atom(test, Scalar("bool"))
    return b.emit(b, test, Scalar("bool", True), base)


def _test(b: Builder, op: gast.cmpop, left: Value, right: Value):
    """Return whether a comparison holds, or the test for it; None for others."""
    for value, other in ((left, right), (right, left)):
        if isinstance(value, Chosen):
            ways = []
            for way in (value.first, value.second):
                pair = (way, other) if value is left else (other, way)
                ways.append(_test(b, op, *pair))
            return None if None in ways else _of_flag(value.flag.node, *ways)
    if not (left.is_static and right.is_static):
        return None
    found = operations.compare(b, [op], [left, right], "t")
    return bool(found.static_value()) if found.is_static else None


def one_of(flag: Atom, first: Atom, second: Atom) -> Atom:
    """Return the condition `first if flag else second`."""
    known = [bool(w.static_value()) if w.is_static else w.node for w in (first, second)]
    found = _of_flag(flag.node, *known)
    return literal(found) if isinstance(found, bool) else Atom(found, Scalar("bool"))


def _of_flag(flag: gast.expr, first, second) -> bool | gast.expr:
    """Return the test `first if flag else second`."""
    if isinstance(first, bool) and first == second and isinstance(second, bool):
        return first
    negated = gast.UnaryOp(gast.Not(), flag)
    if first is True:
        return flag if second is False else gast.BoolOp(gast.Or(), [flag, second])
    if first is False:
        return negated if second is True else gast.BoolOp(gast.And(), [negated, second])
    if second is True:
        return gast.BoolOp(gast.Or(), [negated, first])
    if second is False:
        return gast.BoolOp(gast.And(), [flag, first])
    return gast.IfExp(flag, first, second)
