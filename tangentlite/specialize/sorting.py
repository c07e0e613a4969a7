"""Sorting, and choosing the largest or smallest item."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentlite.rules.registry import rule_of
from tangentlite.specialize import (
    calls,
    indexing,
    inline,
    operators,
    rule_calls,
    sequences,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Instance, List, Set
from tangentlite.specialize.literals import literal
from tangentlite.specialize.records import Known
from tangentlite.specialize.values import NONE, is_static, static_value


def ordered(b: Builder, arguments: list, keywords: dict, node, base: str) -> object:
    given = arguments[0]
    if isinstance(given, Set) and "key" not in keywords:  # in whatever order it is
        given = List(b.heap, given.items)
    items = sequences.items_told_apart(b, given, "sorted()", "Use np.sort.", node)
    ranks = _ranks(b, items, keywords.get("key", NONE), node, base)
    if any(isinstance(rank, Instance) for rank in ranks):
        raise b.error("sorted() of objects is not supported.", "Give a key=.", node)
    reverse = keywords.get("reverse", literal(False))
    if not is_static(reverse):
        raise b.error(
            "the order of sorted() must be known here.",
            "Write reverse=True or False, in two branches if need be.",
            node,
        )
    backwards = bool(static_value(reverse))
    if all(is_static(rank) for rank in ranks):
        places = range(len(items))
        known = [static_value(rank) for rank in ranks]
        order = sorted(places, key=lambda k: known[k], reverse=backwards)
        return List(b.heap, tuple(items[place] for place in order))
    if backwards:
        ranks = [operators.unary(b, gast.USub(), rank, "t") for rank in ranks]
    keys = rule_calls.call_rule(b, np.array, [List(b.heap, tuple(ranks))], {}, "t")
    order = rule_calls.call_rule(
        b, np.argsort, [keys], {"kind": Known("stable")}, "order"
    )
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
    keys = rule_calls.call_rule(b, np.array, [List(b.heap, tuple(ranks))], {}, "t")
    place = rule_calls.call_rule(b, function, [keys], {}, "best")
    return indexing.read_item(b, List(b.heap, tuple(items)), place, base)


def extreme(builtin: Callable, function: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        values = arguments
        if len(arguments) == 1 and keywords.keys() & {"key", "default"}:
            values = sequences.items_told_apart(
                b, arguments[0], f"{builtin.__name__}()", "Write a loop.", node
            )
            if not values and "default" in keywords:
                return keywords["default"]
            arguments = [List(b.heap, tuple(values))]
        if "key" in keywords:
            return best(b, values, keywords["key"], function, node, base)
        definition = rule_of(builtin).definition
        return inline.inline(b, definition, arguments, {}, node, base)

    return handler
