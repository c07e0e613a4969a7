"""The reverse sweep of a recursive function."""

from __future__ import annotations

from collections.abc import Iterable

from tangentlite.analysis.memory import memory_of
from tangentlite.modes import pointers
from tangentlite.modes.recursive_activity import active_in, pointers_of
from tangentlite.modes.sweep import Sweep, pieces_of
from tangentlite.modes.writes import written_names
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.core_functions import Callee


def sweep_of(b: Builder, callee: Callee, positions: Iterable[int]) -> Sweep:
    """Return a reverse sweep of a recursive function."""
    active = active_in(b, callee, positions)
    memory = memory_of(callee.block, b.views)
    s = Sweep(b, active, memory, pieces_of(b, memory))
    written = written_names(callee.block, b.kinds)
    s.buffers = frozenset(map(memory.place, written))
    s.shadows = pointers.named(b, pointers_of(b, callee) & active, s.base)
    return s
