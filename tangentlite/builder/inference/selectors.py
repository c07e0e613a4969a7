"""Advanced indexing: lists, arrays and booleans in an index."""

from __future__ import annotations

import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.builder.inference.entrywise import broadcast_shape
from tangentlite.builder.inference.result_kinds import call_kind, sample
from tangentlite.builder.sizes import required_sizes
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.dims import Dim, Symbol
from tangentlite.values.base import Sequence, Value, required_atom
from tangentlite.values.structure import atoms


def axes_used(b: Builder, item: Value) -> int:
    """Return how many axes an item of an index takes."""
    kind = _kind_of_list(b, item) or item.kind
    if isinstance(kind, Array) and kind.dtype == "bool" and kind.shape is not None:
        return len(kind.shape)
    flag = isinstance(kind, Scalar) and kind.dtype == "bool"
    return 0 if flag else 1  # a flag adds an axis


def _kind_of_list(b: Builder, item: Value) -> Array | None:
    """Return the kind of the array that a list or tuple in an index stands for."""
    if not isinstance(item, Sequence):
        return None
    return call_kind(b, np.array, [sample(item)], {})


def require_mask(b: Builder, item: Value, sizes: tuple[Dim, ...]) -> None:
    """Require a mask in an index to have the sizes of the axes that it takes."""
    kind = item.kind
    if isinstance(kind, Array) and kind.dtype == "bool" and kind.shape is not None:
        for size, other in zip(kind.shape, sizes):
            required_sizes.of_mask(b, size, other)


def selected(b: Builder, item: Value) -> tuple[Dim, ...] | None:
    """Return the sizes of what a list, an array or a boolean in an index selects."""
    listed = _kind_of_list(b, item)
    if listed is not None and listed.dtype != "bool":
        return listed.shape
    if isinstance(item, Sequence):
        if not all(v.is_static for v in atoms(item)):
            return (Symbol(b.names.fresh("count")),)
        return (sum(bool(flag.static_value()) for flag in atoms(item)),)
    atom = required_atom(item)
    if isinstance(atom.kind, Array):
        if atom.kind.shape is None:
            return None
        if atom.kind.dtype == "bool" and not b.memory.masks_change:
            return (Symbol(f"count({atom.name})"),)
        if atom.kind.dtype == "bool":
            return (Symbol(b.names.fresh("count")),)
        return atom.kind.shape
    # A list may change, and a boolean takes all or nothing.
    return (Symbol(b.names.fresh("count")),)


def inserted(
    b: Builder,
    shape: list[Dim],
    chosen: list[tuple[Dim, ...]],
    places: list[int | None],
) -> tuple[Dim, ...] | None:
    """Return the sizes of a result with those that advanced indices select inserted.

    NumPy puts them where arrays and integers stand next to each other, but first if
    anything lies between these, be it `...` that stands for no axis.
    """
    sizes = broadcast_shape(b, [Array("int64", dims) for dims in chosen])
    if sizes is None:
        return None
    chosen_at = [i for i, place in enumerate(places) if place is not None]
    together = places[chosen_at[0] : chosen_at[-1] + 1]
    place = 0 if None in together else together[0]
    return tuple(shape[:place]) + sizes + tuple(shape[place:])
