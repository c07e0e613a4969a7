"""`if` statements and conditional expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from tangentlite import errors, runtime
from tangentlite.frontend.exits import is_returned
from tangentlite.ir import build
from tangentlite.specialize import (
    container_writes,
    expressions,
    meeting,
    raising,
    statements,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.frame import State
from tangentlite.specialize.records import Atom
from tangentlite.specialize.values import NONE, UNBOUND


def run_if(b: Builder, node: gast.If, rest: list[gast.stmt]) -> bool:
    """Walk an `if` statement; return whether it ended the function.

    A branch that returns makes the statements behind the `if` the other branch. Where
    one raises, the other is walked as what stands behind it.
    """
    condition = expressions.test(b, node.test)
    decided = expressions.truth(condition)
    if decided is not None:
        taken = node.body if decided else node.orelse
        return statements.run_block(b, [*taken, *rest] if _leaves(taken) else taken)
    leaves = _leaves(node.body) or _leaves(node.orelse)
    more = rest if leaves else []
    blocks = [
        block if raising.ends_by_raising(block) else [*block, *more]
        for block in (node.body, node.orelse)
    ]
    for place, block in enumerate((node.body, node.orelse)):
        if raising.ends_by_raising(block):
            return _run_guard(b, condition, blocks, place)
    run = _run_exits if leaves else _run_branches
    mark = b.mark()
    try:
        return again_with_lists(b, lambda: run(b, node, condition, blocks))
    except _OneRaises as found:
        b.back_to(mark)
        return _run_guard(b, condition, blocks, found.place)


class _OneRaises(Exception):  # noqa: N818 - a signal, not an error
    """One of two branches, at a place, ends by raising."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


def _run_guard(b: Builder, condition: Atom, blocks: list, place: int) -> bool:
    """Walk a branch that raises, and behind it the one that does not."""
    before, line = b.state, b.line
    with b.conditional([]) as body:
        ended = attempt(b, lambda: statements.run_block(b, blocks[place]))
    b.line = line
    if ended is not RAISED:
        raise b.unreached[-1]
    _add_guard(b, condition, body, place)
    b.state = before
    return statements.run_block(b, blocks[1 - place])


def _add_guard(b: Builder, condition: Atom, body: list[gast.stmt], place: int) -> None:
    test = condition.node
    if place == 1:
        test = gast.UnaryOp(gast.Not(), test)
    b.add(build.branch(test, body, [], b.line))


def again_with_lists(b: Builder, walk: Callable[[], object]) -> Any:
    """Walk statements; again if lists have several lengths behind them.

    They are lists of the core program from in front of the statements on, then.
    """
    while True:
        mark = b.mark()
        try:
            return walk()
        except container_writes.Grown as grown:
            b.back_to(mark)
            for cell in grown.cells:
                container_writes.to_run_time(b, cell)


def _run_branches(b: Builder, node: gast.If, condition: Atom, blocks: list) -> bool:
    before = b.state
    live = b.frame.live
    needed = b.frame.facts.after.get(node, frozenset())
    line = b.line
    bodies, ends = [], []
    for block in blocks:
        b.state = before
        with b.conditional([]) as body:
            ends.append(run_path(b, block))
        bodies.append(body)
        b.frame.live = live
        b.line = line
    _check_raised(b, condition, ends, bodies)
    meeting.merge(b, before, ends, bodies, needed)
    b.add(build.branch(condition.node, bodies[0], bodies[1], line))
    return False


def _check_raised(b: Builder, condition: Atom, ends: list, bodies: list) -> None:
    """Stop where one of two branches has ended by raising, or both."""
    raised = [end is RAISED for end in ends]
    if all(raised):
        b.add(build.branch(condition.node, bodies[0], bodies[1], b.line))
        raise raising.Raised
    if any(raised):
        raise _OneRaises(raised.index(True))


