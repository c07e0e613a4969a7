"""`np.broadcast_shapes` of shapes whose sizes are known to be equal, or one."""

from __future__ import annotations

import itertools

import numpy as np

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Scalar
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.literals import literal


@handlers.builtin(np.broadcast_shapes)
def _common_shape(b: Builder, arguments: list, keywords: dict, node, base: str):
    """Return the shape that some broadcast to; NumPy is asked where it is not known.

    Before: `np.broadcast_shapes(x.shape, (1, 3))`, where `x` has three columns.
    After: `(x.shape[0], 3)`.
    """
    shapes = [shape for given in arguments if (shape := _sizes(given)) is not None]
    if not keywords and len(shapes) == len(arguments):
        ends = [shape[::-1] for shape in shapes]
        axes = itertools.zip_longest(*ends, fillvalue=_ONE)
        found = [_common_size(b, axis) for axis in axes]
        if None not in found:
            return Sequence(tuple(found[::-1]))
    return operations.call_rule(b, np.broadcast_shapes, arguments, keywords, base)


_ONE = literal(1)


def _sizes(value: Value) -> tuple[Atom, ...] | None:
    """Return the sizes in a tuple, or in an integer; None if they are not known."""
    items = value.items if type(value) is Sequence else (value,)
    known = (isinstance(getattr(i, "kind", None), Scalar) for i in items)
    return tuple(items) if all(known) else None


def _common_size(b: Builder, axis: tuple[Atom, ...]) -> Atom | None:
    """Return the size of an axis; None where the program has to look."""
    longer = [item for item in axis if _size(b, item) != 1]
    if not longer:
        return _ONE
    sizes = {_size(b, item) for item in longer}
    return longer[0] if len(sizes) == 1 and None not in sizes else None


def _size(b: Builder, item: Atom) -> object:
    """Return the size that an integer is, None if it is not known to be one."""
    kind = item.kind
    assert isinstance(kind, Scalar)
    if kind.size is not None:
        return b.sizes.find(kind.size)
    whole = type(kind.value) is int and kind.value >= 0
    return kind.value if whole else None
