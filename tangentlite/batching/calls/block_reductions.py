"""Reductions and what runs along an axis."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentlite.batching.block_program import BlockProgram
from tangentlite.batching.block_rules import (
    axes_behind,
    axis_argument,
    axis_behind,
    block_of,
)
from tangentlite.ir import build
from tangentlite.ir.leaves import number_of
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.runtime import unbroadcast


def _array(program: BlockProgram, node: gast.Call) -> gast.expr | None:
    """Return the first argument if it alone has a leading axis."""
    others = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
    if not node.args or any(program.reads_batched(other) for other in others):
        return None
    return node.args[0] if program.is_batched(node.args[0]) else None


def _along(
    node: gast.Call, place: int, options: tuple[str, ...]
) -> tuple[gast.expr | None, list[tuple[str, gast.expr]]] | None:
    """Return the axis of a call and its options, None if there are others."""
    others = {keyword.arg: keyword.value for keyword in node.keywords}
    axis = others.pop("axis", None)
    if len(node.args) > place:
        axis = node.args[place]
    if len(node.args) > place + 1 or not set(others) <= set(options):
        return None
    return axis, list(others.items())


@block_of(
    np.sum, np.mean, np.prod, np.max, np.min, np.any, np.all, np.std, np.var,
    np.nansum, np.nanmean,
)  # fmt: skip
def _reduction(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    array, asked = _array(program, node), _along(node, 1, ("keepdims", "ddof"))
    if array is None or asked is None:
        return None
    rank = program.rank(array)
    axes = axes_behind(asked[0], rank)
    if axes is None or not axes:
        return None
    keywords = [("axis", axis_argument(axes)), *asked[1]]
    return build.call(node.func, [array], keywords)


@block_of(unbroadcast)
def _unbroadcast(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if len(node.args) != 2 or node.keywords or not program.is_batched(node.args[0]):
        return None
    value, like = node.args
    if not isinstance(like, gast.Name) or program.kind(like) is None:
        return None
    rank, of_like = program.rank(value), program.rank(like)
    if rank < of_like:
        return None  # an assignment has dropped axes
    if not of_like:
        return _whole_sum(program, value, rank)
    count = build.name(program.count)
    sizes = program.sizes(build.attribute(like, "shape"))
    ones: list[gast.expr] = [build.constant(1)] * (rank - of_like)
    shape = build.display([count, *ones, *sizes], tuple)
    summed = build.call(node.func, [value, shape])
    if not ones:
        return summed
    whole = program.named(summed, Array(kind.dtype, (1,) * len(ones) + kind.shape))
    return program.call(np.reshape, [whole, build.display([count, *sizes], tuple)])


def _whole_sum(program: BlockProgram, value: gast.expr, rank: int) -> gast.expr:
    axes = axis_argument(list(range(1, rank + 1)))
    return program.call(np.sum, [value], [("axis", axes)]) if rank else value


@block_of(sum)
def _in_turn(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    """Return the sum of items, of a list of blocks or behind the leading axis."""
    start = node.args[1] if len(node.args) == 2 else build.constant(0)
    if node.keywords or not program.is_batched(node.args[0]):
        return None
    of_items = program.kind(node.args[0])
    if isinstance(of_items, ListOf):
        if number_of(start) != 0 or not isinstance(of_items.item, Scalar):
            return None  # of no items it is a number, not an array
        count, zero = build.name(program.count), build.constant(0.0)
        dtype = program.dtype_of(of_items.item.dtype)
        zeros = program.call(np.full, [count, zero, *dtype])
        return build.call(node.func, [node.args[0], program.named(zeros, kind)])
    if not isinstance(of_items, Array) or number_of(start) != 0:
        return None
    return program.call(np.sum, node.args[:1], [("axis", build.constant(1))])


@block_of(np.argmax, np.argmin, np.cumsum, np.cumprod)
def _along_one(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    array, asked = _array(program, node), _along(node, 1, ())
    if array is None or asked is None:
        return None
    axis = axis_behind(asked[0], program.rank(array))
    if axis is None:
        return None
    return build.call(node.func, [array], [("axis", build.constant(axis))])


@block_of(np.diff)
def _diff(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    array, asked = _array(program, node), _along(node, 2, ())
    if array is None or asked is None:
        return None
    axis = axis_behind(asked[0] or build.constant(-1), program.rank(array))
    if axis is None:
        return None
    others = node.args[1:2]
    return build.call(node.func, [array, *others], [("axis", build.constant(axis))])


@block_of(np.sort, np.argsort)
def _sort(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    array, asked = _array(program, node), _along(node, 1, ("kind",))
    if array is None or asked is None:
        return None
    axis = axis_behind(asked[0] or build.constant(-1), program.rank(array))
    if axis is None:
        return None
    keywords = [("axis", build.constant(axis)), *asked[1]]
    return build.call(node.func, [array], keywords)


@block_of(np.take_along_axis)
def _take_along(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if len(node.args) < 2:
        return None
    asked = _along(node, 2, ())
    array, places = node.args[:2]
    if asked is None or asked[0] is None:
        return None
    rank = program.rank(array)
    axis = axis_behind(asked[0], rank)
    if axis is None or not program.is_batched(array):
        return None
    if not program.is_batched(places):
        places = program.with_axis(places, -rank - 1)
    return build.call(node.func, [array, places], [("axis", build.constant(axis))])
