"""Invalidation: names and memory that statements have changed since some point."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from tangentlite.analysis.aliasing.memory import Memory
from tangentlite.analysis.statement_effects import all_written
from tangentlite.ir.rewrite import binds, blocks, statements


class Changes:
    """When names were last bound or written, while a body is walked."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._last: dict[str, int] = {}  # of names, and of places written
        self._function = 0
        self.time = 0

    def enter(self, statement: gast.stmt) -> None:
        """Record what may change before a statement's own blocks are read."""
        if isinstance(statement, (gast.For, gast.While)):
            self.leave(statement)
        elif isinstance(statement, gast.FunctionDef):  # runs after later writes
            self.time += 1
            self._function = self.time

    def leave(self, statement: gast.stmt) -> None:
        """Record what a statement has changed."""
        self.time += 1
        bound, places = changes(statement, self._memory)
        for name in (*bound, *places):
            self._last[name] = self.time

    def unchanged(self, names: Iterable[str], since: int) -> bool:
        """Whether names still hold what they held at some time."""
        return not any(self._is_changed(name, since) for name in names)

    def _is_changed(self, name: str, since: int) -> bool:
        if self._function > since and self._memory.is_written(name):
            return True
        last = self._last
        return max(last.get(name, 0), last.get(self._memory.place(name), 0)) > since


def changes(statement: gast.stmt, memory: Memory) -> tuple[set[str], set[str]]:
    """Return the names that a statement binds, and the memory that it writes.

    >>> from tangentlite.analysis.aliasing.memory import memory_in
    >>> from tangentlite.ir.example import function_of
    >>> text = "s = 0.0; x[0] += s; s = 1.0; t = s; return t"
    >>> f = function_of(text, x="array", s="number")
    >>> [changes(statement, memory_in(f)) for statement in f.body[:4]]
    [({'s'}, set()), (set(), {'x'}), ({'s'}, set()), ({'t'}, set())]
    """
    place = memory.place
    if not blocks(statement):
        return set(binds(statement)), {place(n) for n in all_written(statement)}
    bound: set[str] = set()
    places: set[str] = set()
    for inner in statements([statement]):
        bound.update(binds(inner))
        places.update(map(place, all_written(inner)))
    return bound, places
