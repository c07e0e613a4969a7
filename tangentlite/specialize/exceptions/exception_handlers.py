"""Paths from a raise to its handler, found statically.

What is raised under a condition forks the walk: the handler is walked in one branch of
an `if`, what stands behind the raise, up to the end of the try statement, in the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.caught import caught_around
from tangentlite.operations import implements
from tangentlite.specialize.exceptions import context_managers
from tangentlite.specialize.outside import write_back
from tangentlite.specialize.state import control, paths, restart
from tangentlite.specialize.state.frame import State

if TYPE_CHECKING:
    from tangentlite.values.base import Value


@implements(operations.raise_known)
def raise_known(b: Builder, type_: type, value: Value, node: gast.AST | None) -> None:
    """Go to the handler of an exception, if there is one.

    What a try statement on the way does at its end may raise another one, and change
    what is outside.
    """
    if not any(may_catch(b, t, type_) for t in b.control.tries):
        ends = any(t.final or t.manager is not None for t in b.control.tries)
        matters = paths.catches(b) or write_back.is_seen_behind_raises(b)
        if not ends or not matters:
            return
    line = b.line
    with _frames_as_before(b):
        for place in reversed(range(len(b.control.tries))):
            target = b.control.tries[place]
            handler = target.handler(type_)
            if handler is not None:
                require_open(b, target, type_.__name__, node)
                raise paths.Caught(target, handler, value, state_of(b, target))
            if _is_left(b, target, type_, value, place):
                require_open(b, target, type_.__name__, node)
                raise paths.Caught(target, None, value, state_of(b, target))
            b.line = line


@contextmanager
def _frames_as_before(b: Builder) -> Iterator[None]:
    """Give all frames their variables back: other paths do not see what this one binds.

    A branch does so for its own frame alone, and what is raised in a function walks
    the ends of the try statements around its call.
    """
    before = [(frame, dict(frame.variables)) for frame in b.control.frames]
    try:
        yield
    finally:
        for frame, variables in before:
            frame.variables = variables


@implements(operations.may_catch)
def may_catch(b: Builder, target: paths.Try, type_: type) -> bool:
    """Whether a try statement may catch an exception of a class."""
    return target.handler(type_) is not None or swallows_any(b, target)


def swallows_any(b: Builder, target: paths.Try) -> bool:
    """Whether a `with` statement may end any exception."""
    return target.manager is not None and context_managers.may_swallow(
        b, target.manager
    )


def _is_left(
    b: Builder, target: paths.Try, type_: type, value: Value, place: int
) -> bool:
    """Walk the end of a try statement that an exception leaves.

    Return whether a context manager swallows it.
    """
    opened = b.functions.opened
    b.functions.opened = opened[: target.opened]  # the calls inside have ended
    try:
        with control.outside(b.control, target, place):
            if target.manager is not None:
                return context_managers.leave_by(b, target.manager, type_, value)
            operations.run_block(b, target.final)
            return False
    finally:
        b.functions.opened = opened


def state_of(b: Builder, target: paths.Try) -> State:
    """Return the current state of the frame of a try statement."""
    frame = b.control.frames[target.frames - 1]
    return State(dict(frame.variables), dict(b.heap.contents), b.heap.count)


def require_open(b: Builder, target: paths.Try, what: str, node) -> None:
    """Raise unless the walk can fork up to the end of a try statement.

    There are only branches and other try statements in between.
    """
    depth = b.control.depth
    for scope in reversed(b.control.scopes):
        if depth != scope.depth + len(scope.sites):
            break
        if scope is target:
            return
        depth = scope.depth - (0 if isinstance(scope, paths.Try) else 1)
    if b.control.loops > target.loops:
        raise restart.LeavesLoop(target, paths.undecided(b, what, node))
    restart.unroll_if_possible(b)
    raise paths.undecided(b, what, node)


def fork_for(
    b: Builder,
    place: int,
    handler: gast.ExceptHandler | None,
    test: gast.expr,
    value: Value,
) -> None:
    """Fork the walk in front of an operation that raises if a test is true."""
    target = b.control.tries[place]
    before, body = state_of(b, target), list[gast.stmt]()
    with _frames_as_before(b), b.conditional(body):
        for inner in reversed(range(place + 1, len(b.control.tries))):
            _is_left(b, b.control.tries[inner], BaseException, value, inner)
        end = state_of(b, target)
    b.heap.contents = dict(before.contents)
    fork(b, test, body, paths.Caught(target, handler, value, end), before)


def fork(
    b: Builder,
    test: gast.expr,
    body: list[gast.stmt],
    caught: paths.Caught,
    before: State,
) -> None:
    """Fork the walk: `if test: body` leads to a handler, it goes on in the `else`."""
    other: list[gast.stmt] = []
    facts = b.sizes.take_back()  # of the operation, if it does not raise
    context = b.conditional(other)
    site = paths.Site(test, body, other, caught, before, b.line, context)
    context.__enter__()
    b.sizes.prove(facts)
    b.control.scopes[-1].sites.append(site)


def classes_of(b: Builder, handler: gast.ExceptHandler) -> tuple[type, ...]:
    """Return the exceptions that a handler catches."""
    if handler.type is None:
        return (BaseException,)
    place = caught_around(getattr(handler.type, "id", ""))
    if place is not None:
        return (paths.classes_around(b)[place],)
    value = operations.evaluate(b, handler.type)
    known = value.static_value()
    return known if isinstance(known, tuple) else (known,)
