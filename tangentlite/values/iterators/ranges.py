"""Ranges: their attributes, items and lengths."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite import operations
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.operations import implements
from tangentlite.values.base import Atom, Range, Value
from tangentlite.values.callable_values import Method
from tangentlite.values.literals import literal


@operations.attribute.of(Range)
def bound(b: Builder, owner: Range, name: str, base: str) -> Value:
    """Return `owner.start`, `stop` or `step`, or a method."""
    if name not in ("start", "stop", "step"):
        return Method(owner, name)
    # Guards identify ranges from outside by their items.
    if owner.known() == range(0):
        raise b.error(
            f"the {name} of a range without items is not supported.",
            "Pass it by itself.",
        )
    return getattr(owner, name)


@operations.item.of(Range)
def read(b: Builder, owner: Range, place: Value, base: str) -> Value:
    """Return `owner[place]`; both have to be known now."""
    whole, index = owner.known(), indexing.static_index(place)
    if whole is None or index is None:
        raise b.error("this range cannot be indexed yet.", "Make it a list first.")
    if isinstance(index, slice):
        part = whole[index]
        return Range(literal(part.start), literal(part.stop), literal(part.step))
    try:
        return literal(whole[index])
    except (IndexError, TypeError) as error:
        raise operations.certain_error(b, error, "Check the index.", None) from None


@operations.static_items.of(Range)
def numbers(b: Builder, value: Range) -> list | None:
    """Return the numbers of a known range, in generated text alone."""
    whole = value.known() if b.source.generated else None
    return None if whole is None else [literal(number) for number in whole]


@implements(operations.as_numbers)
def array(b: Builder, value: Value) -> Value:
    """Return `np.arange` of a range's bounds, without its defaults; others as is."""
    if type(value) is not Range:
        return value
    bounds = list(value.inside)
    if static_value_of(value.step) == 1:
        bounds = bounds[:2]
        if static_value_of(value.start) == 0:
            bounds = bounds[1:]
    return operations.call_rule(b, np.arange, bounds, {}, "t")


@operations.length.of(Range)
def length(b: Builder, value: Range) -> Atom:
    """Return the length of a range; its size is that of the bound, if known."""
    whole = value.known()
    if whole is not None:
        return literal(len(whole))
    callee = b.references.function(len)
    rhs = build.call(callee, [operations.as_atom(b, value).node])
    if static_value_of(value.start) == 0 and static_value_of(value.step) == 1:
        size = value.stop.kind.size if isinstance(value.stop.kind, Scalar) else None
        return b.emit(b, rhs, Scalar("int64", True, None, size), "t")
    return b.emit(b, rhs, Scalar("int64", True), "n")


@operations.item_at.of(Range)
def number_at(b: Builder, value: Range, position: Atom, base: str) -> Value:
    """Return the number at a position."""
    scaled = position
    if static_value_of(value.step) != 1:
        scaled = operations.binary(b, gast.Mult(), value.step, position, "t")
    if static_value_of(value.start) == 0:
        return scaled
    return operations.binary(b, gast.Add(), value.start, scaled, base)


def static_value_of(atom: Atom) -> object:
    """Return the value of a literal, None for a variable."""
    return atom.static_value() if atom.is_static else None
