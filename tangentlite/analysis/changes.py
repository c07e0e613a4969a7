"""What a statement makes other than it was."""

from __future__ import annotations

import gast

from tangentlite.analysis.definitions import Uses
from tangentlite.analysis.effects import all_written
from tangentlite.analysis.memory import Memory
from tangentlite.ir.rewrite import binds, statements


def changes(
    statement: gast.stmt, uses: Uses, memory: Memory
) -> tuple[set[str], set[str]]:
    """Return the names that a statement binds again, and the memory that it writes.

    >>> from tangentlite.analysis.definitions import uses_in
    >>> from tangentlite.analysis.memory import memory_in
    >>> from tangentlite.ir.example import function_of
    >>> text = "s = 0.0; x[0] += s; s = 1.0; t = s; return t"
    >>> f = function_of(text, x="array", s="number")
    >>> [changes(statement, uses_in(f), memory_in(f)) for statement in f.body[:4]]
    [({'s'}, set()), (set(), {'x'}), ({'s'}, set()), (set(), set())]
    """
    again: set[str] = set()
    places: set[str] = set()
    for inner in statements([statement]):
        again.update(name for name in binds(inner) if uses.bound[name] > 1)
        places.update(map(memory.place, all_written(inner)))
    return again, places
