"""Paths of the walk: forks at what a `try` catches, and how a path ends."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeVar

import gast

from tangentlite import errors, operations
from tangentlite.specialize.state.frame import State
from tangentlite.values.callable_values import NONE

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder
    from tangentlite.values.base import Value

T = TypeVar("T")


class DeadEnd(Enum):
    """The end of a path behind which nothing is walked."""

    UNREACHED = "it is not reachable yet"
    RAISED = "it raises what nobody here catches"


UNREACHED: Final = DeadEnd.UNREACHED
RAISED: Final = DeadEnd.RAISED


@dataclass(eq=False)
class Scope:
    """A branch or the body of a `try`, with the sites at which the walk has forked.

    `depth` is how many blocks that may not run are around it.
    """

    depth: int
    sites: list[Site] = field(default_factory=list)


@dataclass(eq=False)
class Try(Scope):
    """A try statement that is walked.

    `handlers` are the classes that each handler catches, `manager` is what a `with`
    statement has entered; `frames` is how many functions are walked around it, `loops`
    how many loops of the core program, and `opened` how many calls.
    """

    handlers: list[tuple[tuple[type, ...], gast.ExceptHandler]] = field(
        default_factory=list
    )
    final: list[gast.stmt] = field(default_factory=list)
    manager: Value | None = None
    frames: int = 0
    loops: int = 0
    opened: int = 0

    def handler(self, type_: type) -> gast.ExceptHandler | None:
        """Return what catches an exception of a class."""
        found = (h for classes, h in self.handlers if issubclass(type_, classes))
        return next(found, None)


class Caught(Exception):  # noqa: N818 - a signal, not an error
    """The path that is walked goes on in a handler of a try statement around.

    `end` is the state where it leaves. The exception is `value`, UNBOUND where the
    handler does not read it.
    """

    def __init__(self, target: Try, handler, value: Value, end: State) -> None:
        super().__init__()
        self.target, self.handler, self.value, self.end = target, handler, value, end


@dataclass(eq=False)
class Site:
    """A fork of the walk: `if test: body` leads to a handler.

    `before` is the state in front of it; what stands behind it, up to the end of
    the scope, is walked into `other`, which `context` has opened. A path that was
    merged with others of its handler is not `caught` by itself.
    """

    test: gast.expr
    body: list[gast.stmt]
    other: list[gast.stmt]
    caught: Caught | None
    before: State
    line: int
    context: AbstractContextManager


@dataclass(eq=False)
class Pending:
    """A path that has left a scope for a handler further out: it has set a flag."""

    flag: str
    caught: Caught


@dataclass
class Branch:
    """A branch that was walked: its statements, and how it ended.

    `tail` are its phi copies; `found` are the paths that go further out, to the handler
    of a try statement.
    """

    body: list[gast.stmt]
    ended: Any
    tail: list[gast.stmt]
    found: list[Pending]


class Raised(Exception):  # noqa: N818 - a signal, not an error
    """The path that is walked ends here: what it raises was emitted."""


def attempt(b: Builder, walk: Callable[[], T]) -> T | DeadEnd:
    """Return the result of a walk, UNREACHED if it is refused, RAISED if it raises.

    Before a loop has settled, a variable may have no value that later rounds find, be
    None, or a list of one length; before a recursive function has, its calls have no
    result. So an error counts in the last round only.
    """
    try:
        return walk()
    except Raised:
        return RAISED
    except errors.UnsupportedError as error:
        if not b.control.loops:
            raise
        b.control.unreached.append(error)
        return UNREACHED


def end_of(b: Builder, walk: Callable[[], object]) -> Any:
    """Walk a path; return the state at its end.

    That is None if it is unreachable, RAISED if it raises, and a `Caught` if it goes on
    in the handler of a try statement around.
    """
    try:
        ended = attempt(b, walk)
    except Caught as caught:
        return caught
    if ended is RAISED:
        return RAISED
    return None if ended is UNREACHED else b.state


def catches(b: Builder) -> bool:
    """Whether a try statement around has a handler of exceptions."""
    return any(classes for target in b.control.tries for classes, _ in target.handlers)


def undecided(b: Builder, what: str, node: gast.AST | None) -> Exception:
    """Return the error for an exception whose handler is known at run time only."""
    return b.error(
        f"whether {what} is raised here is known only when the program runs; catching "
        "it is not supported yet.",
        "Put the try statement around this alone, or test for it with an if statement.",
        node,
    )


def classes_around(b: Builder) -> list[type]:
    """Return the classes that the try statements around catch, each once."""
    found = (c for t in b.control.tries for classes, _ in t.handlers for c in classes)
    return list(dict.fromkeys(found))


def run_return(b: Builder, node: gast.Return) -> None:
    """Record the result of the function being walked."""
    if node.value is None:
        b.frame.result = NONE
    else:
        b.frame.result = operations.evaluate(b, node.value)
