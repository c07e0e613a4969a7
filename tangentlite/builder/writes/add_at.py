"""What is added by `np.add.at`."""

from __future__ import annotations

import numpy as np

from tangentlite import operations
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, rank, same_shape
from tangentlite.values.base import Atom, Sequence


def of_index_shape(b: Builder, target: Atom, index: object, value: Atom) -> Atom:
    """Return what is added to a vector at an index of several axes, in its shape.

    NumPy (2.4 at least) reads beyond the end of a smaller array there.
    """
    if isinstance(index, Sequence) and len(index.items) == 1:
        index = index.items[0]
    if rank(target.kind) not in (None, 1) or rank(value.kind) == 0:
        return value
    if not isinstance(index, Atom) or not isinstance(index.kind, Array):
        return value
    if rank(index.kind) == 1 or same_shape(index.kind, value.kind, b.sizes):
        return value
    # Of a vector an index without a mask selects what has its shape.
    is_plain = rank(target.kind) == 1 and index.kind.dtype not in (None, "bool")
    part = index if is_plain else indexing.read_array(b, target, index, "t")
    shape = operations.read_attribute(b, part, "shape", "t")
    return operations.call_rule(b, np.broadcast_to, [value, shape], {}, "t")
