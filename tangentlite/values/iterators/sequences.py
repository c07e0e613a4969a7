"""What can be iterated over: how long it is and what its k-th item is."""

from __future__ import annotations

import array
import enum
from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from typing import Any

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.writes import flat
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.kinds.tables import MAX_ITEMS
from tangentlite.values import callable_values, descriptions
from tangentlite.values.base import Atom, Known, Range, Sequence
from tangentlite.values.callable_values import is_static, static_value
from tangentlite.values.descriptions import describe
from tangentlite.values.heap import Dictionary, Set
from tangentlite.values.iterables import Enumerate, Reversed, View, Zip
from tangentlite.values.iterators import lengths
from tangentlite.values.literals import literal


def static_items(b: Builder, value: object) -> list | None:
    """Return the items of a sequence if they are told apart by position."""
    if isinstance(value, Sequence):
        return list(value.items)
    if isinstance(value, View):
        return list(value.items)
    if isinstance(value, Set):
        _require_order(b, value)
        return list(value.items)
    if isinstance(value, Dictionary):
        return [literal(key) for key in value.keys]
    if isinstance(value, Known) and isinstance(value.value, (str, tuple, list)):
        return [literal(item) for item in value.value]
    if isinstance(value, Known) and isinstance(value.value, (enum.EnumType, enum.Flag)):
        members: Any = value.value
        return [Known(member) for member in members]
    if isinstance(value, Range) and b.source.generated:
        whole = callable_values.known_range(value)
        if whole is not None:
            return [literal(number) for number in whole]
    if isinstance(value, Reversed):
        items = static_items(b, value.items)
        return None if items is None else items[::-1]
    if isinstance(value, Enumerate) and is_static(value.start):
        items = static_items(b, value.items)
        if items is None:
            return None
        first = static_value(value.start)
        return [Sequence((literal(first + k), item)) for k, item in enumerate(items)]
    if isinstance(value, Zip):
        return _static_zip(b, value)
    return None


def reads_arrays(value: object) -> bool:
    """Whether an iterable reads arrays beside what is told apart by position."""
    if isinstance(value, (Enumerate, Reversed)):
        return reads_arrays(value.items)
    if isinstance(value, Zip):
        return any(map(reads_arrays, value.parts))
    return isinstance(value, Atom)


def all_items(b: Builder, value: object) -> list | None:
    """Return all items of what can be iterated over, if it is known how many it has."""
    value = operations.as_items(b, value)
    items = static_items(b, value)
    if items is None and (count := static_count(b, value)) is not None:
        return [item(b, value, literal(k), "t") for k in range(count)]
    return items


def items_told_apart(
    b: Builder, value: object, what: str, instead: str, node: gast.AST | None
) -> list:
    """Return all items of what can be iterated over; raise if it may have any number.

    `what` names the function that needs them, `instead` is what to write.
    """
    items = all_items(b, value)
    if items is None:
        what = f"{what} needs items whose number is known here."
        raise b.error(what, instead, node)
    return items


def static_count(b: Builder, value: object) -> int | None:
    """Return how many items there are, if that is known now.

    Without sizes that are known exactly, it is for short ranges alone.
    """
    items = static_items(b, value)
    if items is not None:
        return len(items)
    if not b.assumed.exact:
        counts = value.items if isinstance(value, Reversed) else value
        if not isinstance(counts, Range):
            return None
        whole = callable_values.known_range(counts)
        return None if whole is None or len(whole) > MAX_ITEMS else len(whole)
    if not _is_iterable(value):
        return None
    with b.into([]):
        size = length(b, value)
    return static_value(size) if is_static(size) else None


def _is_iterable(value: object) -> bool:
    kind = getattr(value, "kind", None)
    lists = isinstance(kind, ListOf) or (isinstance(kind, Array) and bool(kind.shape))
    return lists or isinstance(value, (Range, Zip, Enumerate, Reversed))


def _static_zip(b: Builder, value: Zip) -> list | None:
    parts = [static_items(b, part) for part in value.parts]
    if all(part is None for part in parts):
        return None
    count = min(len(part) for part in parts if part is not None)
    for position, part in enumerate(parts):
        if part is None:
            whole = value.parts[position]
            size = static_count(b, whole)
            if size is None:
                _require_items(b, whole, count)
            else:
                count = min(count, size)
    for position, part in enumerate(parts):
        if part is None:
            whole = value.parts[position]
            parts[position] = [item(b, whole, literal(k), "t") for k in range(count)]
    return [Sequence(items) for items in zip(*parts)]


