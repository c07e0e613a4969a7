"""`try` statements: the body, the handlers that are reached, and `finally`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.statements_by_others import MANAGER
from tangentlite.ir.marked_names import role_of
from tangentlite.ir.rewrite import names_in
from tangentlite.specialize.exceptions import (
    context_managers,
    exception_handlers,
    raise_checks,
    scopes,
    shared_handlers,
)
from tangentlite.specialize.state import paths
from tangentlite.specialize.state.control import pushed
from tangentlite.specialize.state.frame import State
from tangentlite.values.callable_values import UNBOUND
from tangentlite.values.containers import run_time_lists

if TYPE_CHECKING:
    from tangentlite.values.base import Value


@handlers.statement(gast.Try)
def run_try(b: Builder, node: gast.Try) -> None:
    """Walk a try statement, or a `with` statement, which is written as one."""
    run_time_lists.again_with_lists(b, lambda: _run_try(b, node))


def _run_try(b: Builder, node: gast.Try) -> None:
    target = _entered(b, node)
    orelse, final = node.orelse, node.finalbody
    if target.manager is not None:  # its exit is at the end, or by an exception
        orelse, final = final, []
    after = b.frame.facts.after.get(node, frozenset())
    live = after.union(*(names_in(part) for part in final))
    before, known = b.state, dict(vars(b.sizes))
    with b.sizes.scope() as proved:
        signal = _run_body(b, node, target)
        if target.sites:
            with pushed(b.control.scopes, target):
                signal = shared_handlers.share(b, target, signal, before, live)
        behind = _finally(b, target, final, _continued(b, target, signal, orelse))
        forked = bool(target.sites)
        if not forked:
            behind()
        else:

            def handle(caught: paths.Caught) -> object:
                with b.sizes.recalled(known):
                    return _finally(b, target, final, _handling(b, caught))()

            end = paths.end_of(b, behind)
            end, _, found = scopes.close(b, target, end, before, handle, live)
    if not forked:
        b.sizes.prove(proved)
    elif not isinstance(end, State) and not found:
        raise paths.Raised
    else:
        if isinstance(end, State):  # a handler that raises leaves another one
            b.state = end
        b.frame.live = after
        scopes.fork_behind(b, found, not isinstance(end, State), before)
    operations.run_block(b, final)


def _entered(b: Builder, node: gast.Try) -> paths.Try:
    caught, manager = [], None
    _require_no_exits(b, node.finalbody)
    for handler in node.handlers:
        if is_exit(handler):
            manager = operations.read_name(b, handler.type)
            caught.append((context_managers.swallowed(manager), handler))
        else:
            caught.append((exception_handlers.classes_of(b, handler), handler))
    return paths.Try(
        b.control.depth,
        [],
        caught,
        node.finalbody,
        manager,
        frames=len(b.control.frames),
        loops=b.control.loops,
        opened=len(b.functions.opened),
    )


def is_exit(handler: gast.ExceptHandler) -> bool:
    """Whether a handler stands for the exit of a context manager."""
    return isinstance(handler.type, gast.Name) and role_of(handler.type.id) == MANAGER


def _require_no_exits(b: Builder, block: list[gast.stmt]) -> None:
    for inner in (inner for part in block for inner in gast.walk(part)):
        if isinstance(inner, (gast.Return, gast.Break, gast.Continue)):
            raise b.error(
                "return, break and continue inside of finally are not supported.",
                "Leave behind the try statement.",
                inner,
            )


def _run_body(b: Builder, node: gast.Try, target: paths.Try) -> Exception | None:
    """Walk the body; return the signal with which it ends, if it does."""
    control = b.control
    try:
        with (
            pushed(control.tries, target),
            pushed(control.scopes, target),
            b.checking(raise_checks.check),
        ):
            operations.run_block(b, node.body)
    except paths.Caught as caught:
        return caught
    except paths.Raised as raised:
        if not target.sites:
            raise
        return raised
    except BaseException:
        scopes.drop(b, target)
        raise
    return None


def _continued(
    b: Builder, target: paths.Try, signal: Exception | None, orelse: list[gast.stmt]
) -> Callable[[], object]:
    """Return what follows the body: the else block, a handler or a raise."""
    if signal is None:
        return lambda: operations.run_block(b, orelse)
    if isinstance(signal, paths.Caught) and signal.target is target:
        return _handling(b, signal)
    return _raising(signal)


def _raising(signal: Exception) -> Callable[[], object]:
    def run() -> None:
        raise signal

    return run


def _handling(b: Builder, caught: paths.Caught) -> Callable[[], object]:
    """Return the walk of a handler; none for a manager that swallows an exception."""

    def run() -> None:
        b.state = caught.end
        handler = caught.handler
        if handler is None:
            return
        name = getattr(handler.name, "id", handler.name)
        if name is not None:
            operations.bind_name(b, name, caught.value)
        with pushed(b.control.handled, caught.value):
            operations.run_block(b, handler.body)
        if name is not None:
            operations.bind_name(b, name, UNBOUND)

    return run


def _finally(
    b: Builder, target: paths.Try, final: list[gast.stmt], walk: Callable
) -> Callable[[], object]:
    """Return a walk within `finally`, which what it raises passes, too."""
    around = replace(
        target, depth=b.control.depth, sites=[], handlers=[], final=final, manager=None
    )

    def run() -> Value:
        with pushed(b.control.tries, around):
            return walk()

    return run
