"""`if` statements and conditional expressions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.single_exits import is_returned
from tangentlite.ir import build
from tangentlite.operations import implements
from tangentlite.specialize.exceptions import exception_handlers, raising, scopes
from tangentlite.specialize.expressions.operators import narrowing
from tangentlite.specialize.merge import merge
from tangentlite.specialize.state import paths, restart, snapshot
from tangentlite.specialize.state.frame import State
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import NONE, UNBOUND
from tangentlite.values.containers import run_time_lists


def run_if(b: Builder, node: gast.If, rest: list[gast.stmt]) -> bool:
    """Walk an `if` statement; return whether it ended the function.

    Where a branch returns, the statements behind the `if` are part of the other one.
    Where one raises, the other is walked behind the `if`.
    """
    condition = operations.test(b, node.test)
    decided = operations.truth(condition)
    if decided is not None:
        taken = node.body if decided else node.orelse
        return operations.run_block(b, [*taken, *rest] if _leaves(taken) else taken)
    leaves = _leaves(node.body) or _leaves(node.orelse)
    more = rest if leaves else []
    blocks = [
        block if raising.ends_by_raising(block) else [*block, *more]
        for block in (node.body, node.orelse)
    ]
    for place, block in enumerate((node.body, node.orelse)):
        if raising.ends_by_raising(block) and not _leaves(block):
            return _run_guard(b, node.test, condition, blocks, place)
    run = _run_exits if leaves else _run_branches
    with snapshot.speculate(b, restart.OneRaises) as walk:
        return run_time_lists.again_with_lists(
            b, lambda: run(b, node, condition, blocks)
        )
    return _run_guard(b, node.test, condition, blocks, walk.failed.place)


def _run_guard(
    b: Builder, test: gast.expr, condition: Atom, blocks: list, place: int
) -> bool:
    """Walk an `if` whose one branch raises; the other is walked behind it."""
    before, line = b.state, b.line
    walk = partial(narrowing.run_branch, b, test, place == 0, blocks[place])
    branch = scopes.walk_branch(b, [], walk)
    b.line = line
    if not _is_left(branch):
        raise b.control.unreached[-1]
    _add_guard(b, condition, branch, place, before)
    narrowing.assume(b, test, place == 1)
    return operations.run_block(b, blocks[1 - place])


def _is_left(branch: paths.Branch) -> bool:
    """Whether all paths of a branch raise; those to handlers further out set flags."""
    if branch.ended is None:
        return bool(branch.found)
    return branch.ended is paths.RAISED or isinstance(branch.ended, paths.Caught)


def _add_guard(
    b: Builder, condition: Atom, branch: paths.Branch, place: int, before: State
) -> None:
    """Emit a branch that raises; the walk goes on with what follows it."""
    test = condition.node
    if place == 1:
        test = gast.UnaryOp(gast.Not(), test)
    b.state = before
    if isinstance(branch.ended, paths.Caught):
        known = scopes.state_in_front(b, branch.ended, before)
        exception_handlers.fork(b, test, branch.body, branch.ended, known)
    else:
        scopes.clear(b, branch.found)
        b.add(build.branch(test, branch.body, [], b.line))
        scopes.note_unbound(b, branch.found, [branch.body])
        scopes.fork_behind(b, branch.found, False, before)


def _run_branches(b: Builder, node: gast.If, condition: Atom, blocks: list) -> bool:
    before, live, line = b.state, b.frame.live, b.line
    needed = b.frame.facts.after.get(node, frozenset())
    walked = []
    for place, block in enumerate(blocks):
        b.state = before
        walk = partial(narrowing.run_branch, b, node.test, place == 0, block)
        walked.append(scopes.walk_branch(b, [], walk))
        b.frame.live = live
        b.line = line
    _check_raised(b, condition, walked)
    _merge(b, before, walked, needed)
    _add_branches(b, condition, walked, before)
    return False


def _check_raised(b: Builder, condition: Atom, walked: list[paths.Branch]) -> None:
    """Raise the signal of branches that have ended by raising, one or both."""
    if walked[0].ended is walked[1].ended is paths.RAISED:
        b.add(build.branch(condition.node, walked[0].body, walked[1].body, b.line))
        raise paths.Raised
    for place, branch in enumerate(walked):
        if _is_left(branch):
            raise restart.OneRaises(place)


def _merge(
    b: Builder, before: State, walked: list[paths.Branch], live, held=()
) -> None:
    ends, bodies = [w.ended for w in walked], [w.body for w in walked]
    merge.merge(b, before, ends, [w.tail for w in walked], live, bodies, held)


def _add_branches(
    b: Builder, condition: Atom, walked: list[paths.Branch], before: State
) -> None:
    """Emit both branches, and fork behind them for paths that left for a handler."""
    found = [*walked[0].found, *walked[1].found]
    scopes.clear(b, found)
    b.add(build.branch(condition.node, walked[0].body, walked[1].body, b.line))
    scopes.note_unbound(b, found, [w.body for w in walked])
    scopes.fork_behind(b, found, False, before)


def _leaves(block: list[gast.stmt]) -> bool:
    """Whether a block contains a return outside loops."""
    for node in block:
        if isinstance(node, gast.Return):
            return True
        if isinstance(node, gast.If) and (_leaves(node.body) or _leaves(node.orelse)):
            return True
    return False


def _run_exits(b: Builder, node: gast.If, condition: Atom, blocks: list) -> bool:
    before, line = b.state, b.line
    walked: list[paths.Branch] = []
    results: list[Value] = []
    for block, taken in zip(blocks, (node.body, node.orelse)):
        b.state = before
        b.frame.result = UNBOUND
        certain = b.frame.certain
        b.frame.certain = certain or (is_returned(node) and taken is node.body)
        walk = partial(narrowing.run_branch, b, node.test, taken is node.body, block)
        walked.append(scopes.walk_branch(b, [], walk))
        b.frame.certain = certain
        results.append(b.frame.result)
        b.line = line
    _check_raised(b, condition, walked)
    ends, tails = [w.ended for w in walked], [w.tail for w in walked]
    if None in ends:
        _merge(b, before, walked, ())
        b.frame.result = results[0 if ends[1] is None else 1]
        return True
    if all(value == UNBOUND or value == NONE for value in results):
        result = NONE if NONE in results else UNBOUND
    else:
        values = [NONE if value == UNBOUND else value for value in results]
        result = merge.result_of(b, values, before, ends, tails)
    b.frame.result = result
    _merge(b, before, walked, ())
    _add_branches(b, condition, walked, before)
    return True


@implements(operations.choose)
def choose(
    b: Builder,
    condition: Atom,
    body: Callable[[], object],
    orelse: Callable[[], object],
    base: str,
) -> Value:
    """Emit an `if` whose branches give one value."""
    return run_time_lists.again_with_lists(
        b, lambda: _choose(b, condition, (body, orelse), base)
    )


def _choose(b: Builder, condition: Atom, arms: tuple, base: str) -> Value:
    before = b.state
    walked: list[paths.Branch] = []
    values: list[Value] = []
    for evaluate in arms:
        b.state = before
        walked.append(scopes.walk_branch(b, [], lambda: values.append(evaluate())))  # noqa: B023
        branch = walked[-1]
        if _is_left(branch):
            _add_guard(b, condition, branch, len(walked) - 1, before)
            return arms[2 - len(walked)]()
        if branch.ended is None:
            values.append(UNBOUND)
    ends, tails = [w.ended for w in walked], [w.tail for w in walked]
    bound = (end.variables for end in ends if isinstance(end, State))  # by `:=`
    live = frozenset(before.variables).union(*bound)
    if None in ends:
        _merge(b, before, walked, live)
        return values[0 if ends[1] is None else 1]
    target = merge.result_of(b, values, before, ends, tails)
    _merge(b, before, walked, live, (target,))
    _add_branches(b, condition, walked, before)
    return target
