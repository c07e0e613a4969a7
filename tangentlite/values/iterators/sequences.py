"""Items of iterables: the known ones, their number, and the k-th one."""

from __future__ import annotations

import array
import enum
from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from typing import Any

import gast

from tangentlite import operations
from tangentlite.builder.arguments import MAX_ITEMS
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.values import structure
from tangentlite.values.base import Atom, Known, Range, Sequence, Value
from tangentlite.values.iterables import Enumerate, Reversed, Zip
from tangentlite.values.literals import literal


@operations.static_items.otherwise
def none(b: Builder, value: object) -> None:
    """Return None: the items are not known one by one."""


@operations.static_items.of(Sequence)
def told_apart(b: Builder, value: Sequence) -> list:
    """Return the items of a list or tuple."""
    return list(value.items)


@operations.static_items.of(Known, holding=(str, tuple, list))
def of_known(b: Builder, value: Known) -> list:
    """Return the letters of known text, or the items of a known container."""
    known: Any = value.value
    return [literal(item) for item in known]


@operations.static_items.of(Known, holding=(enum.EnumType, enum.Flag))
def members(b: Builder, value: Known) -> list:
    """Return the members of an enumeration, or of a flag."""
    known: Any = value.value
    return [Known(member) for member in known]


def reads_arrays(value: object) -> bool:
    """Whether an iterable reads arrays."""
    if isinstance(value, (Enumerate, Reversed)):
        return reads_arrays(value.items)
    if isinstance(value, Zip):
        return any(map(reads_arrays, value.parts))
    return isinstance(value, Atom)


def all_items(b: Builder, value: object) -> list | None:
    """Return all items of an iterable if their number is known, else None."""
    value = operations.as_items(b, value)
    items = operations.static_items(b, value)
    if items is None and (count := static_count(b, value)) is not None:
        return [operations.item_at(b, value, literal(k), "t") for k in range(count)]
    return items


def items_told_apart(
    b: Builder, value: object, what: str, instead: str, node: gast.AST | None
) -> list:
    """Return all items of an iterable; raise if their number is not known.

    `what` names the function that needs them, `instead` is what to write.
    """
    items = all_items(b, value)
    if items is None:
        what = f"{what} needs items whose number is known here."
        raise b.error(what, instead, node)
    return items


def static_count(b: Builder, value: object) -> int | None:
    """Return the number of items if it is known, else None.

    Unless sizes are exact, it is returned for short ranges alone.
    """
    items = operations.static_items(b, value)
    if items is not None:
        return len(items)
    if not b.assumed.exact:
        counts = value.items if isinstance(value, Reversed) else value
        if not isinstance(counts, Range):
            return None
        whole = counts.known()
        return None if whole is None or len(whole) > MAX_ITEMS else len(whole)
    if not _is_iterable(value):
        return None
    with b.into([]):
        size = operations.length(b, value)
    return size.static_value() if size.is_static else None


def _is_iterable(value: object) -> bool:
    kind = getattr(value, "kind", None)
    lists = isinstance(kind, ListOf) or (isinstance(kind, Array) and bool(kind.shape))
    return lists or isinstance(value, (Range, Zip, Enumerate, Reversed))


@operations.item_at.otherwise
def item_at(b: Builder, value: Value, position: Atom, base: str) -> Value:
    """Return the item of a value at a known position, or emit the read of it."""
    if not isinstance(value, Atom) and position.is_static:
        items, place = operations.static_items(b, value), position.static_value()
        if items is not None and place < len(items):
            return items[place]
    if isinstance(value, Atom) and isinstance(value.kind, (Array, ListOf)):
        if isinstance(value.kind, Array) and value.kind.shape == ():
            raise b.error("a 0-d array cannot be iterated over.", "Use a 1-d array.")
        return operations.read_item(b, value, position, base)
    if structure.item_of(value) is not None:
        return operations.read_item(b, value, position, base)
    raise b.error(
        f"iteration over {value.describe()} is not supported yet.",
        _instead_of(getattr(getattr(value, "kind", None), "type", None)),
    )


def _instead_of(type_: type | None) -> str:
    """Return the advice for an object that cannot be iterated over."""
    if type_ in (array.array, memoryview, bytearray):
        return "Make it an array: np.asarray(values), outside or here."
    if type_ is not None and issubclass(type_, _OF_ITEMS):
        return "Make a list of it outside of the function: list(items)."
    return "Iterate over range, arrays, lists, tuples, zip, enumerate or reversed."


_OF_ITEMS = (Iterator, KeysView, ValuesView, ItemsView)
