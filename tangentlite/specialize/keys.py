"""Keys of dicts, and what is looked up by them."""

from __future__ import annotations

import enum

import gast

from tangentlite.specialize import (
    calls,
    catching,
    container_writes,
    flags,
    indexing,
    raising,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Dictionary
from tangentlite.specialize.records import Atom, Known
from tangentlite.specialize.values import is_static, static_value


def known_key(b: Builder, value: object, node: gast.AST | None = None) -> object:
    """Return the key of a dict: text, an integer, or a tuple of these, known now."""
    if is_static(value) and _can_be_key(static_value(value)):
        return static_value(value)
    if b.unrollable:
        raise indexing.NeedsUnrolling
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


def look_up(b: Builder, owner: Dictionary, index: object) -> object:
    """Return the item of a dict under a key, or emit the choice of it."""
    if isinstance(index, Atom) and flags.type_of_flag(index) and owner.factory is None:
        known = [flags.are_flags(Known(key), index) for key in owner.keys]
        if owner.keys and all(known):
            return flags.look_up(b, index, owner.keys, owner.items)
    key = known_key(b, index)
    if key not in owner.keys and owner.factory is not None:
        value = calls.call(b, owner.factory, [], {}, None, "t")
        items = {**owner.as_dict(), key: value}
        container_writes.change(b, owner, items.values(), items)
        return value
    if key not in owner.keys:
        catching.raise_known(b, KeyError, raising.of(b, KeyError(key)), None)
        raise b.error(f"the dict has no key {key!r}.", f"It has {list(owner.keys)}.")
    return owner.items[owner.keys.index(key)]
