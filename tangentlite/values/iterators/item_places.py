"""Items by their places, of arrays and ranges, and of zip and its like over these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.values.base import Atom, Range, Value
from tangentlite.values.iterables import Enumerate, Reversed, Zip

Names = Iterator[gast.expr]


@dataclass(frozen=True)
class Places:
    """How a program reads items at places: from which parts, by which expression.

    `form` says the same of items that are made alike. `item` makes the expression of
    the item at a place, of names that stand for the parts, in their order.
    """

    parts: tuple[Value, ...]
    form: str
    item: Callable[[Names, gast.expr], gast.expr]


@operations.placed.otherwise
def of_others(b: Builder, items: Value) -> Places | None:
    """Return None: iterators, and what is walked one by one, have no places."""
    return None


@operations.placed.of(Array, ListOf, Range)
def of_items(b: Builder, items: Value) -> Places:
    """Read an item of an array, a list or a range."""
    return whole(items)


def whole(items: Value) -> Places:
    """Return how a program reads items of what has them itself."""

    def read(names: Names, place: gast.expr) -> gast.expr:
        return gast.Call(gast.Constant(item, None), [next(names), place], [])

    return Places((items,), "items", read)


@operations.placed.of(Zip)
def of_zip(b: Builder, items: Zip) -> Places | None:
    """Read an item of each part; a zip that asks whether they end together does not."""
    found = [operations.placed(b, part) for part in items.parts]
    places = [one for one in found if one is not None]
    if not found or len(places) < len(found) or items.fill or items.strict:
        return None

    def read(names: Names, place: gast.expr) -> gast.expr:
        return gast.Tuple([one.item(names, place) for one in places], gast.Load())

    parts = tuple(part for one in places for part in one.parts)
    return Places(parts, f"zip({' '.join(one.form for one in places)})", read)


@operations.placed.of(Enumerate)
def of_enumerate(b: Builder, items: Enumerate) -> Places | None:
    """Read an item, with the place as its number, or the first number added."""
    inner = operations.placed(b, items.items)
    if inner is None:
        return None
    start: tuple[Atom, ...] = (items.start,)
    if items.start.is_static and items.start.static_value() == 0:
        start = ()

    def read(names: Names, place: gast.expr) -> gast.expr:
        number = gast.BinOp(next(names), gast.Add(), place) if start else place
        return gast.Tuple([number, inner.item(names, place)], gast.Load())

    form = f"enumerate({inner.form}{' from' * len(start)})"
    return Places((*start, *inner.parts), form, read)


@operations.placed.of(Reversed)
def of_reversed(b: Builder, items: Reversed) -> Places | None:
    """Read the item at the place that is as far from the end."""
    inner = operations.placed(b, items.items)
    if inner is None:
        return None

    def read(names: Names, place: gast.expr) -> gast.expr:
        last = gast.BinOp(next(names), gast.Sub(), gast.Constant(1, None))
        return inner.item(names, gast.BinOp(last, gast.Sub(), place))

    parts = operations.length(b, items), *inner.parts
    return Places(parts, f"reversed({inner.form})", read)


def item(items: object, place: int) -> object:
    """Return the item of a loop's iterable at a place: replaced by `_item`."""
    return items


@handlers.builtin(item)
def _item(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
    items, place = arguments
    return operations.item_at(b, items, place, base)
