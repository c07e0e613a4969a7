"""Writes into arrays that are read under another name afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import gast

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.invalidation import changes
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, blocks, names_in, own_expressions

LOOPS = (gast.For, gast.While)


@dataclass(frozen=True)
class _Place:
    """Where a statement stands: its number, the loops around it, if in no branch."""

    number: int
    loops: tuple[int, ...]
    is_certain: bool


class Writes:
    """What the statements of a program write into, and who sees it.

    An array that is written whole, `x *= y`, may be made anew instead if no other name
    of it is read later.

    >>> from tangentlite.ir.example import function_of
    >>> from dataclasses import replace
    >>> names = dict.fromkeys("xyz", "an array")
    >>> text = "y = x[1:]; y *= 2.0; z = x * y; return z"
    >>> one = replace(function_of(text, **names), views={"y": {"x"}})
    >>> [sorted(Writes(one).names(node)) for node in one.body]
    [[], ['x', 'y'], [], []]
    >>> Writes(one).is_seen(one.body[1], "y")
    True
    """

    def __init__(self, function: Function) -> None:
        """Note where the names of a program are bound and read."""
        self._memory = memory_in(function)
        self._places: dict[int, _Place] = {}
        self._members: dict[str, set[str]] = {}
        self._bound: dict[str, list[_Place]] = {}
        self._reads: dict[str, list[_Place]] = {}
        for node, place in _placed(function.body):
            self._places[id(node)] = place
            for name in binds(node):
                self._note(self._bound, name, place)
            for part in own_expressions(node):
                for name in names_in(part):
                    self._note(self._reads, name, place)

    def _note(self, table: dict[str, list[_Place]], name: str, place: _Place) -> None:
        self._members.setdefault(self._memory.place(name), set()).add(name)
        table.setdefault(name, []).append(place)

    def names(self, node: gast.stmt) -> frozenset[str]:
        """Return the names of the arrays that a statement itself writes into."""
        if blocks(node):
            return frozenset()
        classes = changes(node, self._memory)[1]
        return frozenset(n for c in classes for n in self._members.get(c, {c}))

    def is_seen(self, node: gast.stmt, name: str) -> bool:
        """Whether what a statement writes into an array is read by another name."""
        others = self._members.get(self._memory.place(name), set()) - {name}
        return any(self._sees(other, self._places[id(node)]) for other in others)

    def _sees(self, other: str, write: _Place) -> bool:
        """Whether a name may be read after a write, with the binding it had there."""
        for read in self._reads.get(other, ()):
            shared = sum(one == two for one, two in zip(read.loops, write.loops))
            if read.number > write.number:
                between, depth = [(write.number, read.number)], len(write.loops)
            elif shared and read.number < write.number:
                # The rest of the loop, and the next iteration up to the read.
                start = read.loops[shared - 1]
                between = [(write.number, sys.maxsize), (start, read.number)]
                depth = shared
            else:
                continue
            again = (
                any(first < place.number < last for first, last in between)
                and place.is_certain
                and len(place.loops) == depth
                and place.loops == write.loops[:depth]
                for place in self._bound.get(other, ())
            )
            if not any(again):
                return True
        return False


def _placed(body: Sequence[gast.stmt]) -> Iterator[tuple[gast.stmt, _Place]]:
    """Yield the statements of a program with their places."""
    number = 0

    def walk(
        block: Sequence[gast.stmt], loops: tuple[int, ...], is_certain: bool
    ) -> Iterator[tuple[gast.stmt, _Place]]:
        nonlocal number
        for node in block:
            number += 1
            yield node, _Place(number, loops, is_certain)
            inner = (*loops, number) if isinstance(node, LOOPS) else loops
            certain = is_certain and not isinstance(node, gast.If)
            for part in blocks(node):
                yield from walk(part, inner, certain)

    return walk(body, (), True)
