"""Loops over generators, inside out: the body is walked where the generator yields."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.as_functions.comprehension_functions import yielding
from tangentlite.frontend.desugar.single_exits import with_plain_exits
from tangentlite.frontend.desugar.yields import STOP, with_returns_behind_yields
from tangentlite.frontend.source_liveness import (
    bound_in_block,
    live_variables,
    local_names,
)
from tangentlite.ir import build
from tangentlite.ir.rewrite import leaves_loop
from tangentlite.specialize.loops import loop_exits, resumable, unrolling
from tangentlite.specialize.merge import merge
from tangentlite.specialize.state import paths, snapshot
from tangentlite.specialize.state.control import pushed
from tangentlite.specialize.state.frame import Frame, State
from tangentlite.specialize.state.restart import NeedsSteps
from tangentlite.values.callable_values import NONE, UNBOUND, LocalFunction
from tangentlite.values.containers import run_time_lists
from tangentlite.values.heap import Box
from tangentlite.values.iterables import ENDED, LEFT, START, Generator
from tangentlite.values.literals import literal

if TYPE_CHECKING:
    from tangentlite.values.base import Atom, Value

# Generators that call themselves are walked inside each other.
MAX_FRAMES = 40


@handlers.expression(gast.GeneratorExp)
def evaluate(b: Builder, node: gast.GeneratorExp, base: str) -> Generator:
    """Walk a generator expression: its first iterable alone is evaluated now."""
    tree = yielding(node)
    function = LocalFunction(tree, node, b.frame, (), ())
    iterable = operations.evaluate(b, node.generators[0].iter)
    if b.frame not in b.control.captured:
        b.control.captured.append(b.frame)
    return operations.call(b, function, [iterable], {}, node, base)


def run_for(b: Builder, node: gast.For, generator: Generator) -> None:
    """Walk a loop over a generator: its body stands where the generator yields.

    One that others take items of, too, is run from yield to yield.
    """
    if not _in_steps(b, generator):
        with snapshot.speculate(b, NeedsSteps) as walk:
            run_time_lists.again_with_lists(
                b, lambda: _run_inside_out(b, node, generator)
            )
            return
        if walk.failed.generator is not generator:
            raise walk.failed
    unrolling.unroll_iterator(b, node, generator)


def _run_inside_out(b: Builder, node: gast.For, generator: Generator) -> None:
    frame = b.frame
    after = frame.facts.after.get(node, frozenset())
    live = frame.facts.head.get(node, frozenset()) | after
    generator.progress.stand_at(ENDED, {})
    bound = bound_in_block([*node.body, node.target]) & frame.local_names
    boxes: dict[str, Box] = {}
    for name in sorted(bound):
        if not _is_boxed(frame, name):
            boxes[name] = Box(b.heap, frame.variables.get(name, UNBOUND))
    frame.variables.update(boxes)
    stop = Box(b.heap, literal(False))

    def consume(value: Value) -> None:
        frame.live = live
        line = b.line
        with pushed(b.control.frames, frame):
            operations.bind_target(b, node.target, value)
            _run_body(b, node.body, stop, live)
        b.line = line

    exits = any(leaves_loop(statement) for statement in node.body)
    known = {scope: len(scope.sites) for scope in b.control.scopes}
    try:
        _run(b, generator, consume, stop if exits else None)
    except paths.Caught as caught:
        caught.end = _unboxed(boxes, caught.end)
        raise
    finally:
        for scope, count in known.items():
            for site in scope.sites[count:]:
                site.before = _unboxed(boxes, site.before)
                site.caught.end = _unboxed(boxes, site.caught.end)
    if exits:
        generator.progress.stand_at(LEFT, {})
    b.state = _unboxed(boxes, b.state)
    frame.live = after


def _unboxed(boxes: dict[str, Box], state: State) -> State:
    """Return a state in which variables that were boxed for a loop are plain ones."""
    variables = dict(state.variables)
    for name, box in boxes.items():
        if variables.get(name) is box:
            contents: Any = state.contents.get(box, box.first)
            (variables[name],) = contents[1]
    return State(variables, state.contents, state.count)


def _is_boxed(frame: Frame, name: str) -> bool:
    return isinstance(frame.variables.get(name), Box)


def _in_steps(b: Builder, generator: Generator) -> bool:
    """Whether a generator is run from yield to yield: if it has run already."""
    if generator.frame in b.control.frames and generator.frame.consume is not None:
        raise NeedsSteps(generator)
    has_begun = resumable.known_place(b, generator) != START
    return has_begun or generator.frame.function in resumable.ALWAYS


def _run(b: Builder, generator: Generator, consume: Callable, stop: Box | None) -> None:
    tree, frame = generator.tree, generator.frame
    if len(b.control.frames) > MAX_FRAMES:
        raise b.error(
            "this generator calls itself more often than can be written out.",
            "Write a loop, or a function that returns a list.",
        )
    frame.variables = dict(generator.arguments)
    if stop is not None:
        tree = with_returns_behind_yields(tree)
        frame.variables[STOP] = stop
    tree = with_plain_exits(tree)
    frame.facts, frame.local_names = live_variables(tree), local_names(tree)
    frame.consume = consume
    line = b.line
    operations.run_function(b, frame, tree)
    b.line = line


@handlers.expression(gast.Yield)
def yielded(b: Builder, node: gast.Yield, base: str) -> Value:
    """Hand a value to the loop over the generator that is walked."""
    value = NONE if node.value is None else operations.evaluate(b, node.value)
    frame = b.frame
    while frame.consume is None and frame.outer is not None:
        frame = frame.outer
    if frame.consume is None:
        raise b.error("yield outside of a generator that is looped over.", "", node)
    frame.consume(value)
    return NONE


def _run_body(
    b: Builder, block: list[gast.stmt], stop: Box, live: frozenset[str]
) -> None:
    """Walk the body of the loop for one item; `stop` is set where it would leave."""
    found = loop_exits.walk_to_exit(b, block)
    if found is None:
        return
    statement, condition, rest = found
    if operations.truth(condition):
        operations.run_block(b, statement.body[:-1])
        stop.put((literal(True),))
        return
    _run_exit(b, condition, statement, rest, stop, live)


def _run_exit(
    b: Builder,
    condition: Atom,
    statement: gast.If,
    rest: list[gast.stmt],
    stop: Box,
    live: frozenset[str],
) -> None:
    before, line = b.state, b.line

    def leave() -> None:
        operations.run_block(b, statement.body[:-1])
        stop.put((literal(True),))

    ends, bodies = [], []
    for walk in (leave, lambda: _run_body(b, rest, stop, live)):
        b.state = before
        with b.conditional([]) as body:
            ended = paths.attempt(b, walk)
        ends.append(None if isinstance(ended, paths.DeadEnd) else b.state)
        bodies.append(body)
    b.line = line
    merge.merge(b, before, ends, bodies, live)
    b.add(build.branch(condition.node, bodies[0], bodies[1], line))
