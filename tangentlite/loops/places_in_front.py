"""Places at the counter of a loop, tested once in front of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import gast

from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.leaves import number_of
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import (
    blocks,
    map_blocks,
    map_statement,
    names_in,
    substitute,
)
from tangentlite.kinds.sizes.affine import Affine, affine
from tangentlite.loops.lowering.places import ONE, expression, minus, moved_by
from tangentlite.loops.nests.facts.accesses import touched_by
from tangentlite.loops.nests.facts.new_arrays import users_in
from tangentlite.runtime.loop_helpers import require_inside


def places_in_front(function: Function) -> Function:
    """Test the ends of a range, and not each place that its counter gives.

    A place that may count from the end of an axis keeps its own test, and so does what
    a branch may leave out.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for i in range(m):
    ...     k = place_in(i + 1, n)
    ...     x[k] = 0.0
    ... return x'''
    >>> names = dict.fromkeys("m i k n x place_in".split(), "kind")
    >>> shown(places_in_front(function_of(text, **names)))
    require_inside(1, m + 1, n)
    for i in range(m):
        x[i + 1] = 0.0
    return x
    """
    body = _Places(function).block(function.body, {})
    found = with_body(function, body)
    references = {**function.references, "require_inside": require_inside}
    return found if found is function else replace(found, references=references)


@dataclass(frozen=True)
class _Range:
    """A range that goes up or down by 1: its least number, and the one after its last.

    `bottom` is the least number if it is a literal.
    """

    counter: str
    least: gast.expr
    end: gast.expr
    bottom: int | None


class _Places:
    def __init__(self, function: Function) -> None:
        self._users = users_in(function.body)

    def block(
        self, block: Sequence[gast.stmt], bottoms: Mapping[str, int]
    ) -> list[gast.stmt]:
        """Return a block in loops whose counters are at least `bottoms`."""
        found: list[gast.stmt] = []
        for statement in block:
            own = _range_of(statement)
            if own is None:
                inner = partial(self.block, bottoms=bottoms)
                found.append(map_blocks(statement, inner))
                continue
            known = dict(bottoms)
            if own.bottom is not None:
                known[own.counter] = own.bottom
            loop = map_blocks(statement, partial(self.block, bottoms=known))
            found += self._loop(loop, own, bottoms)
        return found

    def _loop(
        self, loop: gast.For, own: _Range, bottoms: Mapping[str, int]
    ) -> Iterator[gast.stmt]:
        """Yield the tests in front of a loop, and the loop without them."""
        bound = touched_by(loop).bound
        users = users_in(loop.body)
        names: dict[str, gast.expr] = {}
        tests: dict[str, gast.stmt] = {}
        for statement in _always_run(loop.body):
            name, place, size = _tested(statement)
            if not name or users[name] != self._users[name]:
                continue
            rest = _without(place, own.counter)
            fixed = not bound & {*(rest or ()), *names_in(size)}
            if rest is None or not fixed or not _is_from_start(rest, own, bottoms):
                continue
            names[name] = expression(place)
            ends = [moved_by(own.least, rest), moved_by(own.end, rest)]
            call = build.call("require_inside", [*ends, size])
            tests.setdefault(text_of(call), build.effect(call, statement.lineno))
        yield from tests.values()
        yield _renamed(loop, names) if names else loop


def _range_of(statement: gast.stmt) -> _Range | None:
    """Return the range of a loop that is left at its end alone."""
    if not isinstance(statement, gast.For) or not isinstance(statement.iter, gast.Call):
        return None
    call = statement.iter
    if getattr(call.func, "id", "") != "range" or _leaves(statement.body):
        return None
    given = list(call.args)
    step = number_of(given[2]) if len(given) == 3 else 1
    start = given[0] if len(given) > 1 else build.constant(0)
    stop = given[1] if len(given) > 1 else given[0]
    if step == -1:
        start, stop = moved_by(stop, ONE), moved_by(start, ONE)
    elif step != 1:
        return None
    bottom = number_of(start)
    return _Range(
        statement.target.id, start, stop, bottom if type(bottom) is int else None
    )


def _leaves(block: Sequence[gast.stmt]) -> bool:
    return any(
        isinstance(statement, gast.Break)
        or not isinstance(statement, (gast.For, gast.While))
        and any(_leaves(inner) for inner in blocks(statement))
        for statement in block
    )


def _always_run(block: Sequence[gast.stmt]) -> Iterator[gast.stmt]:
    """Yield the statements of a block and of the loops in it."""
    for statement in block:
        yield statement
        if _range_of(statement) is not None:
            yield from _always_run(statement.body)


def _tested(statement: gast.stmt) -> tuple[str, Affine, gast.expr]:
    """Return the name of a tested place, the place, and the size of its axis."""
    none: tuple[str, Affine, gast.expr] = ("", {}, build.constant(0))
    if not isinstance(statement, gast.Assign):
        return none
    call = statement.value
    if getattr(getattr(call, "func", None), "id", "") != "place_in":
        return none
    place = affine(call.args[0], lambda name: {name: 1})
    return none if place is None else (statement.targets[0].id, place, call.args[1])


def _without(place: Affine, counter: str) -> Affine | None:
    """Return what a place adds to a counter, None if that is not its form."""
    return minus(place, {counter: 1}) if place.get(counter) == 1 else None


def _is_from_start(rest: Affine, own: _Range, bottoms: Mapping[str, int]) -> bool:
    """Whether a place is no number that counts from the end of an axis.

    The program means the start of an axis by a range whose least number it computes,
    unless that is `-n`: if it is wrong, the test fails and NumPy computes the call.
    """
    least_name = affine(own.least, lambda name: {name: 1}) or {}
    if any(least_name.values()) and all(part <= 0 for part in least_name.values()):
        return False
    names = [name for name in rest if name]
    if any(rest[name] < 0 or name not in bottoms for name in names):
        return False
    least = rest.get("", 0) + sum(rest[name] * bottoms[name] for name in names)
    return least + (own.bottom or 0) >= 0


def _renamed(loop: gast.For, names: Mapping[str, gast.expr]) -> gast.For:
    """Return a loop in which places are not tested."""

    def block(body: Sequence[gast.stmt]) -> list[gast.stmt]:
        return [
            map_statement(s, lambda node: substitute(node, names), block=block)
            for s in body
            if _tested(s)[0] not in names
        ]

    return map_blocks(loop, block)
