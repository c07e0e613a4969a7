"""Proved facts about symbolic sizes: equality (union-find), bounds, broadcasts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tangentlite.kinds.sizes.affine import (
    Affine,
    Counter,
    is_never_negative,
    plus,
    times,
)
from tangentlite.kinds.sizes.dims import (
    Dim,
    Symbol,
    computed,
    entries_needed,
    may_be_negative,
    may_be_one,
    resized,
    size_of,
    sum_of,
    text_of_size,
    varies,
)
from tangentlite.kinds.sizes.scoped import Scoped


class Sizes(Scoped):
    """Facts about symbols: their equality (union-find) and lower bounds.

    >>> n, m = Symbol('x.0', 0, True), Symbol('y.0', 0, True)
    >>> sizes = Sizes()
    >>> sizes.same(n, m), sizes.unify(n, m), sizes.same(n, m)
    (False, None, True)

    Facts that are proved in a conditional block hold only there:

    >>> with sizes.scope() as proved:
    ...     sizes.unify(n, 3)
    >>> sizes.same(n, 3)
    False
    >>> sizes.prove(proved), sizes.find(n)
    (None, 3)
    """

    def __init__(self) -> None:
        super().__init__()
        self._parent: dict[str, str] = {}
        self._number: dict[str, int] = {}
        self._least: dict[str, int] = {}
        self._sums: dict[str, Symbol] = {}  # bases that are sums of others
        self._plural: set[str] = set()  # bases of sums
        # by base: slices that have a constant size if the base is large enough
        self._parts: dict[str, tuple[tuple[int, Symbol, int], ...]] = {}
        # by base: broadcasts with other sizes, as (symbol, size, size)
        self._joint: dict[str, tuple[tuple[Symbol, Dim, Dim], ...]] = {}

    def find(self, dim: Dim) -> Dim:
        """Return the representative of a size."""
        if isinstance(dim, int):
            return dim
        if dim.terms:
            total = plus(self._total(dim.terms), {"": dim.offset}) or {}
            plural = dim.plural and {*dict(dim.terms), ""}.issuperset(total)
            found = size_of(total, plural)
            if not isinstance(found, Symbol):
                return found or 0  # a negative sum cannot be a size at run time
            dim = found
        base = self._root(dim.base)
        if base in self._number:
            return max(self._number[base] + dim.offset, 0)
        whole = self._sums.get(base)
        if whole is not None and (dim.terms or dim.offset >= 0) and base != dim.base:
            return self.find(resized(whole, dim.offset))
        if base == dim.base:
            return dim
        return Symbol(base, dim.offset, dim.plural)

    def _root(self, base: str) -> str:
        while base in self._parent:
            base = self._parent[base]
        return base

    def _total(self, terms: Iterable[tuple[str, int]]) -> Affine:
        """Return a sum in terms of the representatives of its bases."""
        total: Affine | None = {}
        for base, factor in terms:
            root = self._root(base)
            if root in self._number:
                found: Affine | None = {"": self._number[root]}
            elif root in self._sums:
                whole = self._sums[root]
                inner = whole.terms or ((whole.base, 1),)
                found = plus(self._total(inner), {"": whole.offset})
            else:
                found = {root: 1}
            total = plus(total, times(found, factor))
        return total or {}

    def sum_of(self, dim: Dim) -> Affine | None:
        """Return a size as a sum of bases, None if it may be cut off at 0."""
        found = self.find(dim)
        total = sum_of(found, lambda base: self._least.get(base, 0))
        if isinstance(found, Symbol) and found.plural:
            self._plural.update(total or ())
        return total

    def size_of(self, total: Affine | None) -> Dim | None:
        """Return a sum of bases as a size, None if it is unknown."""
        return size_of(total, self._plural.issuperset(filter(None, total or ())))

    def combined(self, symbol: str, a: Dim, b: Dim) -> Dim | None:
        """Return the sum, difference or product of integers, None if it is not affine.

        >>> n = Symbol('n', 0, True)
        >>> four = Sizes().combined('*', n, 4)
        >>> Sizes().combined('-', four, n).base
        '3*n'
        """
        if symbol == "+" and isinstance(a, int):
            a, b = b, a
        if isinstance(a, Symbol) and not a.terms and isinstance(b, int):
            if symbol in "+-":
                change = b if symbol == "+" else -b
                # An integer is not cut off at 0 as a size is.
                return None if a.offset < 0 < change else resized(a, change)
        one, other = self.sum_of(a), self.sum_of(b)
        if symbol == "*":
            if other is not None and set(other) <= {""}:
                one, other = other, one
            if one is None or set(one) - {""}:
                return None
            return self.size_of(times(other, one.get("", 0)))
        return self.size_of(plus(one, other if symbol == "+" else times(other, -1)))

    def is_never_negative(
        self, total: Affine | None, counters: Iterable[Counter]
    ) -> bool:
        """Whether a sum of sizes and counters is provably 0 or more."""
        return is_never_negative(total, counters, lambda n: not may_be_negative(n))

    def same(self, a: Dim, b: Dim) -> bool:
        """Whether two sizes are provably equal."""
        a, b = self.find(a), self.find(b)
        if isinstance(a, Symbol) and isinstance(b, Symbol):
            return (a.base, a.offset, a.terms) == (b.base, b.offset, b.terms)
        return a == b

    def may_be_one(self, dim: Dim) -> bool:
        """Whether an axis may have size 1, unless the contrary is proved."""
        dim = self.find(dim)
        if isinstance(dim, Symbol) and self._least.get(dim.base, 0) + dim.offset > 1:
            return False
        return may_be_one(dim)

    def unify(self, a: Dim, b: Dim) -> None:
        """Record that two sizes are equal (the primal would have raised if not)."""
        a, b = self.find(a), self.find(b)
        if isinstance(a, int):
            a, b = b, a
        if isinstance(a, int) or varies(a) or varies(b):
            return
        if isinstance(b, int):
            # max(base + offset, 0) = 0 does not determine the base.
            if b > 0:
                self._number[a.base] = b - a.offset
                self._proved.append((Sizes.unify, a, b))
                self._settle(a.base, b - a.offset)
        elif a.terms or b.terms:
            self._unify_sum(*((a, b) if b.terms else (b, a)))
        elif a.base != b.base and a.offset == b.offset and _is_invertible(a, b):
            self._parent[a.base] = b.base
            self._proved.append((Sizes.unify, a, b))
            tables: tuple[dict[str, Any], ...] = (self._parts, self._joint)
            for table in tables:
                table[b.base] = table.get(a.base, ()) + table.get(b.base, ())
            least = (self._least.get(base, 0) for base in (a.base, b.base))
            self._settle(b.base, max(least))
        elif a.base != b.base and min(a.offset, b.offset) >= 0 and a.offset != b.offset:
            self._unify_sum(*sorted((a, b), key=lambda dim: dim.offset))

    def _unify_sum(self, symbol: Symbol, total: Symbol) -> None:
        """Record that the base of a symbol is a sum of others.

        >>> n, sizes = Symbol('n'), Sizes()
        >>> twice = sizes.combined('*', n, 2)
        >>> sizes.unify(Symbol('m', 1), twice)
        >>> sizes.same(sizes.combined('+', n, n), Symbol('m', 1))
        True
        >>> sizes.find(Symbol('m'))
        Symbol(base='2*n', offset=-1, plural=False, terms=(('n', 2),))
        """
        if symbol.terms or symbol.offset < 0 or symbol.base in dict(total.terms):
            return
        offset = total.offset - symbol.offset
        whole = replace(total, offset=offset)
        base = f"{text_of_size(whole)} "
        self._sums[base] = whole
        self._parent[symbol.base] = base
        self._proved.append((Sizes.unify, symbol, total))

    def is_at_least(self, dim: Dim, size: int) -> bool:
        """Whether an axis provably has at least some size."""
        dim = self.find(dim)
        if isinstance(dim, int):
            return dim >= size
        return self._least.get(dim.base, 0) + dim.offset >= size

    def at_least(self, dim: Dim, size: int) -> None:
        """Record a lower bound of a size (the primal would have raised if not).

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
        """Record a lower bound of a base, and the sizes that follow from it."""
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
        symbol = computed(f"{dim.base}{dim.offset:+}[{start}:{stop}:{step}]")
        needed = entries_needed(piece)
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
        >>> sizes.same(sizes.broadcast(n, both), both)
        True
        >>> sizes.at_least(n, 2)
        >>> sizes.find(both).base
        'x.0'
        """
        if a == b:
            return a
        size = self._joint_size(a, b)
        if size is None:
            size = computed(f"broadcast({text_of_size(a)},{text_of_size(b)})")
            for axis in {self.find(a), self.find(b)}:
                if isinstance(axis, Symbol):
                    known = self._joint.get(axis.base, ())
                    if (size, a, b) not in known:
                        self._joint[axis.base] = (*known, (size, a, b))
            self._proved.append((Sizes.broadcast, a, b))
            return size
        if not self.may_be_one(a) and not self.may_be_one(b):
            self.unify(a, b)
        # The size of an argument is preferred: its number may be proved in this block
        # only. Of computed sizes a number says more.
        given = (dim for dim in (a, b) if isinstance(dim, Symbol) and dim.plural)
        return next((dim for dim in given if self.same(dim, size)), size)

    def _joint_size(self, a: Dim, b: Dim) -> Dim | None:
        a, b = self.find(a), self.find(b)
        if a == 1 or self.same(a, b) or isinstance(b, int) and b != 1:
            return b
        if b == 1 or not self.may_be_one(a) or self._holds(a, b):
            return a
        return None if self.may_be_one(b) and not self._holds(b, a) else b

    def _holds(self, whole: Dim, part: Dim) -> bool:
        """Whether a size is the result of broadcasting another one, in some steps."""
        seen: set[Dim] = set()
        pending = [part] if isinstance(whole, Symbol) else []
        while pending:
            current = pending.pop()
            if current in seen or not isinstance(current, Symbol):
                continue
            seen.add(current)
            for symbol, *axes in self._joint.get(current.base, ()):
                if any(self.same(axis, current) for axis in axes):
                    if self.same(symbol, whole):
                        return True
                    pending.append(self.find(symbol))
        return False


def _is_invertible(a: Symbol, b: Symbol) -> bool:
    """Whether equal sizes imply equal bases (small bases are cut off at 0)."""
    return a.offset >= 0 or (a.offset == -1 and a.plural and b.plural)