def _require_items(b: Builder, whole: object, count: int) -> None:
    """Emit a test that something is long enough; for known sizes that is known."""
    if not isinstance(whole, Atom) or not b.assumed.exact:
        raise b.error(
            "zip of a tuple with what may be shorter is not supported.",
            "Loop over range(len(...)) instead.",
        )
    callee = b.references.function(runtime.require_items)
    check = build.call(callee, [whole.node, build.constant(count)])
    b.add(build.effect(check, b.line))


def length(b: Builder, value: object) -> Atom:
    """Return how many items iterating over a value gives."""
    if isinstance(value, (Enumerate, Reversed)):
        return length(b, value.items)
    if isinstance(value, Range):
        whole = callable_values.known_range(value)
        if whole is not None:
            return literal(len(whole))
        callee = b.references.function(len)
        rhs = build.call(callee, [operations.as_atom(b, value).node])
        if static_value_of(value.start) == 0 and static_value_of(value.step) == 1:
            size = value.stop.kind.size if isinstance(value.stop.kind, Scalar) else None
            return b.emit(b, rhs, Scalar("int64", True, None, size), "t")
        return b.emit(b, rhs, Scalar("int64", True), "n")
    if isinstance(value, Zip):
        return _shortest(b, [length(b, part) for part in value.parts])
    if (flattened := flat.flat_owner(value)) is not None:
        return operations.read_attribute(b, flattened, "size", "n")
    return lengths.length(b, value)


def static_value_of(atom: Atom) -> object:
    """Return the value of a literal, None for a variable."""
    return static_value(atom) if is_static(atom) else None


def _shortest(b: Builder, sizes: list[Atom]) -> Atom:
    if all(is_static(size) for size in sizes):
        return literal(min(static_value(size) for size in sizes))  # type: ignore[type-var]
    kept = sizes[:1]
    for size in sizes[1:]:
        known = size.kind.size
        same = known is not None and any(
            k.kind.size is not None and b.sizes.same(k.kind.size, known) for k in kept
        )
        if not same:
            kept.append(size)
    if len(kept) == 1:
        return kept[0]
    rhs = build.call(b.references.function(min), [size.node for size in kept])
    return b.emit(b, rhs, Scalar("int64", True), "n")


def item(b: Builder, value: object, position: Atom, base: str) -> object:
    """Return the item of a sequence at a position known when the program runs."""
    if isinstance(value, Zip):
        return Sequence(tuple(item(b, part, position, base) for part in value.parts))
    if isinstance(value, Enumerate):
        number = operations.binary(b, gast.Add(), position, value.start, "i")
        if static_value_of(value.start) == 0:
            number = position
        return Sequence((number, item(b, value.items, position, base)))
    if isinstance(value, Reversed):
        last = operations.binary(b, gast.Sub(), length(b, value), literal(1), "t")
        mirrored = operations.binary(b, gast.Sub(), last, position, "t")
        return item(b, value.items, mirrored, base)
    if isinstance(value, Range):
        scaled = position
        if static_value_of(value.step) != 1:
            scaled = operations.binary(b, gast.Mult(), value.step, position, "t")
        if static_value_of(value.start) == 0:
            return scaled
        return operations.binary(b, gast.Add(), value.start, scaled, base)
    if (flattened := flat.flat_owner(value)) is not None:
        return flat.read_counted(b, flattened, position, base)
    if not isinstance(value, Atom) and is_static(position):
        items, place = static_items(b, value), static_value(position)
        if items is not None and place < len(items):
            return items[place]
    if isinstance(value, Atom) and isinstance(value.kind, (Array, ListOf)):
        if isinstance(value.kind, Array) and value.kind.shape == ():
            raise b.error("a 0-d array cannot be iterated over.", "Use a 1-d array.")
        return operations.read_item(b, value, position, base)
    if descriptions.item_of(value) is not None:
        return operations.read_item(b, value, position, base)
    raise b.error(
        f"iteration over {describe(value)} is not supported yet.",
        _instead_of(getattr(getattr(value, "kind", None), "type", None)),
    )


def _instead_of(type_: type | None) -> str:
    """Return what to iterate over in place of an object from outside."""
    if type_ in (array.array, memoryview, bytearray):
        return "Make it an array: np.asarray(values), outside or here."
    if type_ is not None and issubclass(type_, _OF_ITEMS):
        return "Make a list of it outside of the function: list(items)."
    return "Iterate over range, arrays, lists, tuples, zip, enumerate or reversed."


_OF_ITEMS = (Iterator, KeysView, ValuesView, ItemsView)


def _require_order(b: Builder, value: Set) -> None:
    """Refuse to go through a set if it is not known in which order Python does."""
    if value.history is None:
        raise b.error(
            "the order of this set depends on how it was made, which is not known "
            "here.",
            "Go through sorted(...), or use a list or dict.",
        )
