"""Handlers that many paths lead to are walked once: the paths are merged in front.

try:                                raised = False                  # core
    a = v[3] / x                    failure1 = failure(IndexError, v, 3)
    …                               if failure1 is not None:
except (IndexError, …):                 raised = True
    for k in range(n):              else:
        …                               …  # and so for each that may raise
                                    if raised:
                                        …  # the loop
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import gast

from tangentlite import errors, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.tree import Block
from tangentlite.ir import build
from tangentlite.ir.rewrite import names_in
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.exceptions import scopes
from tangentlite.specialize.merge import merge
from tangentlite.specialize.state import control, paths, restart, snapshot
from tangentlite.specialize.state.frame import State
from tangentlite.values.base import Value
from tangentlite.values.callable_values import UNBOUND

# A handler may be written several times as long as these are so many statements.
MOST_COPIED = 12


def share(
    b: Builder,
    target: paths.Try,
    signal: Exception | None,
    before: State,
    live: frozenset[str],
) -> Exception | None:
    """Merge the paths to each handler that would be written too often.

    The body of the `try` statement `target` has been walked; it has ended with
    `signal`, a `Caught` or `Raised`, or without. `before` is the state in front, `live`
    is what is read behind. Return with what the body ends then: it has few forks.
    """
    found: list[paths.Pending] = []
    for reached in _groups(b, target, signal):
        with snapshot.speculate(b, errors.UnsupportedError, restart.Grown):
            found.append(_merged(b, target, reached, before, live))
    if not found:
        return signal
    end: Any = b.state if signal is None else signal
    if isinstance(signal, paths.Raised):
        end = paths.RAISED
    merged = [pending.caught.handler for pending in found]
    for site in target.sites:
        if _leads_to(site.caught, target, merged):
            site.caught = None
    if _leads_to(signal, target, merged):
        end = None
    body = paths.Try(target.depth, target.sites)
    target.sites = []
    end, _, left = scopes.close(b, body, end, before, scopes.no_handler, (), (), found)
    goes_on = isinstance(end, State)
    if goes_on:
        b.state = end
    try:
        scopes.fork_behind(b, left, not goes_on, before)
    except paths.Caught as caught:
        return caught
    return None if goes_on else paths.Raised()


def _leads_to(signal: object, target: paths.Try, handlers: list) -> bool:
    """Whether a path goes on in one of some handlers of a `try` statement."""
    if not isinstance(signal, paths.Caught) or signal.target is not target:
        return False
    return any(signal.handler is one for one in handlers)


@dataclass(eq=False)
class _Path:
    """Where a path leaves for a handler, or where several do that were merged.

    `first` is the place of the first of their forks, `before` the state in front of it,
    `end` the state where they leave; each has left in one of `blocks`, behind which the
    copies of the same place in `copies` belong.
    """

    first: int
    last: int
    before: State
    caught: paths.Caught
    end: State
    value: Value
    blocks: list[Block]
    copies: list[Block]


def _groups(
    b: Builder, target: paths.Try, signal: Exception | None
) -> list[list[_Path]]:
    """Return the paths to each handler that many reach."""
    if target.manager is not None:
        return []
    reached = [(s.before, s.caught, s.body) for s in target.sites]
    if isinstance(signal, paths.Caught):
        reached.append((b.state, signal, b.block))
    found: dict[int, list[_Path]] = {}
    for place, (before, caught, block) in enumerate(reached):
        if caught and caught.target is target and caught.handler is not None:
            path = _Path(
                place, place, before, caught, caught.end, caught.value, [block], [[]]
            )
            found.setdefault(id(caught.handler), []).append(path)
    many = [own for own in found.values() if _are_many(own)]
    for own in many:
        if not _is_read(own[0].caught.handler):
            for path in own:
                path.value = UNBOUND
    return many


def _are_many(reached: list[_Path]) -> bool:
    """Whether a handler would be written too often."""
    handler = reached[0].caught.handler
    nodes = [node for part in handler.body for node in gast.walk(part)]
    length = sum(isinstance(node, (gast.stmt, gast.Call)) for node in nodes)
    return (len(reached) - 1) * length > MOST_COPIED


def _is_read(handler: gast.ExceptHandler) -> bool:
    """Whether a handler reads the exception: by its name, or raises it again."""
    nodes = (node for part in handler.body for node in gast.walk(part))
    again = any(isinstance(node, gast.Raise) and node.exc is None for node in nodes)
    return handler.name is not None or again


def _merged(
    b: Builder,
    target: paths.Try,
    reached: list[_Path],
    before: State,
    live: frozenset[str],
) -> paths.Pending:
    """Merge paths to a handler; return the path behind all of them, with its flag."""
    handler, state = reached[0].caught.handler, b.state
    live = live.union(*(names_in(part) for part in handler.body))
    made = _made(b, target, 0, reached)
    with control.outside(b.control, target):
        path = _joined(b, target, reached, live)
        tail: Block = []
        end = scopes.with_phis(b, before, path.end, made, tail, (path.value,))
        b.state = state
    flag = b.fresh("raised", Scalar("bool", True))
    b.phis.joined.add(flag)
    for block, copies in zip(path.blocks, path.copies):
        block += [*copies, *copy.deepcopy(tail)]
        block.append(build.assign(flag, build.constant(True), b.line))
    return paths.Pending(flag, paths.Caught(target, handler, path.value, end))


def _joined(
    b: Builder, target: paths.Try, reached: list[_Path], live: frozenset[str]
) -> _Path:
    """Merge some paths two by two, so that each has few copies."""
    if len(reached) == 1:
        return reached[0]
    half = len(reached) // 2
    first = _joined(b, target, reached[:half], live)
    second = _joined(b, target, reached[half:], live)
    tails: list[Block] = [[], []]
    within = [
        _made(b, target, first.first, part) for part in (reached[:half], reached[half:])
    ]
    merge.merge(b, first.before, [first.end, second.end], tails, live, within)
    end, value = b.state, first.value
    if value is not UNBOUND:
        value = operations.join_values(b, "failure", first.value, second.value)
        for path, tail in zip((first, second), tails):
            with b.at(path.end), b.into(tail):
                operations.copy_into(b, "", value, path.value)
    copies = [
        [*own, *copy.deepcopy(tail)]
        for path, tail in zip((first, second), tails)
        for own in path.copies
    ]
    blocks = [*first.blocks, *second.blocks]
    return _Path(
        first.first, second.last, first.before, first.caught, end, value, blocks, copies
    )


def _made(b: Builder, target: paths.Try, first: int, reached: list[_Path]) -> Block:
    """Return the statements that paths have run since the fork at a place."""
    sites = target.sites[first : reached[-1].last]
    blocks = [site.other for site in sites]
    blocks += [block for path in reached for block in path.blocks]
    return [statement for block in blocks for statement in block]
