"""Loop unrolling: the body is walked once for each iteration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import gast

from tangentlite import errors, operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize.loops import loop_exits
from tangentlite.specialize.merge import merge
from tangentlite.specialize.state import paths, snapshot
from tangentlite.specialize.state.restart import NeedsUnrolling
from tangentlite.values.base import Value
from tangentlite.values.containers import run_time_lists
from tangentlite.values.heap import List
from tangentlite.values.iterables import Enumerate, Generator, Reversed, Stream, Zip
from tangentlite.values.iterators import iterator_calls, wrapped
from tangentlite.values.structure import iterated_cells

if TYPE_CHECKING:
    from tangentlite.values.base import Atom

# More iterations in all, or exits inside each other, would make a text that is hard to
# compile.
MAX_UNROLLED = 2000
MAX_EXITS = 40

# Binds the item of an iteration; returns False if there is none of that number.
Begin = Callable[[int], bool]
# Returns whether there is none, where the program tells; None if there is one.
Ends = Callable[[int], "Atom | None"]


def run_or_unroll(
    b: Builder, node: gast.For | gast.While, begin: Begin, run: Callable[[], None]
) -> None:
    """Walk a loop; unroll it only if its iterations are about containers or objects."""
    if b.control.unrolls:
        unroll(b, node, begin)
        return
    with snapshot.speculate(b, NeedsUnrolling), _unrollable(b):
        run()
        return
    unroll(b, node, begin)


@contextmanager
def _unrollable(b: Builder) -> Iterator[None]:
    """Walk a loop that can be unrolled."""
    b.control.unrollable += 1
    try:
        yield
    finally:
        b.control.unrollable -= 1


def unroll(
    b: Builder, node: gast.For | gast.While, begin: Begin, ends: Ends | None = None
) -> None:
    """Walk the body of a loop once for each iteration, of which some may not be."""
    after = b.frame.facts.after.get(node, frozenset())
    run_time_lists.again_with_lists(
        b, lambda: _Unrolled(b, node, begin, ends, after).run([], 0, 0)
    )
    b.frame.live = after


def unroll_rows(
    b: Builder, node: gast.For, begin: Begin, iterable: Value, count: int
) -> None:
    """Walk the body for each of some known rows, which an array in them may end."""
    shorter = wrapped.may_be_shorter(b, iterable)
    if count > MAX_EXITS:
        wrapped.require_items(b, shorter, count)
    elif shorter:
        size = wrapped.shortest(b, [operations.length(b, part) for part in shorter])
        unroll(b, node, begin, partial(_ended, b, size, count))
        return
    unroll(b, node, begin)


def _ended(b: Builder, size: Atom, count: int, number: int) -> Atom | None:
    """Return the test whether there is no row of a number, None behind the last one."""
    if number == count:
        return None
    test = gast.Compare(size.node, [gast.LtE()], [build.constant(number)])
    return b.emit(b, test, Scalar("bool", True), "ended")


def unroll_items(b: Builder, node: gast.For, iterable: Value, items: list) -> None:
    """Walk the body of a loop over a container, which may get other items meanwhile."""
    first = {cell: cell.contents for cell in iterated_cells(iterable)}
    seen, current = dict(first), items

    def begin(number: int) -> bool:
        nonlocal current
        if any(cell.contents is not contents for cell, contents in seen.items()):
            current = _items_now(b, node, iterable, first, len(items))
            seen.update((cell, cell.contents) for cell in seen)
        if number >= len(current):
            return False
        operations.bind_target(b, node.target, current[number])
        return True

    unroll(b, node, begin)


def _items_now(b: Builder, node: gast.For, iterable, first: dict, count: int) -> list:
    """Return the items of a container that a loop over it has changed.

    A list may get longer, which Python notices unless it goes backwards, but no dict or
    set.
    """
    items = operations.static_items(b, iterable)
    same = all(cell.keys == contents[0] for cell, contents in first.items())
    grown = any(len(cell.items) != len(was[1]) for cell, was in first.items())
    forwards = not _is_reversed(iterable) and all(isinstance(c, List) for c in first)
    other = grown or len(items or ()) != count
    if items is None or not same or (other and not forwards):
        raise b.error(
            "this loop changes the container that it iterates over, which is not "
            "supported yet.",
            "Iterate over a copy: for item in list(items).",
            node,
        )
    return items


def _is_reversed(iterable: Value) -> bool:
    """Whether a loop goes backwards through any container."""
    if isinstance(iterable, (Enumerate, Zip)):
        return any(map(_is_reversed, iterable.inside))
    return isinstance(iterable, Reversed)


def too_many(b: Builder, node: gast.AST) -> Exception:
    """Return the error for loops that are too long to be unrolled."""
    error = b.error(
        "this loop has too many iterations to be written out one by one.",
        "Use arrays in place of lists, dicts and objects.",
        node,
    )
    return errors.of_class(error, errors.TooLongError)


class _Unrolled:
    """A loop that is unrolled; `after` are the variables that are live behind it."""

    def __init__(
        self,
        b: Builder,
        node: gast.For | gast.While,
        begin: Begin,
        ends: Ends | None,
        after: frozenset[str],
    ) -> None:
        self._b = b
        self._node = node
        self._begin = begin
        self._ends = ends
        self._after = after

    def run(
        self, block: list[gast.stmt], number: int, exits: int, asked: bool = False
    ) -> None:
        """Walk the rest of an iteration, and then those that are left.

        Whether there is another one may have been `asked`.
        """
        b = self._b
        while True:
            if (found := loop_exits.walk_to_exit(b, block)) is not None:
                statement, condition, rest = found
                if operations.truth(condition):
                    operations.run_block(b, statement.body[:-1])
                else:
                    stay = partial(self.run, rest, number, exits + 1)
                    self._exit(condition, statement.body[:-1], stay, exits + 1)
                return
            b.move_to(self._node)
            ended = None if asked or self._ends is None else self._ends(number)
            if ended is not None:
                stay = partial(self.run, [], number, exits + 1, asked=True)
                self._exit(ended, [], stay, exits + 1)
                return
            asked = False
            if not self._begin(number):
                return
            b.control.written_out += 1
            if b.control.written_out > MAX_UNROLLED:
                raise too_many(b, self._node)
            block, number = self._node.body, number + 1

    def _exit(
        self,
        condition: Atom,
        leaves: list[gast.stmt],
        stay: Callable[[], None],
        exits: int,
    ) -> None:
        b = self._b
        if exits > MAX_EXITS:
            raise b.error(
                "this loop, which is written out one by one, may be left in too many "
                "iterations.",
                "Use arrays in place of lists, dicts and objects.",
                self._node,
            )
        before, line = b.state, b.line
        with b.conditional([]) as leaving:
            left = paths.end_of(b, partial(operations.run_block, b, leaves))
        b.state = before
        with b.conditional([]) as staying:
            right = None if paths.attempt(b, stay) is paths.RAISED else b.state
        b.line = line
        merge.merge(b, before, [left, right], [leaving, staying], self._after)
        b.add(build.branch(condition.node, leaving, staying, line))


def unroll_iterator(b: Builder, node: gast.For, iterator: Generator | Stream) -> None:
    """Unroll a loop over the rest of an iterator."""

    def begin(number: int) -> bool:
        found = iterator_calls.taken(b, iterator, node)
        if found is None:
            return False
        operations.bind_target(b, node.target, found[0])
        return True

    unroll(b, node, begin)
