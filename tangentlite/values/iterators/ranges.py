"""Ranges that are more than what a loop goes over: their items and parts."""

from __future__ import annotations

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.values import callable_values
from tangentlite.values.base import Range
from tangentlite.values.literals import literal


def bound(b: Builder, owner: Range, name: str) -> object:
    """Return `owner.start`, `stop` or `step`."""
    if callable_values.known_range(owner) == range(
        0
    ):  # those from outside are told apart by their items
        raise b.error(
            f"the {name} of a range without items is not supported.",
            "Pass it by itself.",
        )
    return getattr(owner, name)


def read(b: Builder, owner: Range, index: int | slice | None) -> object:
    """Return `owner[index]`; both have to be known now."""
    whole = callable_values.known_range(owner)
    if whole is None or index is None:
        raise b.error("this range cannot be indexed yet.", "Make it a list first.")
    if isinstance(index, slice):
        part = whole[index]
        return Range(literal(part.start), literal(part.stop), literal(part.step))
    try:
        return literal(whole[index])
    except (IndexError, TypeError) as error:
        raise operations.certain_error(b, error, "Check the index.", None) from None
