"""Iterables of other iterables: zip, enumerate, reversed, and views of dicts."""

from __future__ import annotations

from typing import Any

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.by_kind import ByKind
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.sizes.dims import Dim
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.heap import List
from tangentlite.values.iterables import Enumerate, Reversed, View, Zip
from tangentlite.values.iterators import sequences
from tangentlite.values.iterators.ranges import static_value_of
from tangentlite.values.literals import literal


@operations.static_items.of(View)
def items_of_view(b: Builder, value: View) -> list:
    """Return the keys, values or pairs of a dict."""
    return list(value.items)


@operations.as_items.of(View)
def list_of_view(b: Builder, value: View, node: object = None) -> List:
    """Return the keys, values or pairs as they are now."""
    return List(b.heap, tuple(value.items))


@operations.static_items.of(Reversed)
def items_reversed(b: Builder, value: Reversed) -> list | None:
    """Return the items from the last to the first."""
    items = operations.static_items(b, value.items)
    return None if items is None else items[::-1]


@operations.static_items.of(Enumerate)
def items_numbered(b: Builder, value: Enumerate) -> list | None:
    """Return pairs of a number and an item."""
    if not value.start.is_static:
        return None
    items = operations.static_items(b, value.items)
    if items is None:
        return None
    first = value.start.static_value()
    return [Sequence((literal(first + k), item)) for k, item in enumerate(items)]


@operations.static_items.of(Zip)
def items_of_zip(b: Builder, value: Zip) -> list | None:
    """Return the rows of a zip if one part has known items; others must be as long."""
    parts = [operations.static_items(b, part) for part in value.parts]
    if all(part is None for part in parts):
        return None
    count = min(len(part) for part in parts if part is not None)
    for position, part in enumerate(parts):
        if part is None:
            whole = value.parts[position]
            size = sequences.static_count(b, whole)
            if size is None:
                require_items(b, [whole], count)
            else:
                count = min(count, size)
    for position, part in enumerate(parts):
        if part is None:
            whole = value.parts[position]
            parts[position] = [
                operations.item_at(b, whole, literal(k), "t") for k in range(count)
            ]
    return [Sequence(items) for items in zip(*parts)]


def require_items(b: Builder, wholes: list[Value], count: int) -> None:
    """Emit checks that arrays are long enough; raise unless sizes are exact."""
    for whole in wholes:
        if not isinstance(whole, Atom) or not b.assumed.exact:
            raise b.error(
                "zip of a tuple with what may be shorter is not supported.",
                "Loop over range(len(...)) instead.",
            )
        callee = b.references.function(runtime.require_items)
        check = build.call(callee, [whole.node, build.constant(count)])
        b.add(build.effect(check, b.line))


@ByKind
def may_be_shorter(b: Builder, value: Any) -> Any:
    """Return what may end before the items that are known in an iterable with it."""


@may_be_shorter.otherwise
def _none(b: Builder, value: Value) -> list[Value]:
    return []


@may_be_shorter.of(Enumerate)
def _in_enumerated(b: Builder, value: Enumerate) -> list[Value]:
    return may_be_shorter(b, value.items)


@may_be_shorter.of(Zip)
def _in_zip(b: Builder, value: Zip) -> list[Value]:
    found = list[Value]()
    with b.into([]):
        for part in value.parts:
            known = operations.static_items(b, part) is not None
            is_open = not known and sequences.static_count(b, part) is None
            found += [part] if is_open else may_be_shorter(b, part)
    return found


@operations.length.of(Enumerate, Reversed)
def length_of_inner(b: Builder, value: Enumerate | Reversed) -> Atom:
    """Return the length of the inner iterable."""
    return operations.length(b, value.items)


@operations.length.of(Zip)
def length_of_zip(b: Builder, value: Zip) -> Atom:
    """Return the length of the shortest part."""
    return shortest(b, [operations.length(b, part) for part in value.parts])


def shortest(b: Builder, sizes: list[Atom]) -> Atom:
    """Return the smallest of some sizes, of which those that are equal count once."""
    if all(size.is_static for size in sizes):
        return literal(min(size.static_value() for size in sizes))
    kept = sizes[:1]
    for size in sizes[1:]:
        known = _measured(size)
        others = [other for k in kept if (other := _measured(k)) is not None]
        if known is None or not any(b.sizes.same(other, known) for other in others):
            kept.append(size)
    if len(kept) == 1:
        return kept[0]
    rhs = build.call(b.references.function(min), [size.node for size in kept])
    return b.emit(b, rhs, Scalar("int64", True), "n")


def _measured(size: Atom) -> Dim | None:
    """Return the axis that an integer measures, None if it is not known."""
    return size.kind.size if isinstance(size.kind, Scalar) else None


@operations.item_at.of(Zip)
def row_at(b: Builder, value: Zip, position: Atom, base: str) -> Sequence:
    """Return the row of a zip: an item of each part."""
    return Sequence(
        tuple(operations.item_at(b, part, position, base) for part in value.parts)
    )


@operations.item_at.of(Enumerate)
def numbered_at(b: Builder, value: Enumerate, position: Atom, base: str) -> Sequence:
    """Return an item with its number."""
    number = operations.binary(b, gast.Add(), position, value.start, "i")
    if static_value_of(value.start) == 0:
        number = position
    return Sequence((number, operations.item_at(b, value.items, position, base)))


@operations.item_at.of(Reversed)
def reversed_at(b: Builder, value: Reversed, position: Atom, base: str) -> Value:
    """Return the item at a position from the end."""
    size = operations.length(b, value)
    last = operations.binary(b, gast.Sub(), size, literal(1), "t")
    mirrored = operations.binary(b, gast.Sub(), last, position, "t")
    return operations.item_at(b, value.items, mirrored, base)
