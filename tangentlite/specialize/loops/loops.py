"""`for` and `while` statements, by what they iterate over."""

from __future__ import annotations

from functools import partial

import gast

from tangentlite import handlers, operations
from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import base_name
from tangentlite.builder.sizes import symbolic_slices
from tangentlite.frontend.source_liveness import bound_in_block
from tangentlite.ir import build
from tangentlite.ir.rewrite import leaves_loop
from tangentlite.kinds.kind import ListOf, Scalar
from tangentlite.specialize.loops import (
    behind_loops,
    checkpointed,
    generators,
    loop_fixpoint,
    rewritten_loops,
    unrolling,
)
from tangentlite.specialize.state import restart, snapshot
from tangentlite.specialize.state.control import pushed
from tangentlite.specialize.state.restart import NeedsUnrolling
from tangentlite.values.base import Atom, Range, Value
from tangentlite.values.iterables import Generator, Reversed, Stream
from tangentlite.values.iterators import iterator_calls, sequences
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms


@handlers.statement(gast.For)
def run_for(b: Builder, node: gast.For) -> None:
    """Walk a `for` statement; over a tuple, once for each item."""
    iterable = iterator_calls.opened(b, operations.evaluate(b, node.iter), node)
    operations.looped(b, iterable, node)


@operations.looped.of(Generator)
def _over_generator(b: Builder, iterable: Generator, node: gast.For) -> None:
    generators.run_for(b, node, iterable)


@operations.looped.of(Stream)
def _over_iterator(b: Builder, iterable: Stream, node: gast.For) -> None:
    unrolling.unroll_iterator(b, node, iterable)


@operations.looped.otherwise
def _over_items(b: Builder, iterable: Value, node: gast.For) -> None:
    before = snapshot.take(b)
    items = operations.static_items(b, iterable)
    if items is not None and not sequences.reads_arrays(iterable):
        unrolling.unroll_items(b, node, iterable, items)
        return
    snapshot.restore(b, before)  # the items of arrays are read one after the other
    count = sequences.static_count(b, iterable) if items is None else len(items)
    if count is None:
        rewritten_loops.run_or_leave(b, node, lambda loop: _run_open(b, loop, iterable))
        return

    def begin(number: int) -> bool:
        if number == count:
            return False
        item = operations.item_at(b, iterable, literal(number), _base(node))
        operations.bind_target(b, node.target, item)
        return True

    if items is not None:
        unrolling.unroll_rows(b, node, begin, iterable, count)
        return

    def run() -> None:
        try:
            rewritten_loops.run_or_leave(
                b, node, lambda loop: _run_counted(b, loop, iterable)
            )
        except NeedsUnrolling:
            if count > unrolling.MAX_UNROLLED:
                raise unrolling.too_many(b, node) from None
            raise

    unrolling.run_or_unroll(b, node, begin, run)


def _run_open(b: Builder, node: gast.For, iterable: Value) -> None:
    """Walk a loop over any number of items; a list that it changes by its positions."""
    lists = {atom.name for atom in atoms(iterable) if isinstance(atom.kind, ListOf)}
    with snapshot.speculate(b, restart.ListChanges) as walk:
        with pushed(b.control.iterated, lists):
            _run_counted(b, node, iterable)
        return
    if walk.failed.name not in lists:
        raise walk.failed
    if not isinstance(iterable, Atom):
        raise b.error(
            "a list is changed while a loop runs over it by enumerate, zip or another "
            "iterator, which is not supported.",
            "Loop over a copy, list(items), or by its places: while i < len(items).",
            node,
        )
    operations.run_block(b, rewritten_loops.by_positions(b, node))


def _base(node: gast.For) -> str:
    return base_name(node.target.id) if isinstance(node.target, gast.Name) else "t"


def _run_counted(b: Builder, node: gast.For, iterable: Value) -> None:
    if isinstance(iterable, Range):
        header, first = _range_header(b, iterable), None
    elif (inner := _reversed_range(iterable)) and not _has_exits(node):
        plain = _range_header(b, inner)
        header, first = build.call(b.references.function(reversed), [plain]), None
    elif isinstance(iterable, Reversed) and not _has_exits(node):
        size = operations.length(b, iterable.items)
        plain = build.call(b.references.function(range), [size.node])
        header = build.call(b.references.function(reversed), [plain])
        first = iterable.items
    else:
        size = operations.length(b, iterable)
        header = build.call(b.references.function(range), [size.node])
        first = iterable
    line = b.line
    counter_base = "i"
    if first is None and isinstance(node.target, gast.Name):
        counter_base = base_name(node.target.id)
    counter = b.fresh(counter_base, Scalar("int64", True))
    counts = iterable.items if isinstance(iterable, Reversed) else iterable
    symbolic_slices.note_range(b, counter, counts)

    def enter() -> None:
        position = Atom(build.name(counter), b.kinds[counter])
        value = position
        if first is not None:
            value = operations.item_at(b, first, position, _base(node))
        operations.bind_target(b, node.target, value)

    bound, before = bound_in_block([node.target]), b.state
    body = loop_fixpoint.walk_body(b, node, enter, bound)
    b.add(build.loop(counter, header, body, line))
    behind_loops.name_varying(b, before)


def _range_header(b: Builder, value: Range) -> gast.expr:
    callee = b.references.function(range)
    return build.call(callee, reconstruct.range_arguments(value))


def _reversed_range(value: Value) -> Range | None:
    """Return the range that a loop runs backwards over, None for others."""
    inner = value.items if isinstance(value, Reversed) else None
    return inner if isinstance(inner, Range) else None


def _has_exits(node: gast.For | gast.While) -> bool:
    return any(leaves_loop(statement) for statement in node.body)


@handlers.statement(gast.While)
def run_while(b: Builder, node: gast.While) -> None:
    """Walk a `while` statement; it may be unrolled if its condition is known."""
    if checkpointed.is_marked(b, node.test):
        checkpointed.run_while(b, node)
        return

    def begin(number: int) -> bool:
        decided = operations.truth(operations.repeated_test(b, node.test))
        if decided is None:
            raise b.error(
                "this loop, which is written out one by one, has a condition that is "
                "not known here.",
                "Use arrays in place of lists, dicts and objects.",
                node,
            )
        return decided

    with snapshot.dry_run(b):
        decided = operations.truth(operations.repeated_test(b, node.test))
    if decided is False:
        return
    if decided:
        unrolling.run_or_unroll(
            b,
            node,
            begin,
            lambda: rewritten_loops.run_or_leave(b, node, partial(_run_while, b)),
        )
    else:
        rewritten_loops.run_or_leave(b, node, partial(_run_while, b))


def _run_while(b: Builder, node: gast.While) -> None:
    line = b.line
    tests: list[gast.expr] = []

    def enter() -> None:
        tests.append(operations.repeated_test(b, node.test).node)

    before = b.state
    body = loop_fixpoint.walk_body(b, node, enter, frozenset())
    b.add(build.repeat(tests[-1], body, line))
    behind_loops.name_varying(b, before)
