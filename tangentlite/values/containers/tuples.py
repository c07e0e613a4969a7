"""Shapes of arrays as tuples: of known rank, or one run-time tuple."""

from __future__ import annotations

import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.names import TEMPORARY
from tangentlite.kinds.kind import Opaque, Scalar, shape_of
from tangentlite.values.base import Atom, Sequence
from tangentlite.values.literals import literal

SHAPE = Opaque(tuple, Scalar("int64", True))


def shape(b: Builder, owner: Atom, base: str) -> Atom:
    """Emit `np.shape(owner)`."""
    callee = b.references.function(np.shape)
    return b.emit(b, build.call(callee, [owner.node]), SHAPE, base)


def shape_value(b: Builder, owner: Atom) -> Sequence:
    """Emit reads of the sizes in `owner.shape`, of known rank; return their tuple."""
    dims = shape_of(owner.kind)
    assert dims is not None
    sizes = []
    for axis, dim in enumerate(dims):
        found = b.sizes.find(dim)
        if isinstance(found, int):
            sizes.append(literal(found))
            continue
        whole = build.attribute(owner.node, "shape")
        rhs = build.subscript(whole, build.constant(axis))
        sizes.append(b.emit(b, rhs, Scalar("int64", True, None, found), TEMPORARY))
    return Sequence(tuple(sizes))
