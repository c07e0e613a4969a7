"""What is added by `np.add.at`."""

from __future__ import annotations

import numpy as np

from tangentlite.kinds.kind import Array, rank, same_shape
from tangentlite.specialize import access, rule_calls
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.records import Atom, Sequence


def of_index_shape(b: Builder, target, index: object, value: Atom) -> Atom:
    """Return what is added to a vector at an index of several axes, in its shape.

    NumPy (2.4 at least) reads beyond the end of a smaller array there.
    """
    if isinstance(index, Sequence) and len(index.items) == 1:
        index = index.items[0]
    if rank(target) not in (None, 1) or rank(value.kind) == 0:
        return value
    if not isinstance(index, Atom) or not isinstance(index.kind, Array):
        return value
    if rank(index.kind) == 1 or same_shape(index.kind, value.kind, b.sizes):
        return value
    if index.kind.dtype in (None, "bool"):  # a mask selects as many as it likes
        return value
    shape = access.read_attribute(b, index, "shape", "n")
    return rule_calls.call_rule(b, np.broadcast_to, [value, shape], {}, "t")
