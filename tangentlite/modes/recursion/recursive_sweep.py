"""The state of the reverse sweep of a recursive function."""

from __future__ import annotations

from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.builder.builder import Builder
from tangentlite.modes.aliased import pointers
from tangentlite.modes.aliased.renamed_writes import written_names
from tangentlite.modes.recursion.recursive_activity import (
    Pairs,
    Strategy,
    active_in,
    pointers_of,
)
from tangentlite.modes.reverse.sweep import Sweep, pieces_of
from tangentlite.specialize.functions.recursion.core_functions import Callee


def sweep_of(b: Builder, callee: Callee, recursion: Strategy, pairs: Pairs) -> Sweep:
    """Return the state in which the reverse sweep of a recursive function starts."""
    active = active_in(b, callee, pairs[callee].active)
    memory = memory_of(callee.block, b.memory.views)
    s = Sweep(b, active, memory, pieces_of(b, memory), recursion)
    s.pairs = pairs
    written = written_names(callee.block, b.kinds)
    s.buffers = frozenset(map(memory.place, written))
    s.shadows = pointers.named(b, pointers_of(b, callee) & active, s.base)
    return s
