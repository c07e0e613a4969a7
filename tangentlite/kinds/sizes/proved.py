"""Kinds with their sizes replaced by the proved representatives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tangentlite.kinds.kind import Array, Kind, resolved
from tangentlite.kinds.sizes.dims import Dim, Symbol, may_be_one
from tangentlite.kinds.sizes.proofs import Sizes


def final(kinds: Mapping[str, Kind], sizes: Sizes) -> dict[str, Kind]:
    """Return kinds in which provably equal sizes compare equal.

    A size is plural if it is so in all kinds.
    """
    found = {name: resolved(kind, sizes) for name, kind in kinds.items()}
    shapes = [kind.shape for kind in found.values() if isinstance(kind, Array)]
    symbols = {d for shape in shapes for d in shape or () if isinstance(d, Symbol)}
    singular = {symbol.base for symbol in symbols if not symbol.plural}

    def named(dim: Dim) -> Dim:
        if isinstance(dim, Symbol) and dim.plural and dim.base in singular:
            return replace(dim, plural=False)
        return dim

    for name, kind in found.items():
        if isinstance(kind, Array) and kind.shape is not None:
            found[name] = Array(kind.dtype, tuple(map(named, kind.shape)))
    return found


def agree(a: object, b: object) -> bool:
    """Whether arrays have the same dtype, and the same shape if they broadcast.

    >>> n, m = Symbol("x.0", 0, True), Symbol("y.0", 0, True)
    >>> agree(Array("float64", (n,)), Array("float64", (m,)))
    True
    >>> agree(Array("float64", (n,)), Array("float64", (Symbol("t.0"),)))
    False
    """
    if not isinstance(a, Array) or not isinstance(b, Array) or a.dtype != b.dtype:
        return False
    if a.shape is None or b.shape is None or len(a.shape) != len(b.shape):
        return False
    if a.shape == b.shape:
        return True
    pairs = zip(a.shape, b.shape)
    return all(m == n or not (may_be_one(m) or may_be_one(n)) for m, n in pairs)
