"""How entries are arranged: shapes, axes, orders, parts."""

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
    given,
)
from tangentlite.ir import build
from tangentlite.ir.leaves import number_of
from tangentlite.runtime import half_lower


@block_of(np.transpose)
def _transpose(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "a", "axes")
    if found is None or found[0] is None:
        return None
    rank = program.rank(found[0])
    axes = axes_behind(found[1], rank)
    if axes is None:
        return None
    if found[1] is None or getattr(found[1], "value", 0) is None:
        axes = axes[::-1]
    return build.call(node.func, [found[0], build.constant((0, *axes))])


@block_of(np.reshape)
def _reshape(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "a", "shape")
    if found is None or found[0] is None or found[1] is None:
        return None
    whole = [build.name(program.count), *program.sizes(found[1])]
    return build.call(node.func, [found[0], build.display(whole, tuple)])


@block_of(np.ravel)
def _ravel(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "a")
    if found is None or found[0] is None:
        return None
    shape = build.display([build.name(program.count), build.constant(-1)], tuple)
    return program.call(np.reshape, [found[0], shape])


@block_of(np.broadcast_to)
def _broadcast(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "array", "shape")
    if found is None or found[0] is None or found[1] is None:
        return None
    sizes = program.sizes(found[1])
    array = program.aligned(found[0], len(sizes))
    whole = build.display([build.name(program.count), *sizes], tuple)
    return build.call(node.func, [array, whole])


@block_of(np.expand_dims)
def _expand(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "a", "axis")
    if found is None or found[0] is None or found[1] is None:
        return None
    axis = axis_behind(found[1], program.rank(found[0]) + 1)
    if axis is None:
        return None
    return build.call(node.func, [found[0], build.constant(axis)])


@block_of(np.squeeze, np.flip)
def _along(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "a", "axis")
    if found is None or found[0] is None:
        return None
    function = program.references.get(node.func.id)
    if function is np.squeeze and number_of(found[1]) is None:
        return None  # of which axes is known when it runs
    axes = axes_behind(found[1], program.rank(found[0]))
    if not axes:
        return None
    return build.call(node.func, [found[0]], [("axis", axis_argument(axes))])


@block_of(np.swapaxes, np.moveaxis)
def _moved(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    if len(node.args) != 3 or node.keywords:
        return None
    rank = program.rank(node.args[0])
    axes = [axes_behind(axis, rank) for axis in node.args[1:]]
    if None in axes:
        return None
    both = [axis_argument(axis) for axis in axes if axis is not None]
    return build.call(node.func, [node.args[0], *both])


@block_of(np.roll, np.repeat, np.take)
def _by_numbers(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "a", "numbers", "axis")
    if found is None or found[0] is None or found[1] is None:
        return None
    if program.reads_batched(found[1]) or not program.is_batched(found[0]):
        return None
    axis = axis_behind(found[2], program.rank(found[0]))
    if axis is None:
        return None
    keywords = [("axis", build.constant(axis))]
    return build.call(node.func, [found[0], found[1]], keywords)


@block_of(np.tril, np.triu, half_lower)
def _triangle(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    return node if program.rank(node.args[0]) >= 2 else None


@block_of(np.diagonal, np.diag, np.trace)
def _diagonal(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    function = program.references.get(node.func.id)
    found = given(node, "a", "k" if function is np.diag else "offset")
    if found is None or found[0] is None or program.rank(found[0]) != 2:
        return None
    offset = [] if found[1] is None else [("offset", found[1])]
    axes = [("axis1", build.constant(1)), ("axis2", build.constant(2))]
    of = np.diagonal if function is np.diag else function
    return program.call(of, [found[0]], [*offset, *axes])


@block_of(np.fft.fft, np.fft.ifft, np.fft.rfft, np.fft.irfft)
def _transform(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "a", "n", "axis", "norm")
    if found is None or found[0] is None or program.reads_batched(found[1]):
        return None
    axis = -1 if found[2] is None else number_of(found[2])
    return node if axis is not None and axis < 0 else None
