"""Functions of the standard library that cannot be polyfills."""

from __future__ import annotations

import bisect
import collections
import functools
import itertools
import operator
import types
from collections.abc import Callable

import gast
import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.specialize.functions import lru_cache
from tangentlite.specialize.library import (
    array_iteration,
    heaps_and_bisection,
    mappings,
    object_arrays,
    standard_classes,
)
from tangentlite.values.base import Sequence, Value
from tangentlite.values.callable_values import NONE, Method, Partial, is_function
from tangentlite.values.containers import run_time_lists
from tangentlite.values.heap import Dictionary, List
from tangentlite.values.iterables import Stream
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal
from tangentlite.values.objects import contents, instances


def _bisect(function: Callable, definition: Callable) -> Callable:
    """A search among known items, or by index in an array or list."""

    def handler(b: Builder, arguments: list, keywords: dict, node: gast.AST, base: str):
        named = dict(keywords)
        key, items = named.pop("key", NONE), operations.static_items(b, arguments[0])
        if key != NONE:
            what, instead = f"{function.__name__}()", "Search in a list of the keys."
            given = items or sequences.items_told_apart(
                b, arguments[0], what, instead, node
            )
            items = [operations.call(b, key, [v], {}, node, "t") for v in given]
        if items is None:
            return operations.inline(b, definition, arguments, named, node, base)
        rest = arguments[1:]
        if all(v.is_static for v in (*items, *rest, *named.values())):
            known = {name: value.static_value() for name, value in named.items()}
            values = [item.static_value() for item in items]
            return literal(function(values, *(v.static_value() for v in rest), **known))
        value, *bounds = rest
        bounds += [named[name] for name in ("lo", "hi")[len(bounds) :] if name in named]
        if not all(v.is_static for v in bounds):
            searched = List(b.heap, tuple(items))
            return operations.inline(
                b, definition, [searched, *rest], named, node, base
            )
        first, last = ([v.static_value() for v in bounds] + [0, None][len(bounds) :])[
            :2
        ]
        part = (first, len(items) if last is None else last)
        return _place_among(b, items, value, function is bisect.bisect_right, part)

    return handler


def _place_among(b: Builder, items: list, value: Value, right: bool, part: tuple):
    """Return the place of a value among a part of some items, by nested branches."""
    first, last = part
    if first >= last:
        return literal(first)
    middle = (first + last) // 2
    pair = [value, items[middle]] if right else [items[middle], value]
    smaller = operations.test_value(b, operations.compare(b, [gast.Lt()], pair, "t"))
    ways = [(first, middle), (middle + 1, last)]
    if not right:
        ways.reverse()
    if smaller.is_static:
        way = ways[0 if smaller.static_value() else 1]
        return _place_among(b, items, value, right, way)
    return operations.choose(
        b,
        smaller,
        lambda: _place_among(b, items, value, right, ways[0]),
        lambda: _place_among(b, items, value, right, ways[1]),
        "place",
    )


@handlers.builtin(heaps_and_bisection.has_known_items)
def _has_known_items(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Return whether a list has known items, and cannot be one of the core program."""
    (heap,) = arguments
    apart = isinstance(heap, List) and not heap.is_at_run_time
    return literal(apart and not run_time_lists.can_be_at_run_time(heap))


@handlers.builtin(heaps_and_bisection.rotated)
def _rotated(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Rotate a list of known items; behind a loop they would not be known."""
    items, n = arguments
    is_known = n.is_static and isinstance(n.static_value(), int)
    if not is_known or not isinstance(items, List) or items.is_at_run_time:
        return literal(False)
    first = -n.static_value() % len(items.items)
    held = (*items.items[first:], *items.items[:first])
    contents.change(b, items, held, node=node)
    return literal(True)


def _of_class(definition: type) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node: gast.AST, base: str):
        return instances.construct(b, definition, arguments, keywords, node, base)

    return handler


