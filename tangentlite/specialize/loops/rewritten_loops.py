"""Loops that the walk rewrites when it learns that they raise or change their list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar import caught
from tangentlite.frontend.desugar.list_positions import by_position
from tangentlite.frontend.source_liveness import bound_in_block, with_block
from tangentlite.ir.marked_names import role_of
from tangentlite.specialize.state import paths, restart, snapshot
from tangentlite.values.callable_values import UNBOUND, Unbound


def _raising_behind(b: Builder, node: gast.For | gast.While) -> list[gast.stmt]:
    """Return a loop that is left where it raises; its variables are of the function."""
    classes = len(paths.classes_around(b))
    rewrite = partial(caught.raising_behind, classes=classes)
    return in_place_of(b, node, rewrite, "raises")


def by_positions(b: Builder, node: gast.For) -> list[gast.stmt]:
    """Return a loop over a list that it changes, as one over its positions."""
    return in_place_of(b, node, by_position, "list changes")


def in_place_of(b: Builder, node, rewrite: Callable, why: str) -> list[gast.stmt]:
    """Return the rewritten form of a loop, made once for all walks of it."""
    frame = b.frame
    if (node, why) not in frame.left:
        new = rewrite(node, _number(b))
        frame.left[node, why] = new
        frame.facts = with_block(frame.facts, new, frame.facts.after[node])
        # Others, which the loop binds, may be declared global or nonlocal.
        frame.local_names |= frozenset(filter(role_of, bound_in_block(new)))
    return frame.left[node, why]


def _number(b: Builder) -> int | str:
    """Return a number that tells variables also from those of functions around."""
    frame, depth, own = b.frame.outer, 0, len(b.frame.left) + 1
    while frame is not None:
        frame, depth = frame.outer, depth + 1
    return f"{depth}.{own}" if depth else own


def run_or_leave(b: Builder, node, run: Callable) -> None:
    """Walk a loop; an exception that is caught outside leaves it, raised behind it."""
    with snapshot.speculate(b, restart.LeavesLoop) as walk:
        run(node)
        return
    refusal = walk.failed.refusal
    if walk.failed.target not in b.control.tries:
        raise refusal
    before, loop, *behind = _raising_behind(b, node)
    operations.run_block(b, [before])
    try:
        run(loop)
    except restart.LeavesLoop:
        raise refusal from None
    frame, certain = b.frame, b.frame.certain
    frame.certain = True  # where the flag is set, the loop has bound what it raises
    try:
        for raising in behind:
            raised = frame.variables.get(raising.body[0].exc.id, UNBOUND)
            if not isinstance(raised, Unbound):  # something of this class is raised
                operations.run_block(b, [raising])
    finally:
        frame.certain = certain
