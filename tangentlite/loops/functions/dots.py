"""Products of rows that lie side by side in memory, which BLAS adds up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.lowering.arrays import element
from tangentlite.loops.lowering.element_values import Elements, is_one
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import (
    ZERO,
    Place,
    at_axes,
    axis,
    expression,
    number_in,
    sum_of,
)

# Of shorter rows the products are added up in a loop.
SHORTEST = 9
Row = Callable[[Mapping[str, Affine]], gast.expr]


def rows_of(
    low: Lowering,
    values: Sequence[Elements],
    labels: Sequence[str],
    out: str,
    inner: Sequence[str],
) -> list[Row] | None:
    """Return the rows along the one summed axis, None unless BLAS takes them."""
    if len(inner) != 1 or len(values) != 2:
        return None
    (summed,) = inner
    if len({value.dtype for value in values}) != 1:
        return None
    rows = []
    for value, letters in zip(values, labels):
        row = _row(low, value, letters, summed)
        if row is None:
            return None
        rows.append(row)
    return rows


def _row(low: Lowering, value: Elements, letters: str, summed: str) -> Row | None:
    """Return what gives a row of an array, None if it is not side by side."""
    if letters.count(summed) != 1 or not value.base:
        return None
    along = letters.index(summed)
    extent = value.extents[along]
    length = number_in(extent)
    if is_one(extent) or length is not None and length < SHORTEST:
        return None
    known = low.facts.arrays.get(value.base)
    if known is None or known.base != value.base:
        return None
    own = axis(along)
    *others, last = value.place
    if last.get(own) != 1 or any(own in part for part in others):
        return None
    if any(name.startswith("#") and name != own for name in last):
        return None
    size, whole = low.exact(extent), low.facts.same(known.extents[-1], extent)

    def at(where: Mapping[str, Affine]) -> gast.expr:
        place = tuple(
            ZERO if c == summed or is_one(e) else where[c]
            for e, c in zip(value.extents, letters)
        )
        start = at_axes(last, place)
        if whole and not start:
            if not others:
                return build.name(value.base)
            return element(value.base, tuple(at_axes(part, place) for part in others))
        first = expression(start) if start else None
        piece = gast.Slice(first, expression(sum_of(start, size)), None)
        parts = [expression(at_axes(part, place)) for part in others]
        index = build.display([*parts, piece], tuple) if parts else piece
        return build.subscript(build.name(value.base), index)

    return at


def by_dots(
    low: Lowering,
    name: str,
    extents: Mapping[str, Affine],
    out: str,
    rows: Sequence[Row],
    dtype: str | None,
) -> None:
    """Bind a name to the products of rows at each place of the result."""
    shape = tuple(extents[c] for c in out)
    if not out:
        low.bind(name, low.call(np.dot, *(row({}) for row in rows)))
        return
    low.allocate(name, shape, dtype)

    def visit(place: Place) -> None:
        where = dict(zip(out, place))
        product = low.call(np.dot, *(row(where) for row in rows))
        low.emit(build.assign(element(name, place), product, low.line))

    low.nest(shape, visit)
