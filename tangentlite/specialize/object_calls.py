"""Builtins and functions of the standard library that ask or copy objects."""

from __future__ import annotations

import builtins
import copy
import dataclasses
import functools
import operator
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentlite import runtime
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.rules.registry import rule_of
from tangentlite.specialize import (
    access,
    calls,
    container_writes,
    indexing,
    inline,
    instances,
    operators,
    sequences,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.materialize import as_expression
from tangentlite.specialize.values import (
    NONE,
    Atom,
    Cell,
    Instance,
    Known,
    List,
    Partial,
    Sequence,
    is_container,
    is_function,
    is_static,
    literal,
    static_value,
    with_items,
)


def _type(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    value = arguments[0]
    if is_container(value):
        return Known(value.type)
    if isinstance(value, Known):
        return Known(type(value.value))
    kind = getattr(value, "kind", None)
    if isinstance(kind, Array) and kind.shape is not None:
        return Known(np.ndarray)
    if isinstance(kind, ListOf):
        return Known(list)
    if isinstance(kind, Scalar) and kind.weak is True:
        return Known({"float64": float, "int64": int}.get(kind.dtype, bool))
    callee = b.references.function(type)
    call = build.call(callee, [as_expression(b, value)])
    return b.emit(b, call, Opaque(type), base)


def _super(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    return instances.super_of(b, arguments, node)


def _name(b: Builder, value: object, node: gast.AST) -> str:
    if is_static(value) and isinstance(static_value(value), str):
        return static_value(value)
    raise b.error(
        "the name of an attribute must be known here.", "Write owner.name.", node
    )


def _getattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, name = arguments[0], _name(b, arguments[1], node)
    if len(arguments) > 2 and not _has(b, owner, name, node):
        return arguments[2]
    return access.read_attribute(b, owner, name, name)


def _setattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, name, value = arguments
    _require_object(b, owner, node)
    instances.write(b, owner, _name(b, name, node), value, node)
    return NONE


def _put(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    owner, name, value = arguments
    _require_object(b, owner, node)
    instances.put(b, owner, _name(b, name, node), value, node)
    return NONE


def _delattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    _require_object(b, arguments[0], node)
    instances.delete(b, arguments[0], _name(b, arguments[1], node), node)
    return NONE


def _require_object(b: Builder, owner: object, node: gast.AST) -> None:
    if not isinstance(owner, Instance):
        raise b.error(
            "attributes are set of objects alone that the function knows.",
            "Use a variable.",
            node,
        )


def _hasattr(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    return literal(_has(b, arguments[0], _name(b, arguments[1], node), node))


def _has(b: Builder, owner: object, name: str, node: gast.AST) -> bool:
    if isinstance(owner, Instance):
        return name in owner.keys or hasattr(owner.type, name)
    if is_container(owner):
        return hasattr(owner.type, name)
    if isinstance(owner, Known):
        return hasattr(owner.value, name)
    kind = getattr(owner, "kind", None)
    if isinstance(kind, Array) and kind.shape is not None:
        return hasattr(np.ndarray, name)
    if isinstance(kind, Scalar):  # a float of Python's, or one of NumPy's
        found = {hasattr(t, name) for t in _types(kind)}
        if len(found) == 1:
            return found.pop()
    raise b.error(f"it is not known here whether there is {name!r}.", "", node)


def _types(kind: Scalar) -> list[type]:
    python = {"float64": float, "int64": int, "bool": bool, "complex128": complex}
    numpy = np.dtype(kind.dtype).type if kind.dtype else np.float64
    own = python.get(str(kind.dtype), numpy)
    return (
        [own] if kind.weak is True else [numpy] if kind.weak is False else [own, numpy]
    )


def _vars(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    if not arguments or not isinstance(arguments[0], Instance):
        raise b.error("vars() of this is not supported.", "Name the attributes.", node)
    return instances.read(b, arguments[0], "__dict__", base)


def _callable(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    value = arguments[0]
    if instances.has_class(value):
        return literal(instances.special(b, value, "__call__") is not None)
    return literal(is_function(value))


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
        return calls.call_rule(b, np.copy, [value], {}, b.base_of(str(value.name)))
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
    found = [access.read_attribute(b, owner, _name(b, n, node), base) for n in names]
    return found[0] if len(found) == 1 else Sequence(tuple(found))


def _getitem(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    return indexing.read_item(b, arguments[0], arguments[1], base)


def _sorted(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    items = sequences.all_items(b, arguments[0])
    if items is None:
        raise b.error(
            "sorted() needs something whose items are told apart here.",
            "Use np.sort.",
            node,
        )
    ranks = _ranks(b, items, keywords.get("key", NONE), node, base)
    backwards = bool(static_value(keywords.get("reverse", literal(False))))
    if all(is_static(rank) for rank in ranks):
        places = range(len(items))
        known = [static_value(rank) for rank in ranks]
        order = sorted(places, key=lambda k: known[k], reverse=backwards)
        return List(b.heap, tuple(items[place] for place in order))
    if backwards:
        ranks = [operators.unary(b, gast.USub(), rank, "t") for rank in ranks]
    keys = calls.call_rule(b, np.array, [List(b.heap, tuple(ranks))], {}, "t")
    order = calls.call_rule(b, np.argsort, [keys], {"kind": Known("stable")}, "order")
    places = [
        indexing.read_item(b, order, literal(k), "place") for k in range(len(items))
    ]
    held = List(b.heap, tuple(items))
    return List(b.heap, tuple(indexing.read_item(b, held, k, "t") for k in places))


def _ranks(b: Builder, items: list, key: object, node, base: str) -> list:
    """Return what items are ordered by."""
    if key == NONE:
        return items
    return [calls.call(b, key, [item], {}, node, base) for item in items]


def best(b: Builder, items: list, key: object, function, node, base: str) -> object:
    """Return the item of which a key is largest (`np.argmax`) or smallest."""
    ranks = _ranks(b, items, key, node, base)
    if all(is_static(rank) for rank in ranks):
        known: list[Any] = [static_value(rank) for rank in ranks]
        extreme = max(known) if function is np.argmax else min(known)
        return items[known.index(extreme)]
    keys = calls.call_rule(b, np.array, [List(b.heap, tuple(ranks))], {}, "t")
    place = calls.call_rule(b, function, [keys], {}, "best")
    return indexing.read_item(b, List(b.heap, tuple(items)), place, base)


def _extreme(builtin: Callable, function: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        values = arguments
        if len(arguments) == 1 and keywords.keys() & {"key", "default"}:
            values = sequences.all_items(b, arguments[0])
            if values is None:
                raise b.error(
                    "this needs items that are told apart here.", "Write a loop.", node
                )
            if not values and "default" in keywords:
                return keywords["default"]
            arguments = [List(b.heap, tuple(values))]
        if "key" in keywords:
            return best(b, values, keywords["key"], function, node, base)
        definition = rule_of(builtin).definition
        return inline.inline(b, definition, arguments, {}, node, base)

    return handler


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
    builtins.type: _type,
    builtins.super: _super,
    builtins.getattr: _getattr,
    builtins.setattr: _setattr,
    builtins.delattr: _delattr,
    builtins.hasattr: _hasattr,
    builtins.vars: _vars,
    builtins.callable: _callable,
    builtins.id: _id,
    object.__setattr__: _put,
    copy.copy: _copy,
    copy.deepcopy: _deepcopy,
    dataclasses.replace: _replace,
    dataclasses.asdict: _asdict,
    dataclasses.astuple: _astuple,
    builtins.sorted: _sorted,
    builtins.max: _extreme(builtins.max, np.argmax),
    builtins.min: _extreme(builtins.min, np.argmin),
    functools.partial: _partial,
    functools.wraps: _wraps,
    operator.itemgetter: _itemgetter,
    operator.attrgetter: _attrgetter,
    operator.getitem: _getitem,
    functools.reduce: _reduce,
}
