"""Ranges that are more than what a loop goes over: their items and parts."""

from __future__ import annotations

from tangentlite import operations
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.values import callable_values
from tangentlite.values.base import Range
from tangentlite.values.callable_values import Method
from tangentlite.values.literals import literal


@operations.attribute.of(Range)
def bound(b: Builder, owner: Range, name: str, base: str) -> object:
    """Return `owner.start`, `stop` or `step`, or a method."""
    if name not in ("start", "stop", "step"):
        return Method(owner, name)
    # Those from outside are told apart by their items.
    if callable_values.known_range(owner) == range(0):
        raise b.error(
            f"the {name} of a range without items is not supported.",
            "Pass it by itself.",
        )
    return getattr(owner, name)


@operations.item.of(Range)
def read(b: Builder, owner: Range, place: object, base: str) -> object:
    """Return `owner[place]`; both have to be known now."""
    whole, index = callable_values.known_range(owner), indexing.static_index(place)
    if whole is None or index is None:
        raise b.error("this range cannot be indexed yet.", "Make it a list first.")
    if isinstance(index, slice):
        part = whole[index]
        return Range(literal(part.start), literal(part.stop), literal(part.step))
    try:
        return literal(whole[index])
    except (IndexError, TypeError) as error:
        raise operations.certain_error(b, error, "Check the index.", None) from None
