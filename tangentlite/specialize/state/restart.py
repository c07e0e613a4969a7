"""What a condition cannot do, so that statements in front of it have to."""

from __future__ import annotations

import gast

from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import keep_nested
from tangentlite.ir.function import Source
from tangentlite.values.heap import Cell


class TestNeedsStatements(Exception):
    """What a function calls in conditions must be called by statements.

    Everything is walked again then, with the conditions of the function in steps.
    """

    def __init__(self, source: Source | None, error: Exception) -> None:
        """Say which function's conditions are not in steps yet; else it is an error."""
        super().__init__(str(error))
        self.source = source
        self.error = error


def statements(b: Builder, what: str, node: gast.AST | None = None) -> Exception:
    """Return what to raise for a call in a condition that must be a statement.

    The condition may be that of a function around.
    """
    return instead_of(b, b.error(what, "Call it in a statement of its own.", node))


def instead_of(b: Builder, error: Exception) -> Exception:
    """Return what to raise for an error of a condition that no statement would have."""
    sources = [b.sources[frame.source] for frame in reversed(b.frames)]
    left = [source for source in sources if source not in b.in_steps]
    return TestNeedsStatements(left[0] if left else None, error)


class NeedsUnrolling(Exception):
    """An item is chosen by a loop's variable: the loop has to be unrolled."""


class Grown(Exception):  # noqa: N818 - a signal, not an error
    """Lists have several lengths behind a branch or a loop."""

    def __init__(self, cells: list[Cell]) -> None:
        super().__init__()
        self.cells = cells


def require_statements(b: Builder, node: gast.AST | None) -> None:
    """Raise where items would be taken in the midst of a condition."""
    if b.emit is keep_nested:
        what = "an iterator is read in a condition."
        raise statements(b, what, node)
