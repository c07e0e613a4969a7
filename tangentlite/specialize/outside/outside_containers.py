"""Destructuring of containers from outside into values of their items."""

from __future__ import annotations

import collections
import keyword
from typing import Any

import gast

from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Kind, ListOf, Structure
from tangentlite.kinds.objects.defined_classes import container_in, definition_of
from tangentlite.kinds.objects.user_objects import attributes, has_items
from tangentlite.kinds.sizes.exact import slice_of
from tangentlite.specialize.library.mappings import Counter
from tangentlite.specialize.library.standard_classes import Deque
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.callable_values import Slice
from tangentlite.values.heap import Cell, Dictionary, Instance, List, Set
from tangentlite.values.literals import literal


def argument(b: Builder, name: str, kind: Kind | Known) -> Value:
    """Return the value of a parameter; the items of a structure are read."""
    if isinstance(kind, Known):
        return literal(kind.value)  # a flag, a string, or a function by identity
    b.kinds[name] = kind
    if not isinstance(kind, Structure):
        return Atom(build.name(name), kind)
    with b.into(b.outside.entry):
        value = taken_apart(b, build.name(name), kind, name)
    return value


def taken_apart(
    b: Builder, node: gast.expr, kind: Kind | Known, base: str, source: object = None
) -> Value:
    """Return the value of an expression; emit reads of all items of a container.

    Before, for `params = {'w': array}`: `params`. After: `w = params['w']`.
    If it is from outside, `source` is the object: all its names share one value.
    """
    if isinstance(kind, Known):
        return literal(kind.value)
    if isinstance(kind, Structure) and kind.type is slice:
        whole = slice_of(kind)
        return Slice(*map(literal, (whole.start, whole.stop, whole.step)))
    if (known := known_as(b, node, kind, source)) is not None:
        return known
    if not isinstance(kind, Structure):
        if isinstance(node, gast.Name):
            value: Value = Atom(node, kind)
        else:
            value = b.emit(b, node, kind, base)
            b.outside.read_items.add(str(getattr(value, "name", None)))
        note_met(b, node, source, value)
        return value
    inside = None if source is None else _inside(source)
    items = tuple(
        taken_apart(
            b,
            reconstruct.item(b, node, kind.type, key),
            item,
            _base(base, key),
            None if inside is None else inside[key],
        )
        for key, item in zip(kind.keys, kind.items)
    )
    value = _with_origin(_made(b, node, kind, items), node)
    note_met(b, node, source, value)
    return value


def known_as(b: Builder, node: gast.expr, kind: object, source: object) -> Any:
    """Return the value of an object from outside that another name has read before.

    None for numbers and arrays that nobody writes, where it makes no difference.
    """
    written = isinstance(kind, (Array, ListOf)) and b.assumed.copied
    changeable = isinstance(kind, Structure) and _may_change(kind)
    if not (written or changeable) or id(source) not in b.outside.met:
        return None
    _, other, value = b.outside.met[id(source)]
    if gast.dump(node) != gast.dump(other):
        b.outside.aliases.append((node, other, value))
    return value


def _may_change(kind: Structure) -> bool:
    """Whether a container may be changed, or something in it."""
    inside = (item for item in kind.items if isinstance(item, (Structure, ListOf)))
    return not issubclass(kind.type, tuple) or any(inside)


def note_met(b: Builder, node: gast.expr, source: object, value: object) -> None:
    """Record the value of an object from outside."""
    if source is not None:
        b.outside.met.setdefault(id(source), (source, node, value))


def _inside(source: Any) -> Any:
    """Return the items of a container by its keys."""
    return source if has_items(type(source)) else attributes(source)


def _made(b: Builder, node: gast.expr, kind: Structure, items: tuple) -> Value:
    """Return a container of a kind with the values of its items."""
    made_with: Any = kind.made_with
    if definition_of(kind.type) is not None:
        return Instance(b.heap, kind.type, kind.keys, items)
    if kind.type in (set, frozenset):
        values = sorted(made_with, key=repr)
        return Set(b.heap, tuple(map(literal, values)), kind.type, None)
    if kind.type is collections.deque:
        held = _with_origin(List(b.heap, items), node)
        longest = literal(made_with)
        return Instance(b.heap, Deque, ("_items", "maxlen"), (held, longest))
    if (base := container_in(kind.type)) is not None:
        named = base is dict
        made = Dictionary(b.heap, kind.keys, items) if named else List(b.heap, items)
        held = _with_origin(made, node)
        return Instance(b.heap, kind.type, ("_contents",), (held,))
    if issubclass(kind.type, dict):
        made = _with_origin(Dictionary(b.heap, kind.keys, items), node)
        if kind.type is collections.Counter:
            return Instance(b.heap, Counter, ("_counts",), (made,))
        made.shown = kind.type
        made.factory = None if made_with is None else Known(made_with)
        return made
    if kind.type is list:
        return List(b.heap, items)
    if issubclass(kind.type, tuple):
        return Sequence(items, kind.type)
    return Instance(b.heap, kind.type, kind.keys, items)


def _with_origin(value: Any, node: gast.expr) -> Any:
    """Record the expression of an object from outside; return the value."""
    if isinstance(value, Cell):
        value.origin = node
    return value


def _base(owner: str, key: object) -> str:
    """Return the base of an item's name: its key, or the container and a number."""
    if isinstance(key, str) and key.isidentifier() and not keyword.iskeyword(key):
        return key
    return f"{owner}_{key}" if isinstance(key, int) and key >= 0 else f"{owner}_item"
