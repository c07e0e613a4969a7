"""Sizes of array axes: numbers, or symbols that may be proved equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
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


class Sizes:
    """What is proved of symbols: which are equal (a union-find), how large they are.

    >>> n, m = Symbol('x.0', 0, True), Symbol('y.0', 0, True)
    >>> sizes = Sizes()
    >>> sizes.same(n, m), sizes.unify(n, m), sizes.same(n, m)
    (False, None, True)

    What is proved in a block that may not run holds only there:

    >>> with sizes.scope() as proved:
    ...     sizes.unify(n, 3)
    >>> sizes.same(n, 3)
    False
    >>> with sizes.scope():
    ...     sizes.prove(proved)
    ...     print(sizes.find(n))
    3
    """

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self._number: dict[str, int] = {}
        self._least: dict[str, int] = {}
        # of a base: its slices whose size is a number if the base is large enough
        self._parts: dict[str, tuple[tuple[int, Symbol, int], ...]] = {}
        # of a base: what it broadcasts to with others, as (symbol, size, size)
        self._joint: dict[str, tuple[tuple[Symbol, Dim, Dim], ...]] = {}
        self._proved: list[tuple] = []

    @contextmanager
    def scope(self) -> Iterator[list[tuple]]:
        """Forget at the end what is proved inside; gives what that is."""
        outer = dict(vars(self))
        vars(self).update({name: table.copy() for name, table in outer.items()})
        self._proved = []
        try:
            yield self._proved
        finally:
            vars(self).update(outer)

    def prove(self, facts: Iterable[tuple]) -> None:
        """Take over what was proved in a scope."""
        for learn, *arguments in facts:
            learn(self, *arguments)

    def find(self, dim: Dim) -> Dim:
        """Return the representative of a size."""
        if isinstance(dim, int):
            return dim
        base = dim.base
        while base in self._parent:
            base = self._parent[base]
        if base in self._number:
            return max(self._number[base] + dim.offset, 0)
        return dim if base == dim.base else Symbol(base, dim.offset, dim.plural)

    def same(self, a: Dim, b: Dim) -> bool:
        """Whether two sizes are provably equal."""
        a, b = self.find(a), self.find(b)
        if isinstance(a, Symbol) and isinstance(b, Symbol):
            return a.base == b.base and a.offset == b.offset
        return a == b

    def may_be_one(self, dim: Dim) -> bool:
        """Whether an axis may have size 1, for all that is proved."""
        dim = self.find(dim)
        if isinstance(dim, Symbol) and self._least.get(dim.base, 0) + dim.offset > 1:
            return False
        return may_be_one(dim)

    def unify(self, a: Dim, b: Dim) -> None:
        """Record that two sizes are equal (the primal would have raised if not)."""
        a, b = self.find(a), self.find(b)
        if isinstance(a, int):
            a, b = b, a
        if isinstance(a, int):
            return
        if isinstance(b, int):
            # max(base + offset, 0) = 0 does not determine the base.
            if b > 0:
                self._number[a.base] = b - a.offset
                self._proved.append((Sizes.unify, a, b))
                self._settle(a.base, b - a.offset)
        elif a.base != b.base and a.offset == b.offset and _is_invertible(a, b):
            self._parent[a.base] = b.base
            self._proved.append((Sizes.unify, a, b))
            for table in (self._parts, self._joint):
                table[b.base] = table.get(a.base, ()) + table.get(b.base, ())
            least = (self._least.get(base, 0) for base in (a.base, b.base))
            self._settle(b.base, max(least))

    def at_least(self, dim: Dim, size: int) -> None:
        """Record that an axis has some entries (the primal would have raised if not).

        >>> n, sizes = Symbol('x.0'), Sizes()
        >>> part = sizes.part(n, slice(2, 5))
        >>> sizes.at_least(n, 5)
        >>> sizes.find(part), sizes.part(n, slice(0, 2)), sizes.may_be_one(n)
        (3, 2, False)
        """
        dim = self.find(dim)
        if isinstance(dim, Symbol) and size > 0:
            least = size - dim.offset
            if least > self._least.get(dim.base, 0):
                self._proved.append((Sizes.at_least, dim, size))
                self._settle(dim.base, least)

    def _settle(self, base: str, least: int) -> None:
        """Note how large a base is at least, and the sizes that this proves."""
        self._least[base] = least
        parts = self._parts.get(base, ())
        self._parts[base] = tuple(part for part in parts if part[0] > least)
        for needed, symbol, number in parts:
            if needed <= least:
                self.unify(symbol, number)
        for symbol, *axes in self._joint.get(base, ()):
            size = self._joint_size(*axes)
            if size is not None:
                self.unify(symbol, size)

    def part(self, dim: Dim, piece: slice) -> Dim:
        """Return the size of a slice of an axis between literal bounds."""
        dim = self.find(dim)
        if isinstance(dim, int):
            return len(range(dim)[piece])
        stop, step = piece.stop, piece.step or 1
        start = 0 if piece.start is None and step > 0 else piece.start
        if (
            step == 1
            and start is not None
            and start >= 0
            and (stop is None or stop < 0)
        ):
            return resized(dim, -start + (stop or 0))
        if piece == slice(None, None, -1):
            return dim
        symbol = Symbol(f"{dim.base}{dim.offset:+}[{start}:{stop}:{step}]")
        needed = _needed(piece)
        if needed is None:
            return symbol
        number = len(range(needed)[piece])
        if needed - dim.offset <= self._least.get(dim.base, 0):
            return number
        parts = self._parts.get(dim.base, ())
        self._parts[dim.base] = (*parts, (needed - dim.offset, symbol, number))
        return symbol

    def broadcast(self, a: Dim, b: Dim) -> Dim:
        """Return the size that two axes broadcast to, a new symbol if it is not known.

        >>> sizes, n, m = Sizes(), Symbol('x.0'), Symbol('y.0')
        >>> both = sizes.broadcast(n, m)
        >>> sizes.at_least(n, 2)
        >>> sizes.find(both).base
        'x.0'
        """
        size = self._joint_size(a, b)
        if size is None:
            size = Symbol(f"broadcast({_text(a)},{_text(b)})")
            for axis in {self.find(a), self.find(b)}:
                if isinstance(axis, Symbol):
                    known = self._joint.get(axis.base, ())
                    self._joint[axis.base] = (*known, (size, a, b))
            return size
        if not self.may_be_one(a) and not self.may_be_one(b):
            self.unify(a, b)
        # A symbol says more than its number, which may hold in this block only.
        symbols = (dim for dim in (a, b) if isinstance(dim, Symbol))
        return next((dim for dim in symbols if self.same(dim, size)), size)

    def _joint_size(self, a: Dim, b: Dim) -> Dim | None:
        a, b = self.find(a), self.find(b)
        if a == 1 or self.same(a, b):
            return b
        if b == 1 or not self.may_be_one(a):
            return a
        return None if self.may_be_one(b) else b


def _text(dim: Dim) -> str:
    return str(dim) if isinstance(dim, int) else f"{dim.base}{dim.offset:+}"


def _is_invertible(a: Symbol, b: Symbol) -> bool:
    """Whether sizes are equal only if their bases are (short axes end at 0)."""
    return a.offset >= 0 or (a.offset == -1 and a.plural and b.plural)


def _needed(piece: slice) -> int | None:
    """Return how large an axis must be for a slice to have one size, None if any.

    >>> _needed(slice(2, 5)), _needed(slice(-3, None)), _needed(slice(4, -1))
    (5, 3, None)
    """
    step = piece.step or 1
    start, stop = piece.start, piece.stop
    from_start = start >= 0 if start is not None else step > 0
    to_start = stop >= 0 if stop is not None else step < 0
    if from_start is not to_start:
        return None
    given = [bound for bound in (start, stop) if bound is not None]
    if from_start:
        return max(given, default=0) + (step < 0)
    return -min(given, default=0)


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
