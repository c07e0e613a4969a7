"""Copies: `copy.copy`, `copy.deepcopy`, and those of `dataclasses`."""

from __future__ import annotations

import copy
import dataclasses
import types
from collections.abc import Callable

import gast
import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory import ownership
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.containers import sets
from tangentlite.values.heap import Cell, Instance, Set
from tangentlite.values.iterables import Enumerate, Generator, Reversed, Stream, Zip
from tangentlite.values.objects import contents, instances
from tangentlite.values.structure import is_container


@handlers.builtin(copy.copy)
def _copy(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    value = arguments[0]
    method = instances.special(b, value, "__copy__")
    if method is not None:
        return operations.call(b, method, [], {}, node, base)
    if isinstance(value, Set):
        return operations.call_method(b, value, "copy", [], {}, node, "t")
    if isinstance(value, (Stream, Zip, Enumerate, Reversed, Generator)):
        _require_of_list(b, value, node)
    if isinstance(value, Cell):
        _require_plain(b, value, node)
        return value.with_items(value.items)
    if is_container(value) or not isinstance(value, Atom):
        return value
    return _copied_atom(b, value)


def _require_of_list(b: Builder, value: Value, node: gast.AST) -> None:
    """Refuse iterators whose copy would share their source with them."""
    if (
        not isinstance(value, Stream)
        or operations.python_type(b, value) not in _OF_LISTS
    ):
        what = "copies of other iterators than those over lists and tuples"
        raise b.error(f"{what} are not supported.", "Make a list of the items.", node)


_OF_LISTS: tuple = (type(iter([])), type(iter(())))


def _require_plain(b: Builder, value: Cell, node: gast.AST) -> None:
    """Refuse objects whose class defines how they are copied."""
    if not isinstance(value, Instance):
        return
    for name in _PROTOCOL:
        found = lookup(value.type, name, None)
        written = isinstance(found, types.FunctionType)
        if written and found.__module__ != "dataclasses":
            raise b.error(
                f"{value.type.__name__} defines {name}, which is not supported.",
                "Copy it by hand.",
                node,
            )


_PROTOCOL = (
    "__deepcopy__",
    "__reduce__",
    "__reduce_ex__",
    "__getstate__",
    "__setstate__",
    "__getnewargs__",
    "__getnewargs_ex__",
)


@handlers.builtin(copy.deepcopy)
def _deepcopy(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    if len(arguments) > 1 or keywords:
        raise b.error("deepcopy() takes one value here.", "Leave out the memo.", node)
    return _copied(b, arguments[0], node)


def _copied(b: Builder, value: Value, node: gast.AST) -> Value:
    """Return a deep copy of a value; each object that it holds is copied once."""
    known: dict[object, Value] = {}

    def copied(part: Value) -> Value:
        if isinstance(part, (Stream, Zip, Enumerate, Reversed, Generator)):
            what = "deepcopy() of an iterator is not supported."
            raise b.error(what, "Make a list of the items.", node)
        if isinstance(part, Set):
            if part not in known:
                known[part] = sets.made(b, list(part.items), node, part.type)
            return known[part]
        if isinstance(part, Cell):
            if part not in known:
                _require_plain(b, part, node)
                known[part] = made = part.with_items(())
                items = tuple(copied(item) for item in part.items)
                b.heap.contents[made] = (part.keys, items)
            return known[part]
        if is_container(part):
            return part.with_items(tuple(copied(item) for item in part.items))
        if isinstance(part, Atom) and part.name is not None:
            if part.name not in known:
                _require_distinct(b, part.name, [*known], node)
                known[part.name] = _copied_atom(b, part)
            return known[part.name]
        return part

    return copied(value)


def _require_distinct(b: Builder, name: str, others: list, node: gast.AST) -> None:
    """Refuse to copy two arrays or lists that may be one object."""
    found = ownership.same_objects(b, name)
    for other in others:
        if isinstance(other, str) and found & ownership.same_objects(b, other):
            what = "deepcopy() of two arrays that may be one is not supported."
            raise b.error(what, "Copy them one by one.", node)


def _copied_atom(b: Builder, value: Atom) -> Atom:
    if isinstance(value.kind, Array):
        return operations.call_rule(b, np.copy, [value], {}, b.base_of(str(value.name)))
    if isinstance(value.kind, ListOf):
        return operations.call(b, Known(list), [value], {}, None, "t")
    return value


@handlers.builtin(dataclasses.replace, none="kept")
def _replace(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    owner = arguments[0]
    _require_dataclass(b, "replace", owner, node)
    fields = {f.name for f in dataclasses.fields(owner.type) if f.init}
    held = {k: v for k, v in zip(owner.keys, owner.items) if k in fields}
    return instances.construct(b, owner.type, [], {**held, **keywords}, node, base)


@handlers.builtin(dataclasses.asdict)
def _asdict(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    _require_dataclass(b, "asdict", arguments[0], node, keywords, len(arguments))

    def made(pairs: dict) -> Value:
        return contents.dictionary(b, pairs)

    return _by_fields(b, arguments[0], made, node)


@handlers.builtin(dataclasses.astuple)
def _astuple(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    _require_dataclass(b, "astuple", arguments[0], node, keywords, len(arguments))

    def made(pairs: dict) -> Value:
        return Sequence(tuple(pairs.values()))

    return _by_fields(b, arguments[0], made, node)


@handlers.builtin(dataclasses.fields)
def _fields(b: Builder, arguments: list, keywords: dict, node, base: str) -> Sequence:
    owner = arguments[0]
    cls = owner.value if isinstance(owner, Known) else getattr(owner, "type", None)
    if not dataclasses.is_dataclass(cls):
        raise b.error("fields() needs a dataclass, or an object of one.", "", node)
    return Sequence(tuple(Known(field) for field in dataclasses.fields(cls)))


def _require_dataclass(
    b: Builder, name: str, value: Value, node, keywords=(), count: int = 1
) -> None:
    known = isinstance(value, Instance) and dataclasses.is_dataclass(value.type)
    if not known or keywords or count != 1:
        raise b.error(f"{name}() needs one object of a dataclass.", "", node)


def _by_fields(b: Builder, value: Value, made: Callable, node: gast.AST) -> Value:
    """Return the dict or tuple of the fields of a dataclass, recursively."""
    if isinstance(value, Instance) and dataclasses.is_dataclass(value.type):
        held = value.as_dict()
        names = [field.name for field in dataclasses.fields(value.type)]
        return made({n: _by_fields(b, held[n], made, node) for n in names})
    if is_container(value) and not isinstance(value, Instance):
        items = tuple(_by_fields(b, item, made, node) for item in value.items)
        return value.with_items(items)
    return _copied(b, value, node)
