"""Integers of shapes: `x.shape[0]`, `len(x)`, `x.size`, as sums of names."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.ir.leaves import number_of
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.affine import Affine
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import (
    ONE,
    Place,
    constant,
    expression,
    number_in,
)


def integer_of_shape(low: Lowering, node: gast.expr) -> Affine | None:
    """Return an entry of a shape, or a number of entries, as an extent."""
    if isinstance(node, gast.Subscript) and not isinstance(node.slice, gast.Slice):
        place = number_of(node.slice)
        shape = shape_of(low, node.value) if isinstance(place, int) else None
        if shape is not None and isinstance(place, int):
            return shape[place]
    if isinstance(node, gast.Attribute) and _is_array(low, node.value):
        if node.attr == "size":
            return size_of(low, low.array(node.value.id).extents)
        if node.attr == "ndim":
            return constant(len(low.array(node.value.id).extents))
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.args:
        function = low.references.get(node.func.id)
        if function in (len, np.size) and len(node.args) == 1:
            if _is_array(low, node.args[0]):
                extents = low.array(node.args[0].id).extents
                return extents[0] if function is len else size_of(low, extents)
    return None


def shape_of(low: Lowering, node: gast.expr) -> Place | None:
    """Return the extents that `x.shape` or `np.shape(x)` has, None for others."""
    if isinstance(node, gast.Call) and low.references.get(_name(node.func)) is np.shape:
        node = gast.Attribute(node.args[0], "shape", gast.Load())
    if _name(node) in low.lists.extents:
        return low.lists.extents[node.id]
    if _name(node) in low.lists.shapes:  # one that was saved
        rank, shape = low.lists.shapes[node.id], node
        parts = [build.subscript(shape, build.constant(k)) for k in range(rank)]
        return tuple(low.size(part) for part in parts)
    if isinstance(node, gast.Attribute) and node.attr == "shape":
        if _is_array(low, node.value):
            return low.array(node.value.id).extents
        if isinstance(low.kinds.get(_name(node.value)), Scalar):
            return ()
    if isinstance(node, gast.Tuple):
        sizes = [integer_of_shape(low, part) or low.integer(part) for part in node.elts]
        known = tuple(size for size in sizes if size is not None)
        return known if len(known) == len(sizes) else None
    return None


def extents_of(low: Lowering, node: gast.expr) -> Place:
    """Return the extents that an argument `shape` asks for."""
    known = shape_of(low, node)
    if known is not None:
        return known
    parts = node.elts if isinstance(node, (gast.Tuple, gast.List)) else [node]
    return tuple(_extent(low, part) for part in parts)


def _extent(low: Lowering, node: gast.expr) -> Affine:
    known = integer_of_shape(low, node)
    if known is None:
        known = low.integer(node)
    if known is None and isinstance(low.kinds.get(_name(node)), Scalar):
        known = low.size(node)
    if known is None:
        raise low.refuse("a shape is not known")
    return known


def sizes_of(low: Lowering, shape: Place) -> gast.expr:
    """Return extents as a tuple of integers."""
    sizes = [expression(low.exact(extent)) for extent in shape]
    return build.display(sizes, tuple)


def size_of(low: Lowering, extents: Place) -> Affine:
    """Return the number of entries of an array."""
    total: Affine = ONE
    for extent in extents:
        one, other = number_in(total), number_in(extent)
        exact = low.exact(extent)
        if one is not None:
            total = {n: f * one for n, f in exact.items() if f * one}
        elif other is not None:
            total = {n: f * other for n, f in total.items() if f * other}
        else:
            total = low.size(build.binary(expression(total), "*", expression(exact)))
    return total


def _is_array(low: Lowering, node: gast.expr) -> bool:
    kind = low.kinds.get(_name(node))
    return isinstance(kind, Array) and kind.shape is not None


def _name(node: gast.expr) -> str:
    return node.id if isinstance(node, gast.Name) else ""
