"""Phis of inner loops, expected of them in the next round of the outer fixpoint.

Each round of a loop's fixpoint walks the loops inside to their own. What an inner one
found is expected of it in the next round, so that it is stable at once: the number of
walks would double on each level of nesting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from tangentlite.builder.builder import Builder
from tangentlite.specialize.merge import join_values
from tangentlite.specialize.state.frame import State
from tangentlite.specialize.state.restart import Unchanged
from tangentlite.values.heap import Cell, Set
from tangentlite.values.iterables import Progress

if TYPE_CHECKING:
    from tangentlite.specialize.loops.carried import LoopPhis


@dataclass(frozen=True)
class Found:
    """The containers that a loop changes, and those of the loops inside of it."""

    node: gast.AST
    cells: tuple[Cell, ...] = ()
    inside: tuple[Found, ...] = ()


def expected(b: Builder, node: gast.AST) -> Found:
    """Return the changes of a loop in the last walk of the body around it."""
    earlier = b.heap.earlier
    for place, found in enumerate(earlier):
        if found.node is node:
            del earlier[: place + 1]
            cells = (c for c in found.cells if b.state.knows(c))
            return Found(node, tuple(cells), found.inside)
    return Found(node)


@contextmanager
def walk(b: Builder, earlier: Iterable[Found]) -> Iterator[list[Found]]:
    """Walk the body of a loop, whose inner loops have found something earlier."""
    heap, outer = b.heap, (b.heap.earlier, b.heap.found)
    heap.earlier, heap.found = list(earlier), []
    try:
        yield heap.found
    finally:
        heap.earlier, heap.found = outer


def note(b: Builder, node: gast.AST, loop: LoopPhis, inside: Iterable[Found]) -> None:
    """Record the changes of a loop, once it is stable."""
    cells = [
        cell
        for cell in loop.cells
        if cell not in loop.summaries and not isinstance(cell, (Set, Progress))
    ]
    b.heap.found.append(Found(node, tuple(cells), tuple(inside)))


def require_changed(loop: LoopPhis, cells: Iterable[Cell], end: State) -> None:
    """Raise if a container that was expected to change does not.

    Its contents would be phis without need.
    """
    if any(join_values.contents_at(cell, end) == loop.cells[cell] for cell in cells):
        raise Unchanged
