"""Whether two statements may run in the other order, or their iterations in turn."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from tangentlite.analysis.aliasing.memory import Memory
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, names_in
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.sizes.affine import Affine, Counter, affine, is_never_negative
from tangentlite.loops.lowering.places import ONE, ZERO, key_of, minus
from tangentlite.loops.nests.facts.accesses import (
    Access,
    Sums,
    Touched,
    counters_in,
    renamed,
    touched_by,
)
from tangentlite.loops.nests.facts.new_arrays import memory_of_loops

# So much is read and written for each number that is added to a sum, in the time that
# the addition takes (benchmarks.run --kind kernels: cavity_flow, cholesky_columns).
_WHILE_ADDING = 40


class Conflicts:
    """Dependences between statements of a program of loops.

    Additions to adjoints may be made in any order: that changes no more than the last
    bits. What the primal computes keeps its order.
    """

    def __init__(self, function: Function) -> None:
        self._function = function
        self._memory: Memory = memory_of_loops(function)

    def order_matters(self, one: gast.stmt, other: gast.stmt) -> bool:
        """Whether two statements may not change places."""
        first, second = touched_by(one), touched_by(other)
        if first.acts or second.acts or _names_clash(first, second):
            return True
        return any(
            not self._are_apart(a, b, one, other) for a, b in self._pairs(first, second)
        )

    def may_alternate(self, one: gast.For, other: gast.For) -> bool:
        """Whether two loops of equal counts may run iteration by iteration.

        Additions of innermost loops to neighbouring places stay apart: together they
        would wait for each other, apart processors do several at once; of two rows of
        an array compilers do not see that they are apart. So do sums of numbers, and
        the functions, or much else, that are computed for several numbers at once.
        """
        first, second = touched_by(one), touched_by(other)
        if first.acts or second.acts:
            return False
        counter = one.target.id
        own, theirs = {counter}, {other.target.id}
        if (first.bound - own) & (second.read | second.bound):
            return False
        if (second.bound - theirs) & first.read:
            return False
        innermost = not any(counters_in([*one.body, *other.body]))
        if innermost and _is_in_lanes(first) != _is_in_lanes(second):
            if _adds_up(one) or _adds_up(other):
                return False
        accesses = [*first.accesses, *second.accesses]
        if innermost and len(accesses) > _WHILE_ADDING:
            if any(a.writes for a in accesses) and (_adds_up(one) or _adds_up(other)):
                return False
        names = {other.target.id: counter}
        changing = (first.bound | second.bound) - own
        for a, b in self._pairs(first, second):
            if b.place is not None and a.place is not None and a.base == b.base:
                there = renamed(b.place, names)
                if (
                    innermost
                    and a.writes
                    and b.writes
                    and not same_place(a.place, there)
                ):
                    return False
                if _meet_in_one_iteration(a.place, there, counter, changing):
                    continue
            if not self._are_apart(a, b, one, other, innermost):
                return False
        return True

    def _pairs(self, first: Touched, second: Touched):
        """Yield accesses of the same memory, one of which writes."""
        place = self._memory.place
        by_class: dict[str, list[Access]] = {}
        for access in second.accesses:
            if self._is_memory(access.base):
                by_class.setdefault(place(access.base), []).append(access)
        for one in first.accesses:
            if not self._is_memory(one.base):
                continue
            for other in by_class.get(place(one.base), ()):
                if one.writes or other.writes:
                    yield one, other

    def _is_memory(self, name: str) -> bool:
        known = name in self._function.kinds
        return known and not isinstance(self._function.kinds[name], Scalar)

    def _are_apart(
        self,
        a: Access,
        b: Access,
        one: gast.stmt,
        other: gast.stmt,
        strictly: bool = False,
    ) -> bool:
        """Whether two accesses are of different elements, or may be in any order."""
        if (
            not strictly
            and a.update
            and b.update
            and a.base not in self._function.primal
        ):
            return True
        if a.place is None or b.place is None or a.base != b.base:
            return False
        counters, names = _counters([one], [other])
        there = renamed(b.place, names)
        return any(_differ(x, y, counters) for x, y in zip(a.place, there))


def same_place(one: Sums, other: Sums) -> bool:
    """Whether two places are known, and equal as sums of names."""
    return len(one) == len(other) and all(
        x is not None and y is not None and key_of(x) == key_of(y)
        for x, y in zip(one, other)
    )


def _is_in_lanes(touched: Touched) -> bool:
    return any(name.startswith("vector_") for name in touched.read)


def _adds_up(loop: gast.For) -> bool:
    """Whether each iteration of an innermost loop waits for the one before."""
    for statement in loop.body:
        if isinstance(statement, gast.AugAssign):
            if loop.target.id not in names_in(statement.target):
                return True
        elif set(binds(statement)) & touched_by(statement).read:
            return True
    return False


def _names_clash(first: Touched, second: Touched) -> bool:
    return bool(first.bound & (second.read | second.bound) or second.bound & first.read)


def _meet_in_one_iteration(one, other, counter: str, changing) -> bool:
    """Whether places are equal only if their iterations are."""
    for x, y in zip(one, other):
        if x is None or y is None or key_of(x) != key_of(y):
            continue
        if x.get(counter) and not changing & set(x):
            return True
    return False


def _counters(
    one: Sequence[gast.stmt], other: Sequence[gast.stmt]
) -> tuple[list[Counter], dict[str, str]]:
    """Return counters of two statements, inner first, the second ones renamed."""
    first = [_counter(loop) for loop in counters_in(one)]
    second = [_counter(loop) for loop in counters_in(other)]
    names = {counter.name: f"{counter.name}'" for counter in second}
    moved = [
        Counter(
            names[c.name],
            _renamed(c.least, names),
            _renamed(c.greatest, names),
        )
        for c in second
    ]
    return [*reversed(moved), *reversed(first)], names


def _renamed(total: Affine | None, names: dict[str, str]) -> Affine | None:
    if total is None:
        return None
    return {names.get(name, name): factor for name, factor in total.items()}


def _counter(loop: gast.For) -> Counter:
    """Return a loop's counter with its bounds."""
    given = [affine(part, lambda name: {name: 1}) for part in loop.iter.args]
    first, *others = given
    start, stop = (ZERO, first) if not others else (first, others[0])
    step = others[1] if len(others) > 1 else ONE
    is_range = getattr(loop.iter.func, "id", "") == "range"
    if start is None or stop is None or step is None or set(step) != {""}:
        return Counter(loop.target.id)
    if not is_range:
        return Counter(loop.target.id)
    if step[""] > 0:
        return Counter(loop.target.id, start, minus(stop, ONE))
    return Counter(loop.target.id, minus(stop, {"": -1}), start)


def _differ(x: Affine | None, y: Affine | None, counters: list[Counter]) -> bool:
    """Whether two sums are different whatever the counters are."""
    if x is None or y is None:
        return False
    for gap in (minus(minus(x, y), ONE), minus(minus(y, x), ONE)):
        if is_never_negative(gap, counters, lambda name: False):
            return True
    return False
