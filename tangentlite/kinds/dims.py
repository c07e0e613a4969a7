"""Sizes of array axes: numbers, or symbols that may be proved equal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Symbol:
    """An axis of unknown size: `max(base + offset, 0)`.

    `plural` says that the base is known not to be 1 (the arguments of a derivative
    are told apart by their pattern of ones, so an axis of an argument is plural).
    """

    base: str
    offset: int = 0
    plural: bool = False


Dim = int | Symbol


def may_be_one(dim: Dim) -> bool:
    """Whether an axis may have size 1 when the program runs."""
    if isinstance(dim, int):
        return dim == 1
    return not (dim.plural and dim.offset == 0)


class Equalities:
    """Which symbols are known to be equal: a union-find over symbols' bases.

    >>> n, m = Symbol('x.0', 0, True), Symbol('y.0', 0, True)
    >>> equal = Equalities()
    >>> equal.same(n, m), equal.unify(n, m), equal.same(n, m)
    (False, None, True)
    """

    def __init__(self) -> None:
        self._parent: dict[str, tuple[str, int]] = {}
        self._number: dict[str, int] = {}

    def find(self, dim: Dim) -> Dim:
        """Return the representative of a size."""
        if isinstance(dim, int):
            return dim
        base, offset = dim.base, dim.offset
        while base in self._parent:
            base, step = self._parent[base]
            offset += step
        if base in self._number:
            return max(self._number[base] + offset, 0)
        return Symbol(base, offset, dim.plural)

    def same(self, a: Dim, b: Dim) -> bool:
        """Whether two sizes are provably equal."""
        a, b = self.find(a), self.find(b)
        if isinstance(a, Symbol) and isinstance(b, Symbol):
            return a.base == b.base and a.offset == b.offset
        return a == b

    def unify(self, a: Dim, b: Dim) -> None:
        """Record that two sizes are equal (the primal would have raised if not)."""
        a, b = self.find(a), self.find(b)
        if isinstance(a, int) and isinstance(b, int):
            return
        if isinstance(a, int):
            a, b = b, a
        assert isinstance(a, Symbol)
        if isinstance(b, int):
            # max(base + offset, 0) = 0 does not determine the base.
            if b > 0:
                self._number[a.base] = b - a.offset
        elif a.base != b.base and a.offset == b.offset:
            self._parent[a.base] = (b.base, 0)

    def broadcast(self, a: Dim, b: Dim) -> Dim | None:
        """Return the size that two axes broadcast to, None if that is not known."""
        if a == 1 or self.same(a, b):
            return b
        if b == 1:
            return a
        if not may_be_one(a) and not may_be_one(b):
            self.unify(a, b)
            return a
        if not may_be_one(a):
            return a
        if not may_be_one(b):
            return b
        return None


def resized(dim: Dim, change: int) -> Dim:
    """Return a size plus a constant, not below 0.

    >>> resized(5, -2), resized(Symbol('n'), -1)
    (3, Symbol(base='n', offset=-1, plural=False))
    """
    if isinstance(dim, int):
        return max(dim + change, 0)
    if dim.offset < 0 < change:
        # max(n - 1, 0) + 1 is not n for n = 0.
        return Symbol(f"({dim.base}{dim.offset}{change:+})", 0, False)
    return Symbol(dim.base, dim.offset + change, dim.plural)
