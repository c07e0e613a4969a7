"""Slices that arguments are, or hold, as indices of lists: they must be known."""

from __future__ import annotations

from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, Opaque, Scalar
from tangentlite.values.base import Atom
from tangentlite.values.objects.describe import describe


def require(b: Builder, owner: object, index: object) -> None:
    """Raise where a slice that is known when the program runs is of no array.

    It gives several items, not one. In a text for these very arguments it is known.
    """
    kind = getattr(index, "kind", None)
    of_array = isinstance(owner, Atom) and isinstance(owner.kind, (Array, Scalar))
    if isinstance(kind, Opaque) and kind.type is slice and not of_array:
        raise b.error(
            f"{describe(owner)} is indexed by a slice that is not known here.",
            "Write the slice where it is used, or make the list an array.",
        )
