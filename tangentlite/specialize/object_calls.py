"""Builtins and functions of the standard library that ask or copy objects."""

from __future__ import annotations

import builtins
import collections
import copy
import dataclasses
import functools
import operator

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.specialize import (
    access,
    calls,
    container_writes,
    indexing,
    instances,
    list_methods,
    rule_calls,
    sequences,
    sorting,
    type_calls,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Cell, Instance
from tangentlite.specialize.records import Atom, Known, Sequence
from tangentlite.specialize.values import (
    NONE,
    Partial,
    is_container,
    is_static,
    static_value,
    with_items,
)


def _super(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    return instances.super_of(b, arguments, node)


def name_of(b: Builder, value: object, node: gast.AST) -> str:
    if is_static(value) and isinstance(static_value(value), str):
        return static_value(value)
    raise b.error(
        "the name of an attribute must be known here.", "Write owner.name.", node
    )


def _getattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, name = arguments[0], name_of(b, arguments[1], node)
    if len(arguments) > 2 and not type_calls.has(b, owner, name, node):
        return arguments[2]
    return access.read_attribute(b, owner, name, name)


def _setattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, name, value = arguments
    _require_object(b, owner, node)
    instances.write(b, owner, name_of(b, name, node), value, node)
    return NONE


def _put(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, name, value = arguments
    _require_object(b, owner, node)
    instances.put(b, owner, name_of(b, name, node), value, node)
    return NONE


def _delattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    _require_object(b, arguments[0], node)
    instances.delete(b, arguments[0], name_of(b, arguments[1], node), node)
    return NONE


def _require_object(b: Builder, owner: object, node: gast.AST) -> None:
    if not isinstance(owner, Instance):
        raise b.error(
            "attributes are set of objects alone that the function knows.",
            "Use a variable.",
            node,
        )


def _vars(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    if not arguments or not isinstance(arguments[0], Instance):
        raise b.error("vars() of this is not supported.", "Name the attributes.", node)
    return instances.read(b, arguments[0], "__dict__", base)


def _id(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    raise b.error("id() is not supported.", "Compare with `is`.", node)


def _replace(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner = arguments[0]
    if not isinstance(owner, Instance) or not dataclasses.is_dataclass(owner.type):
        raise b.error("replace() needs an object of a dataclass.", "", node)
    fields = {f.name for f in dataclasses.fields(owner.type) if f.init}
    held = {k: v for k, v in zip(owner.keys, owner.items) if k in fields}
    return instances.construct(b, owner.type, [], {**held, **keywords}, node, base)


def _asdict(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    if keywords or len(arguments) != 1:
        raise b.error("asdict() takes one object here.", "", node)
    return _as_dicts(b, arguments[0])


def _as_dicts(b: Builder, value: object) -> object:
    if isinstance(value, Instance) and dataclasses.is_dataclass(value.type):
        pairs = _fields(value)
        made = {name: _as_dicts(b, item) for name, item in pairs}
        return container_writes.dictionary(b, made)
    if is_container(value) and not isinstance(value, Instance):
        return with_items(value, tuple(_as_dicts(b, item) for item in value.items))
    return value if isinstance(value, Instance) else _copied(b, value)


def _fields(value: Instance) -> list:
    names = [field.name for field in dataclasses.fields(value.type)]
    held = dict(zip(value.keys, value.items))
    return [(name, held[name]) for name in names]


def _astuple(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    if not isinstance(arguments[0], Instance):
        raise b.error("astuple() needs an object of a dataclass.", "", node)
    return Sequence(tuple(_copied(b, item) for _, item in _fields(arguments[0])))


def _copy(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    value = arguments[0]
    if isinstance(value, Cell):
        if hasattr(value.type, "__copy__"):
            raise b.error("__copy__ is not supported.", "Copy it by hand.", node)
        return with_items(value, value.items)
    if is_container(value) or not isinstance(value, Atom):
        return value
    return _copied_atom(b, value)


def _deepcopy(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    return _copied(b, arguments[0])


def _copied(b: Builder, value: object) -> object:
    """Return a copy of a value and of all that it holds, once each."""
    known: dict[object, object] = {}

    def copied(part: object) -> object:
        if isinstance(part, Cell):
            if part not in known:
                known[part] = made = with_items(part, ())
                items = tuple(copied(item) for item in part.items)
                b.heap.contents[made] = (part.keys, items)
            return known[part]
        if is_container(part):
            return with_items(part, tuple(copied(item) for item in part.items))
        if isinstance(part, Atom) and part.name is not None:
            if part.name not in known:
                known[part.name] = _copied_atom(b, part)
            return known[part.name]
        return part

    return copied(value)


def _copied_atom(b: Builder, value: Atom) -> Atom:
    if isinstance(value.kind, Array):
        return rule_calls.call_rule(b, np.copy, [value], {}, b.base_of(str(value.name)))
    if isinstance(value.kind, ListOf):
        return calls.call(b, Known(list), [value], {}, None, "t")
    return value


def _partial(b: Builder, arguments: list, keywords: dict, node, base: str) -> Partial:
    return Partial(arguments[0], tuple(arguments[1:]), tuple(keywords.items()))


def _reduce(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    function, values, *start = arguments
    items = sequences.all_items(b, values)
    if items is None:
        raise b.error(
            "reduce() needs something whose items are told apart here.",
            "Write a loop.",
            node,
        )
    items = [*start, *items]
    if not items:
        raise b.error("reduce() of nothing needs a first value.", "", node)
    result = items[0]
    for item in items[1:]:
        result = calls.call(b, function, [result, item], {}, node, base)
    return result


def _defaultdict(b: Builder, arguments: list, keywords: dict, node, base: str):
    made = container_writes.dictionary(b, dict(keywords))
    for value in arguments[1:]:
        items = {**list_methods.as_dict(b, value, node), **keywords}
        made = container_writes.dictionary(b, items)
    if arguments and arguments[0] != NONE:
        made.factory = arguments[0]
    return made


def _from_keys(b: Builder, arguments: list, keywords: dict, node, base: str):
    keys = sequences.all_items(b, arguments[0])
    if keys is None or not all(is_static(key) for key in keys):
        raise b.error("dict.fromkeys needs keys that are known here.", "", node)
    value = arguments[1] if len(arguments) > 1 else NONE
    return container_writes.dictionary(b, {static_value(k): value for k in keys})


def _wraps(b: Builder, arguments: list, keywords: dict, node, base: str) -> Partial:
    """A decorator that gives a function another name: nothing that matters here."""
    return Partial(_itself, ())


def _itself(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    return arguments[0]


def _itemgetter(b: Builder, arguments: list, keywords: dict, node, base: str):
    return Partial(_items, tuple(arguments))


def _items(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    *places, owner = arguments
    found = [indexing.read_item(b, owner, place, base) for place in places]
    return found[0] if len(found) == 1 else Sequence(tuple(found))


def _attrgetter(b: Builder, arguments: list, keywords: dict, node, base: str):
    return Partial(_attributes, tuple(arguments))


def _attributes(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    *names, owner = arguments
    found = [access.read_attribute(b, owner, name_of(b, n, node), base) for n in names]
    return found[0] if len(found) == 1 else Sequence(tuple(found))


def _getitem(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    return indexing.read_item(b, arguments[0], arguments[1], base)


def _store(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    place = build.subscript(arguments[0].node, build.constant(...))
    b.add(build.assign(place, arguments[1].node, b.line))
    return NONE


def _refill(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, new = arguments
    container_writes.change(b, owner, new.items, new.keys, node)
    return NONE


def _record(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    names = tuple(keywords)
    return Instance(b.heap, arguments[0].value, names, tuple(keywords.values()))


HANDLERS = {
    runtime.record: _record,
    runtime.store: _store,
    runtime.refill: _refill,
    builtins.type: type_calls.type_of,
    builtins.super: _super,
    builtins.getattr: _getattr,
    builtins.setattr: _setattr,
    builtins.delattr: _delattr,
    builtins.hasattr: type_calls.hasattr_of,
    builtins.vars: _vars,
    builtins.callable: type_calls.callable_of,
    builtins.id: _id,
    object.__setattr__: _put,
    copy.copy: _copy,
    copy.deepcopy: _deepcopy,
    dataclasses.replace: _replace,
    dataclasses.asdict: _asdict,
    dataclasses.astuple: _astuple,
    builtins.sorted: sorting.ordered,
    builtins.max: sorting.extreme(builtins.max, np.argmax),
    builtins.min: sorting.extreme(builtins.min, np.argmin),
    collections.defaultdict: _defaultdict,
    dict.fromkeys: _from_keys,
    functools.partial: _partial,
    functools.wraps: _wraps,
    operator.itemgetter: _itemgetter,
    operator.attrgetter: _attrgetter,
    operator.getitem: _getitem,
    functools.reduce: _reduce,
}
