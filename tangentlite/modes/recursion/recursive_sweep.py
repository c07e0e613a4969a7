"""The reverse sweep of a recursive function."""

from __future__ import annotations

from collections.abc import Iterable

from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.builder.builder import Builder
from tangentlite.modes.aliased import pointers
from tangentlite.modes.aliased.renamed_writes import written_names
from tangentlite.modes.recursion.recursive_activity import active_in, pointers_of
from tangentlite.modes.reverse.sweep import Sweep, pieces_of
from tangentlite.specialize.functions.recursion.core_functions import Callee


def sweep_of(b: Builder, callee: Callee, positions: Iterable[int]) -> Sweep:
    """Return a reverse sweep of a recursive function."""
    active = active_in(b, callee, positions)
    memory = memory_of(callee.block, b.memory.views)
    s = Sweep(b, active, memory, pieces_of(b, memory))
    written = written_names(callee.block, b.kinds)
    s.buffers = frozenset(map(memory.place, written))
    s.shadows = pointers.named(b, pointers_of(b, callee) & active, s.base)
    return s
