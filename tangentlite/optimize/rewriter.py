"""What the passes that compute with new names have in common."""

from __future__ import annotations

from tangentlite.analysis.definitions import uses_of
from tangentlite.analysis.memory import memory_of
from tangentlite.ir.function import Function
from tangentlite.ir.names import Names
from tangentlite.kinds.kind import Kind


class Rewriter:
    """The facts of a function, and its kinds and bases with those of new names."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_of(function.body, [p.name for p in function.parameters])
        self._memory = memory_of(function.body, function.views)
        self._names = Names([*function.kinds, *self._uses.bound, *self._uses.read])
        self.kinds = dict(function.kinds)
        self.bases = dict(function.bases)

    def _is_settled(self, name: str) -> bool:
        """Whether a name holds one value that nothing writes into."""
        return self._uses.is_single(name) and not self._memory.is_written(name)

    def _fresh(self, kind: Kind) -> str:
        """Return a new name, bound once."""
        name = self._names.fresh("t")
        self.bases[name], self.kinds[name] = "t", kind
        self._uses.bound[name] += 1
        return name
