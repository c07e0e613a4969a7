"""Definitions of names that still hold: what forward mode knows of zeros.

The definition `y = np.where(m, a, 0.0)` says where y is zero until m is written or
bound again, and what its other items are until a is.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from collections.abc import Sequence as Items

import gast
import numpy as np

from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.analysis.invalidation import Changes
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.rewrite import binds, blocks, names_in
from tangentlite.modes.aliased import constant_paths
from tangentlite.values.base import Atom


class Facts:
    """What is known of the values of a program and their tangents, while it is walked.

    Definitions are asked for in front of steep operations alone (`is_steep`).
    """

    def __init__(
        self, b: Builder, block: Items[gast.stmt], active: Container[str]
    ) -> None:
        self._b = b
        self._active = active
        # tangents that are written in place, and those of phis, with their primals
        self.written: dict[str, str] = {}
        self.phis: dict[str, str] = {}
        self.flags: Mapping[str, Atom] = {}
        steep = constant_paths.steep_operands(b, block, active)
        self._asks = bool(steep)
        if steep:
            self.flags = constant_paths.flags_of(b, block, active, steep)
            self.memory = memory_of(block, b.memory.views)
            self._changes = Changes(self.memory)
            self._made = dict.fromkeys(b.definitions, 0)

    def enter(self, node: gast.stmt) -> None:
        """Note the names that a statement, or another iteration of a loop, changes."""
        if not self._asks:
            return
        self._note_made()
        if blocks(node):
            self._changes.enter(node)
            return
        self._changes.leave(node)
        for name in binds(node):
            self._made[name] = self._changes.time

    def leave(self, node: gast.stmt) -> None:
        """Note the names that the blocks of a statement have changed."""
        if self._asks and blocks(node):
            self._note_made()
            self._changes.leave(node)

    def _note_made(self) -> None:
        """Note when the names were made that a statement has emitted."""
        for name in reversed(self._b.definitions):
            if name in self._made:
                break
            self._made[name] = self._changes.time

    def chosen(self, name: str) -> gast.expr | None:
        """Return the definition of a name if it still says where the name is zero."""
        return self._definition(name, ())

    def held(self, name: str) -> gast.expr | None:
        """Return the definition of a name if the tangents in it are still the same."""
        return self._definition(name, tuple(self._changing(name)))

    def _definition(self, name: str, others: Items[str]) -> gast.expr | None:
        rhs = self._b.definitions.get(name)
        if rhs is None:
            return None
        since = self._made.get(name, self._changes.time)
        read = (name, *names_in(rhs), *others)
        return rhs if self._changes.unchanged(read, since) else None

    def _changing(self, name: str) -> Iterator[str]:
        """Yield the primals of the tangents that a definition reads and that change."""
        rhs = self._b.definitions.get(name)
        for operand in () if rhs is None else names_in(rhs):
            for owner in self._looked_into(operand):
                yield from (d[owner] for d in (self.written, self.phis) if owner in d)

    def is_written(self, name: str | None) -> bool:
        """Whether a tangent, or an array that it is a view of, is written in place."""
        return not self.written.keys().isdisjoint(self._looked_into(name))

    def _looked_into(self, name: str | None) -> set[str]:
        """Return the names whose memory a name may share, and itself."""
        seen: set[str] = set()
        pending = [] if name is None else [name]
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                pending.extend(self._b.memory.views.get(name, ()))
        return seen

    def with_condition(self, node: gast.Assign) -> gast.expr:
        """Return a right-hand side with a copy of a condition that changes later."""
        b, rhs = self._b, node.value
        if not self._asks or not isinstance(rhs, gast.Call) or len(rhs.args) != 3:
            return rhs
        condition = rhs.args[0]
        called = rhs.func.id if isinstance(rhs.func, gast.Name) else ""
        if b.references.objects.get(called) is not np.where:
            return rhs
        if not isinstance(condition, gast.Name) or condition.id not in b.kinds:
            return rhs
        if condition.id in self._active:
            return rhs  # that is refused
        held: gast.expr = condition
        if self.memory.is_overwritten_after(node, condition.id):
            held = build.call(b.references.function(np.copy), [condition])
        elif condition.id not in b.phis.joined:
            return rhs
        held = b.emit(b, held, b.kinds[condition.id], b.base_of(condition.id)).node
        return build.call(rhs.func, [held, *rhs.args[1:]])
