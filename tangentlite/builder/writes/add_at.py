"""The value that `np.add.at` adds, in the shape of the index."""

from __future__ import annotations

import numpy as np

from tangentlite import operations
from tangentlite.builder import indexing
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, rank, same_shape
from tangentlite.values.base import Atom, Sequence, Value


def of_index_shape(b: Builder, target: Atom, index: Value, value: Atom) -> Atom:
    """Return a value to add to a vector at an array of indices, in the array's shape.

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
    # On a vector, what an index without a mask selects has the shape of the index.
    is_plain = rank(target.kind) == 1 and index.kind.dtype not in (None, "bool")
    part = index if is_plain else indexing.read_array(b, target, index, "t")
    shape = operations.read_attribute(b, part, "shape", "t")
    return operations.call_rule(b, np.broadcast_to, [value, shape], {}, "t")
