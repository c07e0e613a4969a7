"""Loops that fold elements into numbers: sums in any order, extremes, products."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.loops.lowering.arrays import element
from tangentlite.loops.lowering.element_values import Elements
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import ONE, ZERO, Place

# Emits how the name or the place of a total takes in one more value.
Step = Callable[[gast.expr, gast.expr], None]


def adding(low: Lowering) -> Step:
    """Return the step of a sum."""
    return lambda total, value: low.emit(
        build.augment(_of(total), "+", value, low.line)
    )


def multiplying(low: Lowering) -> Step:
    """Return the step of a product."""
    return lambda total, value: low.emit(
        build.augment(_of(total), "*", value, low.line)
    )


def choosing(low: Lowering, make: Callable[[gast.expr, gast.expr], gast.expr]) -> Step:
    """Return the step that replaces a total by what is made of it and a value."""
    return lambda total, value: low.emit(
        build.assign(_of(total), make(total, value), low.line)
    )


def _of(total: gast.expr) -> gast.expr | str:
    return total.id if isinstance(total, gast.Name) else total


def folded(
    low: Lowering,
    name: str,
    value: Elements,
    axes: Sequence[int],
    keepdims: bool,
    step: Step,
    start: gast.expr | None,
    dtype: str | None,
) -> None:
    """Bind a name to the fold of elements over some axes, in the order of rows.

    Without a `start` the fold starts with the first element. Over the last axes a
    number is folded, which is then put, or folded, into the result's place.
    """
    kept = [k for k in range(value.rank) if k not in axes]
    last = value.rank
    while last - 1 in axes:
        last -= 1
    inner = value.extents[last:]
    leading = [k for k in axes if k < last]
    extents = _result(value.extents, kept, axes, keepdims)
    if not kept:
        _to_number(low, name, value, step, start, dtype, keepdims)
        return
    low.declare(name, extents, dtype)
    in_place = bool(leading) or not inner
    # Loops over zeros that are made in one go can be joined with those in front.
    from_zeros = in_place and not low.lists.path and _is_zero(start)
    low.allocate(name, extents, dtype, np.zeros if from_zeros else np.empty)

    def target(place: Place) -> gast.expr:
        own = place if not keepdims else _with_ones(place, kept, value.rank)
        return element(name, own)

    if in_place and not from_zeros:
        first = tuple(value.extents[k] for k in kept)

        def begin(place: Place) -> None:
            node = value.at(_put(place, kept, value.rank)) if start is None else start
            low.emit(build.assign(target(place), node, low.line))

        low.nest(first, begin)

    def visit(outer: Place) -> None:
        if not inner:
            step(target(tuple(outer[k] for k in kept)), value.at(outer))
            return
        zeros = (ZERO,) * len(inner)
        node = value.at((*outer, *zeros)) if start is None else start
        total = low.named(node, Scalar(dtype, False), "total")
        low.nest(inner, lambda own: step(total, value.at((*outer, *own))))
        place = target(tuple(outer[k] for k in kept))
        if leading:
            step(place, total)
        else:
            low.emit(build.assign(place, total, low.line))

    low.nest(value.extents[:last], visit)


def _is_zero(start: gast.expr | None) -> bool:
    return isinstance(start, gast.Constant) and not start.value


def _to_number(low, name, value, step, start, dtype, keepdims) -> None:
    if keepdims and value.rank:
        total = low.fresh("total", Scalar(dtype, False))
    else:
        total = name
        low.declare(name, (), dtype)
    node = value.at((ZERO,) * value.rank) if start is None else start
    low.bind(total, node)
    low.nest(value.extents, lambda place: step(build.name(total), value.at(place)))
    if total != name:
        spread(low, name, build.name(total), value.rank, dtype)


def spread(low: Lowering, name: str, total: gast.expr, rank: int, dtype) -> None:
    """Bind a name to an array of one entry."""
    low.declare(name, (ONE,) * rank, dtype)
    low.allocate(name, (ONE,) * rank, dtype)
    low.emit(build.assign(element(name, (ZERO,) * rank), total, low.line))


def _result(extents: Place, kept: Sequence[int], axes, keepdims: bool) -> Place:
    if keepdims:
        return tuple(ONE if k in axes else e for k, e in enumerate(extents))
    return tuple(extents[k] for k in kept)


def _with_ones(place: Place, kept: Sequence[int], rank: int) -> Place:
    return _put(place, kept, rank)


def _put(place: Place, kept: Sequence[int], rank: int) -> Place:
    found = [ZERO] * rank
    for k, part in zip(kept, place):
        found[k] = part
    return tuple(found)
