"""Arrays by element: in the memory that they are in, broadcast, and combined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import gast

from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Opaque
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.lowering.element_values import Elements, aligned, is_one
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import Place, at_axes, axis, expression


def of_array(low: Lowering, name: str) -> Elements:
    """Return the elements of an array, in the memory that they are in."""
    known, kind = low.array(name), low.kinds[name]
    assert isinstance(kind, Array)

    def at(place: Place) -> gast.expr:
        return element(known.base, tuple(at_axes(part, place) for part in known.place))

    return Elements(known.extents, at, kind.dtype, False, known.base, known.place)


def element(base: str, place: Place) -> gast.expr:
    """Return the expression of an element of an array."""
    if not place:
        return build.name(base)
    parts = [expression(part) for part in place]
    index = parts[0] if len(parts) == 1 else build.display(parts, tuple)
    return build.subscript(build.name(base), index)


def pointwise(
    low: Lowering,
    make: Callable[..., gast.expr],
    dtype: str | None,
    *values: Elements,
    cast: bool = True,
    weak: bool | None = None,
) -> Elements:
    """Return what is computed from the elements of operands at one place.

    Of a result in single precision the numbers of Python among the operands are in
    single precision, too.
    """
    extents = broadcast(low, *(value.extents for value in values))
    is_weak = all(value.weak for value in values) if weak is None else weak

    def at(place: Place) -> gast.expr:
        parts = [value.at(aligned(value, place)) for value in values]
        if cast and dtype in ("float32", "complex64"):
            parts = [_cast(low, *pair, dtype) for pair in zip(parts, values)]
        return make(*parts)

    return Elements(extents, at, dtype, is_weak)


def _cast(low: Lowering, node: gast.expr, value: Elements, dtype: str) -> gast.expr:
    if not value.weak:
        return node
    return build.call(low.dtype(dtype), [node])


def broadcast(low: Lowering, *shapes: Place) -> Place:
    """Return the extents that operands are broadcast to, with tests that they fit."""
    rank = max(map(len, shapes), default=0)
    found: list[Affine] = [{"": 1}] * rank
    for shape in shapes:
        for place, extent in enumerate(shape, rank - len(shape)):
            if is_one(found[place]):
                found[place] = extent
            elif not is_one(extent):
                low.require_same(found[place], extent)
    return tuple(found)


def whole_array(low: Lowering, value: Elements) -> str | None:
    """Return the array whose elements a value is, all of them in order."""
    known = low.facts.arrays.get(value.base)
    if known is None or known.base != value.base or not known.is_own:
        return None
    same = len(known.extents) == value.rank and value.place == known.place
    if not same or not all(map(low.facts.same, known.extents, value.extents)):
        return None
    return value.base


def matrix(low: Lowering, value: Elements) -> gast.expr:
    """Return a matrix as an array in memory, or the transpose of one."""
    whole = whole_array(low, value)
    if whole is not None:
        return build.name(whole)
    whole = whole_array(low, _turned(value)) if value.base else None
    if whole is not None:
        return build.attribute(build.name(whole), "T")
    name = low.fresh("t", Opaque(None))
    low.define(name, value)
    return build.name(name)


def is_whole(low: Lowering, value: Elements) -> bool:
    """Whether a matrix is a whole array, or the transpose of one."""
    if whole_array(low, value) is not None:
        return True
    return bool(value.base) and whole_array(low, _turned(value)) is not None


def _turned(value: Elements) -> Elements:
    """Return the transpose of a matrix in memory."""
    one, other = value.extents
    back = tuple({_TURNED.get(n, n): f for n, f in p.items()} for p in value.place)
    return replace(value, extents=(other, one), place=back)


_TURNED = {axis(0): axis(1), axis(1): axis(0)}
