"""Arrays that are made for a block because something is written into them."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from tangentlite.batching.block_program import BlockProgram
from tangentlite.batching.block_rules import block_of, given
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.runtime import copy_as_it_lies, zeros_as_it_lies

_LIKE = (
    (np.zeros_like, np.zeros),
    (np.ones_like, np.ones),
    (np.empty_like, np.empty),
)
_NEW = (np.zeros, np.ones, np.empty)


def created(program: BlockProgram, value: gast.expr, kind: Any) -> gast.expr | None:
    """Return a new array with a leading axis; None for what makes no such array."""
    if not isinstance(value, gast.Call) or not isinstance(kind, Array):
        return None
    function = program.references.get(getattr(value.func, "id", ""))
    if function is zeros_as_it_lies or function is copy_as_it_lies:
        raise program.refuse("how an array lies in memory decides what is computed")
    if function is np.full:
        return _filled(program, value, kind)
    like = next((make for one, make in _LIKE if one is function), None)
    found = given(value, "a") if like else given(value, "shape", "dtype")
    make = like or next((one for one in _NEW if one is function), None)
    if make is None or found is None or found[0] is None or kind.shape is None:
        return None
    shape = found[0]
    if like:
        if not isinstance(shape, gast.Name):
            return None
        shape = build.attribute(shape, "shape")
    sizes = program.sizes(shape)
    whole = build.display([build.name(program.count), *sizes], tuple)
    return program.call(make, [whole, *program.dtype_of(kind.dtype)])


def _filled(program: BlockProgram, value: gast.Call, kind: Array) -> gast.expr | None:
    """Return an array with one number everywhere."""
    found = given(value, "shape", "fill_value", "dtype")
    if found is None or kind.shape is None or program.kind(found[1]) is None:
        return None
    if program.rank(found[1]):
        return None
    sizes = program.sizes(found[0])
    whole = build.display([build.name(program.count), *sizes], tuple)
    return program.call(np.full, [whole, found[1], *program.dtype_of(kind.dtype)])


@block_of(np.zeros_like, np.ones_like, np.empty_like)
def _like(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    return node if given(node, "a") is not None else None


@block_of(np.array, np.stack, np.asarray)
def _joined(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    """Return items side by side, behind the leading axis."""
    function = program.references.get(getattr(node.func, "id", ""))
    found = given(node, "object", "axis" if function is np.stack else "dtype")
    if found is None or found[0] is None or not isinstance(kind, Array):
        return None
    items = found[0]
    if not isinstance(items, (gast.Tuple, gast.List)):
        return _of_list(program, node, items) if found[1] is None else None
    if found[1] is not None and function is not np.stack:
        return None
    if any(program.kind(item) is None for item in items.elts):
        return None
    axis: Any = 0
    if function is np.stack and found[1] is not None:
        axis = getattr(found[1], "value", None)
    if not isinstance(axis, int) or len({program.rank(i) for i in items.elts}) != 1:
        return None
    parts = build.display([program.lifted(item) for item in items.elts], tuple)
    return program.call(np.stack, [parts], [("axis", build.constant(axis + 1))])


def _of_list(
    program: BlockProgram, node: gast.Call, items: gast.expr
) -> gast.expr | None:
    """Return an array, or the items of a list side by side."""
    kind = program.kind(items)
    if isinstance(kind, Array):
        return node if program.references[node.func.id] is not np.stack else None
    if not isinstance(kind, ListOf) or not isinstance(kind.item, (Scalar, Array)):
        return None
    if isinstance(kind.item, Array):
        return program.call(np.stack, [items], [("axis", build.constant(1))])
    flat = Array(kind.item.dtype, None)
    # An empty list gives an array of no entries, which cannot be stacked.
    rows = program.named(program.call(np.array, [items]), flat, batched=False)
    shape = build.display([build.constant(-1), build.name(program.count)], tuple)
    whole = program.call(np.reshape, [rows, shape])
    return program.call(np.transpose, [program.named(whole, flat, batched=False)])


@block_of(np.concatenate)
def _concatenate(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr | None:
    found = given(node, "arrays", "axis")
    if found is None or not isinstance(found[0], (gast.Tuple, gast.List)):
        return None
    axis = 0 if found[1] is None else getattr(found[1], "value", None)
    if not isinstance(axis, int) or any(program.kind(i) is None for i in found[0].elts):
        return None
    parts = build.display([program.lifted(item) for item in found[0].elts], tuple)
    return build.call(node.func, [parts], [("axis", build.constant(axis + 1))])
