"""`sorted`, `min` and `max`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, Opaque, Scalar, rank
from tangentlite.kinds.objects.user_objects import is_generated, lookup
from tangentlite.rules.registry import rule_of
from tangentlite.specialize.library import heaps_and_bisection
from tangentlite.specialize.state import restart
from tangentlite.values.base import Atom, Known, Range, Sequence, Value
from tangentlite.values.callable_values import NONE
from tangentlite.values.containers import dynamic_lists
from tangentlite.values.heap import Dictionary, Instance, List, Set
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal
from tangentlite.values.structure import is_container


@handlers.builtin(sorted, iterates=True)
def ordered(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    if len(arguments) != 1:
        error = TypeError(f"sorted expected 1 argument, got {len(arguments)}")
        raise operations.certain_error(b, error, "Give it by its name: key=...", node)
    given = arguments[0]
    if isinstance(given, Set) and "key" not in keywords:  # in whatever order it is
        given = List(b.heap, given.items)
    items = sequences.all_items(b, given)
    if items is None and dynamic_lists.is_of_text(given) and "key" not in keywords:
        return dynamic_lists.ordered_text(b, given, keywords, base)
    if items is None and isinstance(given, Atom) and rank(given.kind) in (None, 1):
        ordered = heaps_and_bisection.ordered
        return operations.inline(b, ordered, [given], keywords, node, base)
    items = sequences.items_told_apart(b, given, "sorted()", "Use np.sort.", node)
    ranks = _ranks(b, items, keywords.get("key", NONE), node, base)
    reverse = keywords.get("reverse", literal(False))
    if not reverse.is_static:
        raise b.error(
            "the order of sorted() must be known here.",
            "Write reverse=True or False, in two branches if need be.",
            node,
        )
    backwards = bool(reverse.static_value())
    columns = _columns(b, ranks, "sorted()", node)
    return List(b.heap, tuple(_arranged(b, items, columns, backwards)))


def _columns(b: Builder, ranks: list, what: str, node) -> list[list]:
    """Return the sort keys in order of significance, each as a column.

    Tuples are compared item by item.
    """
    if all(rank.is_static for rank in ranks):
        return [ranks]
    if all(isinstance(rank, Sequence) for rank in ranks):
        if len({len(rank.items) for rank in ranks}) == 1:
            columns: list[list] = []
            for part in zip(*(rank.items for rank in ranks)):
                columns += _columns(b, list(part), what, node)
                if _are_distinct(columns[-1]):
                    break
            return columns
    if any(is_container(rank) or not _is_number(rank) for rank in ranks):
        given = next(r for r in ranks if is_container(r) or not _is_number(r))
        raise b.error(
            f"{what} that may have to compare {given.describe()} with others "
            "by computed values is not supported.",
            "Give a key= of numbers, or of tuples of numbers that are equally long.",
            node,
        )
    return [ranks]


def _are_distinct(ranks: list) -> bool:
    """Whether all keys are known, and no two of them are equal."""
    if not all(rank.is_static for rank in ranks):
        return False
    known = [rank.static_value() for rank in ranks]
    return all(known.count(value) == 1 for value in known)


def _is_number(value: Value) -> bool:
    kind = getattr(value, "kind", None)
    if isinstance(kind, Array):
        return kind.shape in ((), None)
    return isinstance(kind, (Scalar, Opaque)) and "complex" not in str(
        getattr(kind, "dtype", "")
    )


def _arranged(b: Builder, items: list, columns: list[list], backwards: bool) -> list:
    """Return items in a stable order; computed columns are compared at run time."""
    if len(items) < 2 or not columns:
        return items
    if not all(rank.is_static for rank in columns[0]):
        return _arranged_later(b, items, columns, backwards)
    known: list[Any] = [rank.static_value() for rank in columns[0]]
    places = sorted(range(len(items)), key=lambda k: known[k], reverse=backwards)
    found: list = []
    while places:
        equal = [place for place in places if known[place] == known[places[0]]]
        rest = [[column[place] for place in equal] for column in columns[1:]]
        found += _arranged(b, [items[place] for place in equal], rest, backwards)
        places = places[len(equal) :]
    return found


def _arranged_later(b: Builder, items: list, columns, backwards: bool) -> list:
    """Return items in the order of columns at run time."""
    keys = []
    for ranks in columns:
        if all(rank.is_static for rank in ranks):
            ranks = _numbered(ranks)
        if backwards:
            ranks = [operations.unary(b, gast.USub(), rank, "t") for rank in ranks]
        held = List(b.heap, tuple(ranks))
        keys.append(operations.call_rule(b, np.array, [held], {}, "t"))
    if len(keys) == 1:
        stable = {"kind": Known("stable")}
        order = operations.call_rule(b, np.argsort, keys, stable, "order")
    else:  # the last key of lexsort comes first
        given = Sequence(tuple(reversed(keys)))
        order = operations.call_rule(b, np.lexsort, [given], {}, "order")
    places = [
        operations.read_item(b, order, literal(k), "place") for k in range(len(items))
    ]
    held = List(b.heap, tuple(items))
    return [operations.read_item(b, held, place, "t") for place in places]


def _numbered(ranks: list) -> list:
    """Return the ranks of known keys, as integers."""
    known: list[Any] = [rank.static_value() for rank in ranks]
    different: list[Any] = []
    for value in sorted(known):
        if not different or different[-1] != value:
            different.append(value)
    return [literal(different.index(value)) for value in known]


def _ranks(b: Builder, items: list, key: object, node, base: str) -> list:
    """Return the sort keys of items."""
    if key != NONE:
        items = [operations.call(b, key, [item], {}, node, base) for item in items]
    if not _are_ordered_records(items):
        return items
    names = [f.name for f in dataclasses.fields(items[0].type) if f.compare]
    return [
        Sequence(
            tuple(operations.read_own_attribute(b, item, name, base) for name in names)
        )
        for item in items
    ]


def _are_ordered_records(items: list) -> bool:
    """Whether all are of one class with the order of `dataclass(order=True)`."""
    classes = {item.type if isinstance(item, Instance) else None for item in items}
    cls = classes.pop() if len(classes) == 1 else None
    return cls is not None and all(
        is_generated(lookup(cls, name, None)) for name in ("__lt__", "__gt__")
    )


def _best(b: Builder, items: list, key: object, function, node, base: str) -> Value:
    """Return the item with the largest key (`np.argmax`) or the smallest."""
    ranks = _ranks(b, items, key, node, base)
    largest = function is np.argmax
    if all(rank.is_static for rank in ranks):
        known: list[Any] = [rank.static_value() for rank in ranks]
        extreme = max(known) if largest else min(known)
        return items[known.index(extreme)]
    columns = _columns(b, ranks, "max()" if largest else "min()", node)
    if len(columns) > 1:  # of equal ones the first, as sorted
        return _arranged(b, items, columns, largest)[0]
    keys = operations.call_rule(b, np.array, [List(b.heap, tuple(ranks))], {}, "t")
    place = operations.call_rule(b, function, [keys], {}, "best")
    return operations.read_item(b, List(b.heap, tuple(items)), place, base)


def _for_any_number(b: Builder, values: object) -> Callable | None:
    """Return the polyfill for any number of items, None if their number is known."""
    if sequences.static_count(b, values) is not None:
        return None
    if isinstance(values, Range):
        return heaps_and_bisection.best_of_range
    is_row = isinstance(values, Atom) and rank(values.kind) == 1
    return heaps_and_bisection.best_of_items if is_row else None


def _searched(b: Builder, builtin, definition, values, keywords: dict, node, base: str):
    """Return the best of any number of items, or a default."""
    given = [values, keywords["key"], literal(builtin is max)]
    count = operations.length(b, values)
    is_empty = operations.compare(b, [gast.Eq()], [count, literal(0)], "t")

    def otherwise() -> Value:
        if "default" in keywords:
            return keywords["default"]
        error = ValueError(f"{builtin.__name__}() arg is an empty sequence")
        raise operations.certain_error(b, error, "Give a default.", node)

    def found() -> Value:
        return operations.inline(b, definition, given, {}, node, base)

    return operations.choose(b, is_empty, otherwise, found, base)


def extreme(builtin: Callable, function: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str):
        values = arguments
        one = arguments[0]
        definition = _for_any_number(b, one) if len(arguments) == 1 else None
        if definition is not None and keywords.get("key", NONE) != NONE:
            return _searched(b, builtin, definition, one, keywords, node, base)
        if len(arguments) == 1 and (keywords or isinstance(one, (Dictionary, Set))):
            values = sequences.items_told_apart(
                b, one, f"{builtin.__name__}()", "Write a loop.", node
            )
            if not values and "default" in keywords:
                return keywords["default"]
            arguments = [List(b.heap, tuple(values))]
        known = (
            values if len(arguments) > 1 else operations.static_items(b, arguments[0])
        )
        if known == []:
            error = ValueError(f"{builtin.__name__}() arg is an empty sequence")
            raise operations.certain_error(b, error, "Give a default.", node)
        decided = known and (_are_static(known) or _are_ordered_records(known))
        if keywords.get("key", NONE) == NONE and not decided:
            return _compared(b, builtin, known, arguments, node, base)
        return _best(b, known, keywords.get("key", NONE), function, node, base)

    return handler


# Two values for each that is compared stand in a condition.
MOST_NESTED = 3


def _compared(b: Builder, builtin, known: list | None, arguments: list, node, base):
    """Return the best of some values, or of the items of one, by comparing them."""
    values = arguments if known is None else known
    several = known is None or len(known) > MOST_NESTED
    if b.in_condition and several:
        raise restart.statements(b, f"{builtin.__name__}() is called in a condition.")
    if known is not None and len(known) == 1:
        return known[0]
    rule = rule_of(builtin)
    definition = None if rule is None else rule.definition
    assert definition is not None, "min and max have definitions"
    return operations.inline(b, definition, values, {}, node, base)


def _are_static(values: list) -> bool:
    """Whether all values are known now, and none is a number."""
    return all(v.is_static and not isinstance(v, Atom) for v in values)


handlers.calls(
    {max: extreme(max, np.argmax), min: extreme(min, np.argmin)},
    none="number",
    iterates=True,
)
