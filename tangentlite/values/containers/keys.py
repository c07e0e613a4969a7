"""Keys of dicts, and look-ups by keys that are known, or known at run time."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Iterable

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.state import restart
from tangentlite.values import structure
from tangentlite.values.alternatives import select
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Dictionary
from tangentlite.values.literals import literal
from tangentlite.values.objects import contents
from tangentlite.values.text import flags


def missing(b: Builder, keys: Iterable, key: object, node) -> Exception:
    """Go to the handler of a KeyError, raise it here, or return our error."""
    what, instead = f"the dict has no key {key!r}.", f"It has {list(keys)}."
    return operations.certain_error(b, KeyError(key), instead, node, what)


def known_key(b: Builder, value: Value, node: gast.AST | None = None) -> Value:
    """Return the key of a dict: text, an integer, or a tuple of these, known now."""
    if value.is_static and _can_be_key(value.static_value()):
        return value.static_value()
    restart.unroll_if_possible(b)
    raise b.error(
        "a key of a dict must be text, an integer or a tuple of these that is known "
        "here.",
        "Use arrays for what is looked up by computed values.",
        node,
    )


def _can_be_key(key: object) -> bool:
    if isinstance(key, tuple):
        return all(_can_be_key(part) for part in key)
    return key is None or isinstance(key, (str, int, enum.Enum))


def open_key(b: Builder, key: object, owner: Dictionary) -> Atom | None:
    """Return a key that is like those of a dict, but known at run time; else None.

    It is text, a member of an enumeration, or an integer in what is not unrolled.
    """
    if not isinstance(key, Atom) or key.is_static or not owner.keys:
        return None
    if isinstance(key.kind, Scalar) and key.kind.dtype == "int64":
        are_integers = all(type(known) is int for known in owner.keys)
        return key if are_integers and not b.control.unrollable else None
    if not key.flag_type:
        return None
    alike = all(structure.are_flags(Known(known), key) for known in owner.keys)
    return key if alike else None


def look_up_or(b: Builder, owner: Dictionary, key: Atom, default: object) -> Value:
    """Return the item of a dict under an open key, or a default."""
    known = Sequence(tuple(map(literal, owner.keys)))
    found = operations.compare(b, [gast.In()], [key, known], "found")
    held = functools.partial(flags.look_up, b, key, owner.keys, owner.items)
    return operations.choose(b, found, held, lambda: default, "t")


def each(b: Builder, owner: Value, key: Value, use: Callable[[Value], None]) -> None:
    """Call `use` for a key, which may be one of several of a dict.

    A dict with a factory may get another key than these.
    """
    if (
        not isinstance(owner, Dictionary)
        or owner.factory is not None
        or (flag := open_key(b, key, owner)) is None
    ):
        select.each(b, key, use)
        return
    known = owner.keys

    def at(place: int) -> Known:
        use(literal(known[place]))
        return NONE

    flags.at_key(b, flag, known, at)


@operations.item.of(Dictionary)
def look_up(b: Builder, owner: Dictionary, index: Value, base: str) -> Value:
    """Return the item of a dict under a key, or emit the choice of it."""
    flag = None if owner.factory is not None else open_key(b, index, owner)
    if flag is not None:
        return flags.look_up(b, flag, owner.keys, owner.items)
    key = known_key(b, index)
    if key not in owner.keys and owner.factory is not None:
        value = operations.call(b, owner.factory, [], {}, None, "t")
        items = {**owner.as_dict(), key: value}
        contents.change(b, owner, items.values(), items)
        return value
    if key not in owner.keys:
        raise missing(b, owner.keys, key, None)
    return owner.items[owner.keys.index(key)]


@operations.static_items.of(Dictionary)
def items(b: Builder, value: Dictionary) -> list:
    """Return the keys."""
    return [literal(key) for key in value.keys]
