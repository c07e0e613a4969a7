"""Side effects of a stretch of the program: what others notice of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import gast

from tangentlite.analysis.statement_effects import written
from tangentlite.builder.builder import Builder
from tangentlite.ir.rewrite import Block, statements
from tangentlite.specialize.merge import path_phis
from tangentlite.specialize.state.frame import State


@dataclass
class Watched:
    """The statements of a stretch of the program, and whether it has side effects."""

    block: Block = field(default_factory=list)
    is_noticed: bool = False


@contextmanager
def watching(b: Builder) -> Iterator[Watched]:
    """Record the statements and side effects of what is walked."""
    found, before, outer, start = Watched(), b.state, b.block, len(b.block)
    effects, b.report.has_effects = b.report.has_effects, False
    try:
        yield found
        found.block = outer[start:]
        found.is_noticed = (
            b.block is not outer  # the walk has forked: it may raise what is caught
            or b.report.has_effects
            or changes_cells(b, before)
            or _writes_or_prints(found.block)
        )
    finally:
        b.report.has_effects = b.report.has_effects or effects


def changes_cells(b: Builder, before: State) -> bool:
    """Whether contents of the heap are others than in a state before."""
    return any(
        before.knows(cell) and contents != before.contents.get(cell, cell.first)
        for cell, contents in b.heap.contents.items()
    )


def writes_elsewhere(block: Block) -> bool:
    """Whether statements write into what they have not made."""
    made = {None, *path_phis.names_made(block)}
    return any(written(statement) not in made for statement in statements(block))


def _writes_or_prints(block: Block) -> bool:
    return writes_elsewhere(block) or any(
        written(statement) is None
        and isinstance(statement, gast.Expr)
        and isinstance(statement.value, gast.Call)
        for statement in statements(block)
    )
