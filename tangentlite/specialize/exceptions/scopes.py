"""Scopes of the walk, branches and try bodies: forked paths are merged at their end.

The walk forks where something is raised under a condition (`exception_handlers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import gast

from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.tree import Block
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.exceptions import exception_handlers
from tangentlite.specialize.merge import merge, path_phis
from tangentlite.specialize.state import control, paths
from tangentlite.specialize.state.frame import State
from tangentlite.values.base import Atom


def walk_branch(b: Builder, body: list, walk: Callable[[], object]) -> paths.Branch:
    """Walk a branch into a conditional block."""
    before, found = b.state, list[paths.Pending]()
    with b.conditional(body):
        scope = paths.Scope(b.control.depth)
        try:
            with control.pushed(b.control.scopes, scope):
                ended = paths.end_of(b, walk)
        except BaseException:
            drop(b, scope)
            raise
        tail = b.block
        if scope.sites:
            state = before, no_handler, ()
            ended, tail, found = close(b, scope, ended, *state, body)
    return paths.Branch(body, ended, tail, found)


def no_handler(caught: paths.Caught) -> None:
    """Go on behind: what is left for a handler further out."""


def close(
    b: Builder,
    scope: paths.Scope,
    end: Any,
    before: State,
    handle: Callable,
    live: Iterable[str],
    body: Iterable[gast.stmt] = (),
    left: Iterable[paths.Pending] = (),
) -> tuple[Any, list[gast.stmt], list[paths.Pending]]:
    """Close a scope: merge its handlers with the path that does not raise.

    `end` is the state at its end, None if that is unreachable, RAISED if it raises, or
    a `Caught` further out; so is the result of `handle`, which walks a handler. `body`
    are the statements of a scope that may not run, `left` paths that have left it for
    handlers further out already.
    Return the state behind the scope, the block in which that ends, and the paths that
    go further out.
    """
    try:
        return _closed(b, scope, end, before, handle, live, body, list(left))
    except BaseException:
        drop(b, scope)
        raise


def _closed(
    b: Builder,
    scope: paths.Scope,
    end: Any,
    before: State,
    handle: Callable,
    live: Iterable[str],
    body: Iterable[gast.stmt],
    found: list[paths.Pending],
) -> tuple[Any, list[gast.stmt], list[paths.Pending]]:
    tail = b.block
    end = _flagged(b, end, tail, found, before, _enclosing(scope, body))
    while scope.sites:
        site = scope.sites.pop()
        site.context.__exit__(None, None, None)
        b.line = site.line
        if site.caught is not None and site.caught.target is scope:
            b.state = site.caught.end
            with control.pushed(b.control.scopes, scope):  # whose other sites are open
                branch = walk_branch(b, site.body, partial(handle, site.caught))
            b.line = site.line
            found += branch.found
        else:
            branch = paths.Branch(site.body, site.caught, site.body, [])
        around = _enclosing(scope, body)
        handled = _flagged(b, branch.ended, branch.tail, found, before, around)
        if not scope.sites and isinstance(scope, paths.Try):
            clear(b, found)
        end, tail = _merged(b, site, handled, branch.tail, end, tail, live)
        note_unbound(b, found, [site.body, site.other])
    return end, tail, found


def _enclosing(scope: paths.Scope, body: Iterable[gast.stmt]) -> Block:
    """Return the statements of the conditional blocks around the walk."""
    return [*body, *(node for site in scope.sites for node in site.other)]


def _flagged(
    b: Builder,
    ended: Any,
    block: list,
    found: list[paths.Pending],
    before: State,
    around: list,
) -> Any:
    """Set a flag at the end of a path that goes further out; return other ends.

    What it computes in `block`, or in the blocks around it, is read behind them.
    """
    if not isinstance(ended, paths.Caught):
        return ended
    flag = b.fresh("raised", Scalar("bool", True))
    b.phis.joined.add(flag)
    with b.into(block):
        b.add(build.assign(flag, build.constant(True), b.line))
    with control.outside(b.control, ended.target):
        state, made = b.state, [*around, *block]
        ended.end = with_phis(b, before, ended.end, made, block, (ended.value,))
        ended.value = path_phis.lift_value(
            b, ended, block, path_phis.made_for_others(b, made)
        )
        b.state = state
    found.append(paths.Pending(flag, ended))
    return None


def with_phis(b: Builder, before: State, end: State, block, tail, held=()) -> State:
    """Return the state behind a path, with phis of what is read behind others, too.

    The path has run `block`; the copies into the phis are emitted into `tail`.
    """
    b.state = end
    with _read_on_its_path(b):
        path_phis.lift(b, before, end, tail, path_phis.made_for_others(b, block), held)
    return b.state


@contextmanager
def _read_on_its_path(b: Builder) -> Iterator[None]:
    """Note that the program reads new phis only where its path has gone.

    A path that has left sets a flag, and all that stands behind is under its test.
    """
    known = set(b.phis.unbound)
    yield
    b.phis.certain |= b.phis.unbound - known


def _merged(
    b: Builder, site: paths.Site, handled: Any, behind: list, end: Any, tail, live
) -> tuple[Any, list[gast.stmt]]:
    """Emit both paths of a site; return the state behind them, and where that ends.

    The handler ends in the block `behind`, the other path in `tail`. A path that raises
    is left by an `if` alone, and the other one stands behind it.
    """
    test, body, other = site.test, site.body, site.other
    both = isinstance(handled, State) and isinstance(end, State)
    if both:
        ends, blocks = [handled, end], [behind, tail]
        merge.merge(b, site.before, ends, blocks, live, [body, other])
        end, tail = b.state, b.block
    elif end is paths.RAISED and isinstance(handled, State):
        test, body, other = gast.UnaryOp(gast.Not(), test), other, body
        end, tail = handled, behind
    elif isinstance(handled, State):
        end, tail = with_phis(b, site.before, handled, body, behind), behind
    elif isinstance(end, State) and handled is not paths.RAISED:
        end = with_phis(b, site.before, end, other, tail)
    elif end is not paths.RAISED or handled is not paths.RAISED:
        end = end if isinstance(end, State) else None
    alone = not both and (handled is paths.RAISED or body is site.other)
    if alone and isinstance(end, State):
        b.add(build.at(gast.If(test, body, []), site.line))
        b.block.extend(other)
        tail = b.block if tail is other else tail
    else:
        b.add(build.at(gast.If(test, body, other), site.line))
    return end, tail


def note_unbound(b: Builder, found: list[paths.Pending], blocks: list[Block]) -> None:
    """Note that the phis of blocks are unbound on paths that have left them."""
    if found:
        flags = {pending.flag for pending in found}
        made = path_phis.names_made([node for block in blocks for node in block])
        with _read_on_its_path(b):
            b.phis.unbound.update((made & b.phis.joined) - flags)


def clear(b: Builder, found: list[paths.Pending]) -> None:
    """Emit the initial values of flags: no path has gone further out yet."""
    with b.unchecked():
        for pending in found:
            b.add(build.assign(pending.flag, build.constant(False), b.line))


def fork_behind(
    b: Builder, found: list[paths.Pending], ends: bool, before: State
) -> None:
    """Fork the walk behind a scope for the paths that have left it.

    `ends` says that there are no others.
    """
    for pending in found[:-1] if ends else found:
        node = Atom(build.name(pending.flag), b.kinds[pending.flag]).node
        exception_handlers.fork(
            b, node, [], pending.caught, state_in_front(b, pending.caught, before)
        )
    if ends and found:
        raise found[-1].caught


def state_in_front(b: Builder, caught: paths.Caught, before: State) -> State:
    """Return the state in front of a site, in the frame of the handler."""
    frame = b.control.frames[caught.target.frames - 1]
    return State(dict(frame.variables), before.contents, before.count)


def drop(b: Builder, scope: paths.Scope) -> None:
    """Forget the sites of a scope, which is walked again."""
    while scope.sites:
        scope.sites.pop().context.__exit__(None, None, None)
