"""Functions that consume an iterator lazily, where others may notice that."""

from __future__ import annotations

import itertools
import types
from collections.abc import Callable

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.specialize.library import lazy_iterators, standard_functions
from tangentlite.specialize.state import restart
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.heap import Instance, List
from tangentlite.values.iterators import iterator_calls
from tangentlite.values.objects import instances


def called(
    b: Builder, function, arguments: list, keywords: dict, node, base: str
) -> Value | None:
    """Call a function that consumes an iterator item by item, None for others.

    It may stop before the end, or do something else between two items.
    """
    stepwise = handlers.stepwise_of(function)
    if stepwise is None:
        return None
    given = (*arguments, *keywords.values())
    lists = stepwise.lists and any(isinstance(value, List) for value in given)
    if not (lists or stepwise.always) and not any(
        _is_read_once(b, value) for value in given
    ):
        return None
    restart.require_statements(b, node)
    if not stepwise.is_python:
        return stepwise.walk(b, arguments, keywords, node, base)
    named = {key: _opened(b, value, node) for key, value in keywords.items()}
    opened = [_opened(b, value, node) for value in arguments]
    return operations.inline(b, stepwise.walk, opened, named, node, base)


def _is_read_once(b: Builder, value: Value) -> bool:
    if isinstance(value, Instance):
        return instances.special(b, value, "__iter__") is not None
    return iterator_calls.is_iterator(value)


def _opened(b: Builder, value: Value, node: gast.AST) -> Value:
    return iterator_calls.opened(b, value, node) if _is_read_once(b, value) else value


@handlers.stepwise(itertools.zip_longest, lists=True)
def _longest(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    return iterator_calls.zipped(b, arguments, node, keywords.get("fillvalue", NONE))


@handlers.stepwise(itertools.tee, always=True)
def _tee(b: Builder, arguments: list, keywords: dict, node, base: str) -> Sequence:
    named = dict(zip(("iterable", "n"), arguments)) | keywords
    count = named["n"].static_value() if "n" in named else 2
    source = _opened(b, named["iterable"], node)
    values = operations.inline(b, lazy_iterators.alone, [source], {}, node, base)
    given = [values, List(b.heap, ())]
    return Sequence(
        tuple(
            operations.inline(b, lazy_iterators.shared, given, {}, node, base)
            for _ in range(count)
        )
    )


@handlers.stepwise(itertools.groupby)
def _group_by(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    named = dict(zip(("iterable", "key"), arguments)) | keywords
    given = [_opened(b, named["iterable"], node), named.get("key", NONE)]
    return operations.inline(b, lazy_iterators.grouped, given, {}, node, base)


@handlers.stepwise(itertools.product)
def _product(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    """Consume all arguments at the call."""
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


handlers.stepwise(max)(_extreme(max))
handlers.stepwise(min)(_extreme(min))


def otherwise_whole(b: Builder, function, arguments: list, node) -> list:
    """Return arguments; iterators that are consumed as a whole become lists."""
    if not _takes_all(function, handlers.traits_of(function)):
        return arguments
    return [_given(b, function, value, node) for value in arguments]


def _given(b: Builder, function, value: Value, node: gast.AST) -> Value:
    """Return an argument; of an iterator or iterable object the list of its items."""
    if isinstance(value, Instance) and not handlers.traits_of(function).iterates:
        return value
    if function is dict and instances.special(b, value, "keys") is not None:
        return operations.inline(b, standard_functions.pairs, [value], {}, node, "t")
    return operations.as_items(b, value, node)


def _takes_all(function: object, traits: handlers.Traits) -> bool:
    """Whether a function consumes its iterator arguments as a whole."""
    if traits.takes_all is not None:
        return traits.takes_all
    return not isinstance(function, (types.FunctionType, type))
