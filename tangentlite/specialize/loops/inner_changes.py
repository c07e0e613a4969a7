"""What loops inside a loop have changed, for the next walk of its body.

A loop walks its body until it finds nothing new, and so does each loop inside, in each
of these walks. What an inner one found is expected of it in the next walk around, so
that it is settled at once, and not walked twice as often on each level.
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
    from tangentlite.specialize.loops.carried import Carried


@dataclass(frozen=True)
class Found:
    """The containers that a loop changes, and what the loops inside of it found."""

    node: gast.AST
    cells: tuple[Cell, ...] = ()
    inside: tuple[Found, ...] = ()


def expected(b: Builder, node: gast.AST) -> Found:
    """Return what a loop found in the last walk of the body around it."""
    earlier = b.heap.earlier
    for place, found in enumerate(earlier):
        if found.node is node:
            del earlier[: place + 1]
            cells = (c for c in found.cells if b.state.knows(c))
            return Found(node, tuple(cells), found.inside)
    return Found(node)


@contextmanager
def walk(b: Builder, earlier: Iterable[Found]) -> Iterator[list[Found]]:
    """Walk the body of a loop of which an earlier walk is known."""
    heap, outer = b.heap, (b.heap.earlier, b.heap.found)
    heap.earlier, heap.found = list(earlier), []
    try:
        yield heap.found
    finally:
        heap.earlier, heap.found = outer


def note(b: Builder, node: gast.AST, loop: Carried, inside: Iterable[Found]) -> None:
    """Note what a loop has found, once it has settled."""
    cells = [
        cell
        for cell in loop.cells
        if cell not in loop.made and not isinstance(cell, (Set, Progress))
    ]
    b.heap.found.append(Found(node, tuple(cells), tuple(inside)))


def require_changed(loop: Carried, cells: Iterable[Cell], end: State) -> None:
    """Raise if a container that was expected to change does not.

    What it holds would be taken for something that differs from round to round.
    """
    if any(join_values.contents_at(cell, end) == loop.cells[cell] for cell in cells):
        raise Unchanged
