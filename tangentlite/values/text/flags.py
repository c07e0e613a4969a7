"""Text, and members of enumerations, that are known only at run time."""

from __future__ import annotations

import enum
from collections.abc import Callable

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import name_result
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.literals import literal


def look_up(b: Builder, flag: Atom, keys: tuple, items: tuple) -> Value:
    """Emit the selection of the item whose key equals a flag; return it."""
    return at_key(b, flag, keys, lambda place: items[place])


def at_key(b: Builder, flag: Atom, keys: tuple, use: Callable[[int], Value]) -> Value:
    """Emit branches on the position of a flag among keys; return what `use` gives."""
    known = build.display(
        [operations.as_expression(b, literal(key)) for key in keys], tuple
    )
    callee = b.references.function(runtime.position_of)
    call = build.call(callee, [flag.node, known])
    place = name_result(b, call, Scalar("int64", True), "place")

    def chosen(start: int) -> Value:
        if start == len(keys) - 1:
            return use(start)
        test = gast.Compare(place.node, [gast.Eq()], [literal(start).node])
        condition = b.emit(b, test, Scalar("bool", True), "t")
        first, others = lambda: use(start), lambda: chosen(start + 1)
        return operations.choose(b, condition, first, others, "t")

    return chosen(0)


def attribute(b: Builder, owner: Atom, name: str, base: str) -> Value:
    """Return the name or value of a member that is known only at run time."""
    kind = owner.kind
    assert isinstance(kind, Opaque) and isinstance(kind.type, enum.EnumType)
    members: tuple[enum.Enum, ...] = tuple(kind.type)
    if name == "name":
        return b.emit(b, build.attribute(owner.node, name), Opaque(str), base)
    if name == "value":
        values = tuple(
            Known(m.value) if isinstance(m.value, str) else literal(m.value)
            for m in members
        )
        return look_up(b, owner, members, values)
    raise b.error(
        f"the attribute {name!r} of a member of {kind.type.__name__} that is "
        "known only when the program runs is not supported.",
        "Look it up in a dict whose keys are the members.",
    )