@handlers.builtin(itertools.groupby)
def _group_by(b: Builder, arguments: list, keywords: dict, node, base: str) -> Stream:
    """`itertools.groupby`, where the keys are known now."""
    named = dict(zip(("iterable", "key"), arguments)) | keywords
    items = sequences.items_told_apart(
        b, named["iterable"], "groupby()", "Write a loop.", node
    )
    names: list = []
    groups: list[list] = []
    for item in items:
        name, key = item, named.get("key", NONE)
        if key != NONE:
            name = operations.call(b, key, [item], {}, node, "t")
        if not name.is_static:
            what = "groupby() needs keys that are known here."
            raise b.error(what, "Use arrays and masks.", node)
        if not names or names[-1].static_value() != name.static_value():
            names.append(name)
            groups.append([])
        groups[-1].append(item)
    streams = (Stream(b.heap, Sequence(tuple(group))) for group in groups)
    return Stream(b.heap, Sequence(tuple(map(Sequence, zip(names, streams)))))


@handlers.builtin(operator.methodcaller)
def _method_caller(b: Builder, arguments: list, keywords: dict, node, base: str):
    return Partial(_called, tuple(arguments), tuple(keywords.items()))


def _called(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Call the method of an `operator.methodcaller` on the last argument."""
    name, *given, owner = arguments
    method = operations.read_attribute(b, owner, str(name.static_value()), base)
    return operations.call(b, method, given, keywords, node, base)


@handlers.builtin(functools.cache, functools.lru_cache)
def _cached(b: Builder, arguments: list, keywords: dict, node, base: str) -> Partial:
    """`functools.cache` and `lru_cache`, with or without arguments of their own."""
    if arguments and is_function(arguments[0]):
        return Partial(lru_cache.call_cached, (arguments[0],))
    return Partial(_cached, ())


@operations.attribute.of(Partial)
def of_partial(b: Builder, owner: Partial, name: str, base: str) -> Value:
    """Return an attribute of a method, a `functools.partial` or a cached function."""
    walked = isinstance(owner.function, types.FunctionType)
    if name == _FUNCTION_OF.get(owner.shown) and not walked:
        return owner.function
    if owner.shown is types.MethodType and name == "__self__":
        return owner.arguments[0]
    if owner.shown is functools.partial and name == "args":
        return Sequence(owner.arguments)
    if owner.shown is functools.partial and name == "keywords":
        named = dict(owner.keywords)
        return Dictionary(b.heap, tuple(named), tuple(named.values()))
    if owner.function is lru_cache.call_cached:
        if name == "__wrapped__":
            return owner.arguments[0]
        if name == "cache_clear":
            return Partial(_forget, ())
    return Method(owner, name)


_FUNCTION_OF: dict[type | None, str] = {
    types.MethodType: "__func__",
    functools.partial: "func",
}


def _forget(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    return NONE


_CLASSES = (
    array_iteration.NdIter,
    object_arrays.ObjectArray,
    standard_classes.Deque,
    mappings.ChainMap,
    mappings.Counter,
    mappings.KeysView,
    mappings.ValuesView,
    mappings.ItemsView,
)

handlers.calls(
    {
        collections.ChainMap: _of_class(mappings.ChainMap),
        collections.Counter: _of_class(mappings.Counter),
        collections.abc.KeysView: _of_class(mappings.KeysView),
        collections.abc.ValuesView: _of_class(mappings.ValuesView),
        collections.abc.ItemsView: _of_class(mappings.ItemsView),
        np.nditer: _of_class(array_iteration.NdIter),
        **{cls: _of_class(cls) for cls in _CLASSES},
        bisect.bisect_left: _bisect(
            bisect.bisect_left, heaps_and_bisection.bisect_left
        ),
        bisect.bisect_right: _bisect(
            bisect.bisect_right, heaps_and_bisection.bisect_right
        ),
    }
)
