"""Functions that read an iterator one item at a time, where others may notice it."""

from __future__ import annotations

import builtins
import functools
import itertools
from collections.abc import Callable

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.specialize.library import lazy_iterators, standard_functions
from tangentlite.specialize.state import restart
from tangentlite.values.base import Known, Sequence
from tangentlite.values.callable_values import NONE, static_value
from tangentlite.values.heap import Instance, List
from tangentlite.values.iterators import iterator_calls
from tangentlite.values.objects import instances


def called(
    b: Builder, function, arguments: list, keywords: dict, node, base: str
) -> object | None:
    """Call a function that is given an iterator, if it may be left before its end.

    So for functions that do something else between two items.
    """
    try:
        handler = _HANDLERS.get(function)
    except TypeError:
        return None
    given = (*arguments, *keywords.values())
    # A list may be changed between two items.
    reads = function in _LAZY and any(isinstance(value, List) for value in given)
    reads = reads or function is itertools.tee
    reads = reads or any(_is_read_once(b, value) for value in given)
    if handler is None or not reads:
        return None
    restart.require_statements(b, node)
    return handler(b, arguments, keywords, node, base)


def _is_read_once(b: Builder, value: object) -> bool:
    if isinstance(value, Instance):
        return instances.special(b, value, "__iter__") is not None
    return iterator_calls.is_iterator(value)


def _opened(b: Builder, value: object, node: gast.AST) -> object:
    return iterator_calls.opened(b, value, node) if _is_read_once(b, value) else value


def _walked(definition: Callable) -> Callable:
    """A function whose arguments are iterators, or what they are treated with."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        named = {key: _opened(b, value, node) for key, value in keywords.items()}
        given = [_opened(b, value, node) for value in arguments]
        return operations.inline(b, definition, given, named, node, base)

    return handler


def _longest(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    return iterator_calls.zipped(b, arguments, node, keywords.get("fillvalue", NONE))


def _tee(b: Builder, arguments: list, keywords: dict, node, base: str) -> Sequence:
    named = dict(zip(("iterable", "n"), arguments)) | keywords
    count = static_value(named["n"]) if "n" in named else 2
    source = _opened(b, named["iterable"], node)
    values = operations.inline(b, lazy_iterators.alone, [source], {}, node, base)
    given = [values, List(b.heap, ())]
    return Sequence(
        tuple(
            operations.inline(b, lazy_iterators.shared, given, {}, node, base)
            for _ in range(count)
        )
    )


def _group_by(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    named = dict(zip(("iterable", "key"), arguments)) | keywords
    given = [_opened(b, named["iterable"], node), named.get("key", NONE)]
    return operations.inline(b, lazy_iterators.grouped, given, {}, node, base)


def _product(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    """All is read when it is called."""
    given = [operations.as_items(b, value, node) for value in arguments]
    return operations.inline(b, standard_functions.product, given, keywords, node, base)


def _extreme(function: Callable) -> Callable:
    """The largest or smallest by a key, which is computed item by item."""

    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        if len(arguments) > 1 or keywords.get("key", NONE) == NONE:
            return None
        given = [Known(function), _opened(b, arguments[0], node)]
        return operations.inline(b, lazy_iterators.best, given, keywords, node, base)

    return handler


_HANDLERS: dict[object, Callable] = {
    builtins.all: _walked(lazy_iterators.all_of),
    builtins.any: _walked(lazy_iterators.any_of),
    builtins.max: _extreme(max),
    builtins.min: _extreme(min),
    functools.reduce: _walked(lazy_iterators.reduced),
    itertools.accumulate: _walked(lazy_iterators.accumulate),
    getattr(itertools, "batched", "batched"): _walked(lazy_iterators.batched),
    itertools.cycle: _walked(lazy_iterators.cycle),
    itertools.groupby: _group_by,
    itertools.pairwise: _walked(lazy_iterators.pairwise),
    itertools.product: _product,
    itertools.tee: _tee,
    itertools.zip_longest: _longest,
}
_LAZY = (
    functools.reduce, itertools.accumulate, itertools.cycle, itertools.pairwise,
    itertools.tee, itertools.zip_longest, getattr(itertools, "batched", None),
)  # fmt: skip
