"""Text, and members of enumerations, that are known when the program runs."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TypeGuard

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import name_result
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.values.base import Atom, Known
from tangentlite.values.callable_values import Chosen
from tangentlite.values.literals import literal


def are_flags(first: object, second: object) -> bool:
    """Whether two values are text, or members of one enumeration, known now or not."""
    kind = type_of_flag(first)
    return kind is not None and kind is type_of_flag(second)


def type_of_flag(value: object) -> type | None:
    """Return str or the enumeration of a value that is a flag, None of others."""
    if isinstance(value, Chosen):
        first = type_of_flag(value.first)
        return first if first is type_of_flag(value.second) else None
    if isinstance(value, Known):
        found: object = type(value.value)
    elif isinstance(value, Atom) and isinstance(value.kind, Opaque):
        found = value.kind.type
    else:
        return None
    return found if _is_flag_type(found) else None


def _is_flag_type(found: object) -> TypeGuard[type]:
    if not isinstance(found, type):
        return False
    # What is an integer as well has operations that would have to be followed.
    is_member = issubclass(found, enum.Enum) and not issubclass(found, (int, enum.Flag))
    return found is str or is_member


def as_atom(b: Builder, value: object) -> Atom:
    """Return a flag as an atom: the literal, or the name of the member."""
    if isinstance(value, Atom):
        return value
    if isinstance(value, Chosen):
        ways = [as_atom(b, way).node for way in (value.first, value.second)]
        chosen = gast.IfExp(value.flag.node, *ways)
        return Atom(chosen, Opaque(type_of_flag(value)))
    return Atom(operations.as_expression(b, value), Opaque(type_of_flag(value)))


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


def is_text(value: object) -> bool:
    """Whether a value is a string, known or made at run time."""
    return type_of_flag(value) is str
