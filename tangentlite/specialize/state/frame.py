"""Frames of the functions being walked, and the state at a program point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import gast

from tangentlite.frontend.source_liveness import Facts
from tangentlite.kinds.kind import ListOf
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import UNBOUND
from tangentlite.values.heap import Box, Cell, Contents, Heap

if TYPE_CHECKING:
    from tangentlite.specialize.functions.inlining import Cells


@dataclass(eq=False)
class Frame:
    """The frame of a function being walked: its variables, code and position.

    `live` are the variables that are live behind the statement being walked; what
    others hold is no alias that anyone could see.
    """

    name: str
    variables: dict[str, Value]
    globals: Mapping[str, object]
    cells: Cells
    local_names: frozenset[str]
    facts: Facts
    source: int
    column: int
    live: frozenset[str] = frozenset()
    result: Value = UNBOUND
    # the Python function, None for one that is defined inside another
    function: object = None
    # of a function defined inside another: the captured frame, the definition
    outer: Frame | None = None
    definition: gast.AST | None = None
    # whether the loop that binds a variable is known to have bound it here
    certain: bool = False
    # of a generator: the consumer of the values that it yields
    consume: Callable | None = None
    # the line in which it was called
    line: int = 0
    # of a template: bases of its outputs' names; outputs not among them are skipped
    bases: Mapping[str, str] = field(default_factory=dict)
    # of a template: the arrays that it is given, which it may not write
    given: tuple[str, ...] = ()
    # the variables that an expression is unpacked to
    targets: tuple[str, ...] = ()
    # rewritten forms of loops that are left where they raise, or whose list changes
    left: dict[tuple, list[gast.stmt]] = field(default_factory=dict)

    def start(self, heap: Heap) -> None:
        """Box the variables that inner functions bind, too."""
        for name in self.facts.boxed:
            value = self.variables.get(name, UNBOUND)
            self.variables[name] = Box(heap, value)

    def plain(self, name: str) -> Atom | None:
        """Return the atom that a local variable holds, None if it holds another."""
        value = self.variables.get(name)
        if not isinstance(value, Atom) or isinstance(value.kind, ListOf):
            return None
        return value if self.outer is None and not self.facts.globals else None

    def wants(self, target: gast.expr) -> bool:
        """Whether an assignment matters: a template's unasked outputs do not."""
        output = isinstance(target, gast.Name) and target.id.startswith("d[")
        return not output or target.id in self.bases


@dataclass(frozen=True)
class State:
    """The state at a program point: variables of a frame, contents of the heap."""

    variables: dict[str, Value]
    contents: dict[Cell, Contents]
    count: int

    def knows(self, cell: Cell) -> bool:
        """Whether a heap object had been allocated."""
        return cell.number <= self.count