def run_path(b: Builder, block: list[gast.stmt]) -> Any:
    """Walk one path; return what is known at its end.

    That is None if nothing goes there, and RAISED if it ends by raising.
    """
    ended = attempt(b, lambda: statements.run_block(b, block))
    if ended is RAISED:
        return RAISED
    return None if ended is UNREACHED else b.state


def attempt(b: Builder, walk: Callable[[], object]) -> object:
    """Return what a walk gives, UNREACHED if nothing can go there, RAISED if it raises.

    In the first round of a loop a variable may have no value that later rounds find;
    in that of a recursive function, its calls have no result.
    """
    count, loops = len(b.frames), b.loops
    try:
        return walk()
    except raising.Raised:
        b.loops = loops
        del b.frames[count:]
        return RAISED
    except errors.UnboundVariableError as error:
        if not loops:
            raise
        b.loops = loops
        del b.frames[count:]
        b.unreached.append(error)
        return UNREACHED


UNREACHED = object()
RAISED = object()


def _leaves(block: list[gast.stmt]) -> bool:
    """Whether a block contains a return outside loops."""
    for node in block:
        if isinstance(node, gast.Return):
            return True
        if isinstance(node, gast.If) and (_leaves(node.body) or _leaves(node.orelse)):
            return True
    return False


def _run_exits(b: Builder, node: gast.If, condition: Atom, blocks: list) -> bool:
    before = b.state
    line = b.line
    bodies: list[list[gast.stmt]] = []
    results: list[object] = []
    ends: list[State | None] = []
    for block, taken in zip(blocks, (node.body, node.orelse)):
        b.state = before
        b.frame.result = None
        certain = b.frame.certain
        b.frame.certain = certain or (is_returned(node) and taken is node.body)
        with b.conditional([]) as body:
            ends.append(run_path(b, block))
            b.frame.certain = certain
        bodies.append(body)
        results.append(b.frame.result)
        b.line = line
    _check_raised(b, condition, ends, bodies)
    if None in ends:
        meeting.merge(b, before, ends, bodies, ())
        b.frame.result = results[0 if ends[1] is None else 1]
        return True
    if all(value is None or value == NONE for value in results):
        result = NONE if NONE in results else None
    else:
        for body, value, end in zip(bodies, results, ends):
            if value is None:
                with b.at(end), b.into(body):
                    _end_without_result(b)
        values = [UNBOUND if value is None else value for value in results]
        result = meeting.result_of(b, values, before, ends, bodies)
    meeting.merge(b, before, ends, bodies, ())
    b.frame.result = result
    b.add(build.branch(condition.node, bodies[0], bodies[1], line))
    return True


def _end_without_result(b: Builder) -> None:
    """A path that ends without a return raises: None has no derivative."""
    callee = b.references.function(runtime.no_result)
    name = gast.Constant(b.frame.name, None)
    b.add(build.effect(build.call(callee, [name]), b.line))


def choose(
    b: Builder,
    condition: Atom,
    body: Callable[[], object],
    orelse: Callable[[], object],
    base: str,
) -> object:
    """Emit an `if` whose branches give one value."""
    return again_with_lists(b, lambda: _choose(b, condition, (body, orelse), base))


def _choose(b: Builder, condition: Atom, ways, base: str) -> object:
    before = b.state
    bodies: list[list[gast.stmt]] = []
    values: list[object] = []
    ends: list[State | None] = []
    for evaluate in ways:
        b.state = before
        with b.conditional([]) as block:
            value = attempt(b, evaluate)
        values.append(value)
        bodies.append(block)
        if value is RAISED:
            _add_guard(b, condition, block, len(ends))
            b.state = before
            return ways[1 - len(ends)]()
        ends.append(None if value is UNREACHED else b.state)
    live = frozenset(before.variables)
    if None in ends:
        meeting.merge(b, before, ends, bodies, live)
        return values[0 if ends[1] is None else 1]
    target = meeting.result_of(b, values, before, ends, bodies)
    meeting.merge(b, before, ends, bodies, live)
    b.add(build.branch(condition.node, bodies[0], bodies[1], b.line))
    return target
