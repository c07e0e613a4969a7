"""Text, and members of enumerations, that are known when the program runs."""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import name_result
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.values.base import Atom, Known
from tangentlite.values.literals import literal


def look_up(b: Builder, flag: Atom, keys: tuple, items: tuple) -> object:
    """Emit the choice of an item whose key a flag is."""
    return at_key(b, flag, keys, lambda place: items[place])


def at_key(b: Builder, flag: Atom, keys: tuple, use: Callable[[int], object]) -> object:
    """Emit the choice of what comes of the place of a flag among keys."""
    known = build.display(
        [operations.as_expression(b, literal(key)) for key in keys], tuple
    )
    callee = b.references.function(runtime.position_of)
    call = build.call(callee, [flag.node, known])
    place = name_result(b, call, Scalar("int64", True), "place")

    def chosen(start: int) -> object:
        if start == len(keys) - 1:
            return use(start)
        test = gast.Compare(place.node, [gast.Eq()], [literal(start).node])
        condition = b.emit(b, test, Scalar("bool", True), "t")
        first, others = lambda: use(start), lambda: chosen(start + 1)
        return operations.choose(b, condition, first, others, "t")

    return chosen(0)


def attribute(b: Builder, owner: Atom, name: str, base: str) -> object:
    """Return the name or value of a member that is known when the program runs."""
    members = tuple(owner.kind.type)
    if name == "name":
        return b.emit(b, build.attribute(owner.node, name), Opaque(str), base)
    if name == "value":
        values = tuple(
            Known(m.value) if isinstance(m.value, str) else literal(m.value)
            for m in members
        )
        return look_up(b, owner, members, values)
    raise b.error(
        f"the attribute {name!r} of a member of {owner.kind.type.__name__} that is "
        "known only when the program runs is not supported.",
        "Look it up in a dict whose keys are the members.",
    )
