"""Generators as resumable functions: each item runs them to their next yield."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.frontend.desugar.single_exits import with_plain_exits
from tangentlite.frontend.desugar.yields import has_yield
from tangentlite.frontend.source_liveness import live_variables, local_names
from tangentlite.ir.marked_names import Hidden, role_of
from tangentlite.operations import implements
from tangentlite.specialize.library import lazy_iterators
from tangentlite.specialize.loops import unrolling
from tangentlite.specialize.state import paths, restart
from tangentlite.specialize.state.control import pushed
from tangentlite.specialize.state.restart import NeedsSteps
from tangentlite.values.base import Atom, Value
from tangentlite.values.callable_values import NONE, UNBOUND
from tangentlite.values.heap import Box
from tangentlite.values.iterables import ENDED, LEFT, START, Generator, Stream
from tangentlite.values.iterators import iterator_calls

# Functions whose generators depend on the items that others have taken meanwhile.
ALWAYS = (
    lazy_iterators.group,
    lazy_iterators.grouped,
    lazy_iterators.shared,
)


@dataclass(frozen=True)
class _Again:
    """A continuation: the next iteration of a loop."""

    loop: gast.For | gast.While


@dataclass(frozen=True)
class _Resumed:
    """A continuation: the assignment of a yield, when the generator is resumed."""

    node: gast.Assign


# The continuation of a generator: statements, in order.
_Rest = tuple


@implements(operations.resume)
def take(b: Builder, generator: Generator, node: gast.AST | None) -> tuple | None:
    """Run a generator up to its next yield; return what it yields, None at its end."""
    frame, progress = generator.frame, generator.progress
    restart.require_statements(b, node)
    if frame in b.control.frames:
        if frame.consume is not None:
            raise NeedsSteps(generator)
        raise b.error("this generator asks for an item of its own.", "", node)
    place = known_place(b, generator)
    if place == ENDED:
        return None
    if place == START:
        rest = _begin(b, generator)
    else:
        rest = progress.places[place] or ()
        frame.variables = dict(zip(progress.keys[1:], progress.items[1:]))
    progress.stand_at(ENDED, {})
    line = b.line
    try:
        with pushed(b.control.frames, frame):
            found, rest = _run(b, rest)
            if found is not None:
                _suspend(b, generator, rest)
    finally:
        boxes = {n: v for n, v in frame.variables.items() if isinstance(v, Box)}
        frame.variables = boxes
    b.line = line
    return found


def known_place(b: Builder, generator: Generator) -> int:
    """Return how far a generator has run; raise if that is not known."""
    place = generator.progress.place
    if place not in (None, LEFT):
        return place
    restart.unroll_if_possible(b)
    raise b.error(
        "it is not known here how far this generator has run already.",
        "Make a list of its items first: items = iter(list(items)).",
    )


def _begin(b: Builder, generator: Generator) -> _Rest:
    tree, frame = with_plain_exits(generator.tree), generator.frame
    frame.facts, frame.local_names = live_variables(tree), local_names(tree)
    frame.consume = None
    frame.variables = dict(generator.arguments)
    frame.start(b.heap)
    if frame not in b.control.captured and frame.facts.captured:
        b.control.captured.append(frame)
    for name in sorted(frame.facts.captured & frame.local_names):
        value = frame.variables.get(name, UNBOUND)
        if not isinstance(value, Box):
            frame.variables[name] = Box(b.heap, value)
    return tuple(tree.body)


def _suspend(b: Builder, generator: Generator, rest: _Rest) -> None:
    """Save the continuation, and the variables that it reads."""
    frame, progress = generator.frame, generator.progress
    if rest not in progress.places:
        progress.places.append(rest)
    saved = {
        name: value
        for name, value in frame.variables.items()
        if name in frame.live or isinstance(value, Box) or role_of(name) == _EACH
    }
    progress.stand_at(progress.places.index(rest), saved)


# The role of the variables that hold the iterators of the loops of a generator.
_EACH = "each"


def _run(b: Builder, rest: _Rest, depth: int = 0) -> tuple[tuple | None, _Rest]:
    """Walk a continuation up to its next yield.

    `depth` is how many undecided branches are open.
    """
    frame = b.frame
    while rest:
        node, rest = rest[0], rest[1:]
        if isinstance(node, _Again):
            rest = _iterate(b, node, rest)
            continue
        if isinstance(node, _Resumed):
            frame.live = frame.facts.contents.get(node.node, frozenset())
            for target in node.node.targets:
                operations.bind_target(b, target, NONE)
            continue
        b.move_to(node)
        frame.live = frame.facts.contents.get(node, frozenset())
        if isinstance(node, gast.Return):
            paths.run_return(b, node)
            return None, ()
        if isinstance(node, gast.Break):
            rest = rest[next(k for k, n in enumerate(rest) if _is_again(n)) + 1 :]
        elif not _is_stepped(node):
            operations.run_block(b, [node])
        elif isinstance(node, gast.If):
            condition = operations.test(b, node.test)
            decided = operations.truth(condition)
            if decided is None:
                return _choose(b, node, condition, rest, depth + 1)
            rest = (*(node.body if decided else node.orelse), *rest)
        elif isinstance(node, gast.While):
            rest = (_Again(node), *rest)
        elif isinstance(node, gast.For):
            _enter(b, node)
            rest = (_Again(node), *rest)
        else:
            given = _yielded(b, node)
            value = NONE if given is None else operations.evaluate(b, given)
            frame.live = frame.facts.after.get(node, frozenset())
            if isinstance(node, gast.Assign):
                frame.live |= frame.facts.contents.get(node, frozenset())
                rest = (_Resumed(node), *rest)
            return (value,), rest
    return None, ()


def _is_again(node: object) -> bool:
    return isinstance(node, _Again)


def _is_stepped(node: gast.stmt) -> bool:
    """Whether a statement yields, or changes where the generator is resumed."""
    if isinstance(node, (gast.FunctionDef, gast.Lambda)):
        return False
    block = gast.FunctionDef("", _NO_ARGUMENTS, [node], [], None, None, [])
    return has_yield(block) or isinstance(node, gast.If) and _leaves(node)


_NO_ARGUMENTS = gast.arguments([], [], None, [], [], None, [])


def _leaves(node: gast.If) -> bool:
    return any(
        isinstance(inner, (gast.Return, gast.Break))
        or isinstance(inner, gast.If)
        and _leaves(inner)
        for inner in (*node.body, *node.orelse)
    )


def _choose(b: Builder, node: gast.If, condition: Atom, rest: _Rest, depth: int):
    """Walk both branches up to a yield each; their continuations must be the same."""
    if depth > unrolling.MAX_EXITS:
        raise _undecided(b, node)
    variables = b.frame.variables
    for name in sorted(b.frame.local_names):
        variables.setdefault(name, UNBOUND)
    ends: dict[bool, _Rest] = {}

    def walk(taken: bool) -> Value:
        block = node.body if taken else node.orelse
        found, ends[taken] = _run(b, (*block, *rest), depth)
        if found is None:
            raise _undecided(b, node)
        return found[0]

    ways = partial(walk, True), partial(walk, False)
    value = operations.choose(b, condition, *ways, "t")
    first, *others = ends.values()  # not of a branch that raises
    if any(other != first for other in others):
        raise _undecided(b, node)
    return (value,), first


def _undecided(b: Builder, node: gast.AST) -> Exception:
    return b.error(
        "what this generator yields next, which is taken item by item, depends on a "
        "condition that is not known here.",
        "Loop over the generator alone, or make a list of its items.",
        node,
    )


def _enter(b: Builder, node: gast.For) -> None:
    """Open the iterator of a loop."""
    variables = b.frame.variables
    found = iterator_calls.opened(b, operations.evaluate(b, node.iter), node)
    if not isinstance(found, (Generator, Stream)):
        found = Stream(b.heap, found)
    variables[_each(b, node)] = found


def _each(b: Builder, node: gast.For) -> str:
    loops = [n for n in b.frame.facts.head if isinstance(n, gast.For)]
    return Hidden(_EACH, loops.index(node) + 1)


def _iterate(b: Builder, again: _Again, rest: _Rest) -> _Rest:
    """Begin the next iteration of a loop, if there is one."""
    node, frame = again.loop, b.frame
    b.move_to(node)
    facts = frame.facts
    frame.live = facts.head.get(node, frozenset()) | facts.after.get(node, frozenset())
    if isinstance(node, gast.While):
        decided = operations.truth(operations.repeated_test(b, node.test))
        if decided is None:
            raise _undecided(b, node)
    else:
        iterator = frame.variables[_each(b, node)]
        assert iterator_calls.is_iterator(iterator)
        found = iterator_calls.taken(b, iterator, node)
        decided = found is not None
        if found is None:
            del frame.variables[_each(b, node)]
        else:
            operations.bind_target(b, node.target, found[0])
    if not decided:
        return rest
    b.control.written_out += 1
    if b.control.written_out > unrolling.MAX_UNROLLED:
        raise unrolling.too_many(b, node)
    return (*node.body, again, *rest)


def _yielded(b: Builder, node: gast.stmt) -> gast.expr | None:
    """Return the operand of a statement that is a yield, or assigns one."""
    plain = isinstance(node, (gast.Expr, gast.Assign))
    if not plain or not isinstance(node.value, gast.Yield):
        raise b.error(
            "a generator whose items are taken one by one yields inside of this.",
            "Write the yield as a statement of its own, in loops and branches alone.",
            node,
        )
    return node.value.value
