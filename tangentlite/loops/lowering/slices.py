"""Slices and single places of an axis: where they start, and how many they are."""

from __future__ import annotations

import gast

from tangentlite.ir import build
from tangentlite.ir.leaves import number_of
from tangentlite.ir.nodes import text_of
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.lowering.lowering import INTEGER, Lowering
from tangentlite.loops.lowering.places import (
    ONE,
    ZERO,
    constant,
    expression,
    minus,
    sum_of,
)
from tangentlite.runtime import loop_helpers as helpers


def piece_of(
    low: Lowering, extent: Affine, piece: gast.Slice
) -> tuple[Affine, int, Affine]:
    """Return the first place of a slice, its step, and its extent.

    Bounds are cut off at the ends of the axis as Python does.
    """
    step = 1 if piece.step is None or _is_none(piece.step) else number_of(piece.step)
    if not isinstance(step, int) or step == 0:
        raise low.refuse("a slice has a step that is no literal")
    lower = None if _is_none(piece.lower) else piece.lower
    upper = None if _is_none(piece.upper) else piece.upper
    if lower is None and upper is None and step == 1:
        return ZERO, 1, extent
    size = low.exact(extent)
    if step > 0:
        start = ZERO if lower is None else _first(low, lower, size)
        stop = size if upper is None else _stop(low, upper, size)
        length = minus(stop, start)
    else:
        last = minus(size, ONE)
        start = last if lower is None else _from_end(low, lower, size, last)
        stop = constant(-1) if upper is None else _down_to(low, upper, size)
        length = minus(start, stop)
    return start, step, _steps(low, length, abs(step))


def _is_none(node: gast.expr | None) -> bool:
    return node is None or (isinstance(node, gast.Constant) and node.value is None)


def _steps(low: Lowering, length: Affine, step: int) -> Affine:
    """Return how often a step fits into a length."""
    if step == 1:
        return length
    rounded = expression(sum_of(length, constant(step - 1)))
    value = build.binary(rounded, "//", build.constant(step))
    return _cut(low, value)


def _cut(low: Lowering, value: gast.expr) -> Affine:
    return low.size(low.call_builtin(max, value, ZERO))


def _first(low: Lowering, node: gast.expr, size: Affine) -> Affine:
    """Return the first place of a slice; behind the end the slice is empty."""
    bound = _integer(low, node)
    if low.facts.is_never_negative(bound):
        return bound
    if _is_negative(low, bound):
        from_end = sum_of(size, bound)
        if low.facts.is_never_negative(from_end):
            return from_end
        return low.size(low.call_builtin(max, from_end, ZERO))
    return low.size(_either(bound, low.call_builtin(max, sum_of(size, bound), ZERO)))


def _stop(low: Lowering, node: gast.expr, size: Affine) -> Affine:
    """Return where a slice stops; it is empty if that is in front of its start."""
    bound = _integer(low, node)
    if low.facts.is_never_negative(bound):
        if low.is_at_least(size, bound):
            return bound
        return low.size(low.call_builtin(min, bound, size))
    if _is_negative(low, bound):
        return sum_of(size, bound)
    cut = low.call_builtin(min, bound, size)
    return _signed(low, _either(bound, sum_of(size, bound), cut))


def _from_end(low: Lowering, node: gast.expr, size: Affine, last: Affine) -> Affine:
    """Return the first place of a slice that goes down."""
    bound = _integer(low, node)
    if low.facts.is_never_negative(bound):
        if low.is_at_least(last, bound):
            return bound
        return _signed(low, low.call_builtin(min, bound, last))
    if _is_negative(low, bound):
        return _at_least_before(low, sum_of(size, bound))
    cut = low.call_builtin(min, bound, last)
    below = low.call_builtin(max, sum_of(size, bound), constant(-1))
    return _signed(low, _either(bound, below, cut))


def _down_to(low: Lowering, node: gast.expr, size: Affine) -> Affine:
    """Return where a slice that goes down stops."""
    bound = _integer(low, node)
    if low.facts.is_never_negative(bound):
        return bound
    if _is_negative(low, bound):
        return _at_least_before(low, sum_of(size, bound))
    below = low.call_builtin(max, sum_of(size, bound), constant(-1))
    return _signed(low, _either(bound, below))


def _at_least_before(low: Lowering, place: Affine) -> Affine:
    """Return a place, or that in front of the first one."""
    if low.facts.is_never_negative(sum_of(place, ONE)):
        return place
    return _signed(low, low.call_builtin(max, place, constant(-1)))


def _either(bound: Affine, negative, positive=None) -> gast.expr:
    """Return a bound from the start, or one that counts from the end."""
    node = expression(bound)
    test = gast.Compare(node, [gast.GtE()], [build.constant(0)])
    other = negative if isinstance(negative, gast.AST) else expression(negative)
    return gast.IfExp(test, node if positive is None else positive, other)


def _signed(low: Lowering, value: gast.expr) -> Affine:
    """Return a computed integer, which may be negative, under a name."""
    return {low.named(value, INTEGER, "stop").id: 1}


def _integer(low: Lowering, node: gast.expr) -> Affine:
    """Return an integer that the program computes, under a name if it may change."""
    known = low.integer(node)
    if known is not None:
        return known
    value = low.elements(node)
    if value.rank or value.dtype is None or "int" not in value.dtype:
        raise low.refuse("a place or a bound is no integer")
    number = as_signed(low, value.at(()), value.dtype)
    return {low.named(number, INTEGER, "k").id: 1}


def as_signed(low: Lowering, number: gast.expr, dtype: str | None) -> gast.expr:
    """Return an integer that numba may add to others: to unsigned ones it may not."""
    is_unsigned = dtype is not None and dtype.startswith("uint")
    return low.call(helpers.as_signed, number) if is_unsigned else number


def _is_negative(low: Lowering, bound: Affine) -> bool:
    return low.facts.is_never_negative(minus(constant(-1), bound))


def place_of(low: Lowering, node: gast.expr, extent: Affine) -> Affine:
    """Return a single place of an axis, counted from its start.

    Where it is not proven to be inside of the axis it is tested.
    """
    place, size = _integer(low, node), low.exact(extent)
    if low.facts.is_never_negative(place) and low.is_at_least(size, sum_of(place, ONE)):
        return place
    if _is_negative(low, place):
        from_end = sum_of(size, place)
        if low.facts.is_never_negative(from_end):
            return from_end
    return tested_place(low, expression(place), size)


def tested_place(low: Lowering, place: gast.expr, size: Affine) -> Affine:
    """Return a place under a name, with a test that it is inside of an axis."""
    call = low.call(helpers.place_in, place, expression(size))
    key = ("place", text_of(call))
    name = low.facts.named.get(key)
    if name is None:
        name = low.named(call, INTEGER, "k").id
        low.facts.sizes.add(name)
        if low.keeps_its_value(call):
            low.facts.named[key] = name
    return {name: 1}


def is_integer(low: Lowering, node: gast.expr) -> bool:
    """Whether an expression is one integer."""
    if isinstance(node, gast.Name):
        kind = low.kinds.get(node.id)
        return isinstance(kind, Scalar) and "int" in (kind.dtype or "")
    return isinstance(number_of(node), int)
