"""Dependence test: whether two indices of an array are disjoint, in any iterations."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

import gast

from tangentlite.analysis.aliasing.memory import Memory, Path, shared_loops
from tangentlite.analysis.dependence.integer_names import Integers
from tangentlite.ir.rewrite import binds
from tangentlite.kinds.sizes.affine import (
    Affine,
    Counter,
    affine,
    is_never_negative,
    plus,
    renamed,
    times,
)

# The first and the last element of an index on an axis; None where it is not known.
Range = tuple[Affine | None, Affine | None]


class Dependence:
    """Elements that indices select, as sums of loop counters and sizes.

    In this loop no later iteration touches the element that is read:

    >>> from tangentlite.analysis.aliasing.memory import memory_of
    >>> text = '''
    ... for i in range(1, n):
    ...     y[i] = y[i - 1]'''
    >>> body = gast.parse(text).body
    >>> loop, write = body[0], body[0].body[0]
    >>> integers = Integers({}.get, {'n': True, 'i': False}.get)
    >>> dependence = Dependence(memory_of(body, {}), integers)
    >>> read, written = write.value.slice, write.targets[0].slice
    >>> dependence.are_disjoint(read, written, (loop,), (loop,), 0)
    True
    >>> dependence.are_disjoint(written, read, (loop,), (loop,), 0)
    False
    """

    def __init__(self, memory: Memory, integers: Integers) -> None:
        self._memory = memory
        self._integers = integers
        self._counters: dict[gast.stmt, Counter] = {}
        self._names: set[str] = set()  # of all counters
        self._bound: dict[str, Path | None] = {}  # None if bound more than once
        for statement, (_, loops) in memory.order.items():
            for name in binds(statement):
                self._bound[name] = None if name in self._bound else loops
        for statement in memory.order:
            if isinstance(statement, gast.For) and isinstance(
                statement.target, gast.Name
            ):
                self._counters[statement] = self._counter(statement)
                self._names.add(statement.target.id)

    def is_fixed(self, name: str) -> bool:
        """Whether a name is bound once, outside of all loops, or not at all."""
        return self._bound.get(name, ()) == ()

    def are_disjoint(
        self, one: gast.expr, other: gast.expr, around: Path, loops: Path, level: int
    ) -> bool:
        """Whether an index selects no element that another one selects later.

        They stand within the loops `around` and `loops`. The other one is in the same
        iteration of the first `level` loops that are around both, and in a later
        iteration of the next one if that is around both as well.
        """
        own = [self._counters[loop] for loop in around if loop in self._counters]
        shared = [
            self._counters[loop] for loop in loops[:level] if loop in self._counters
        ]
        later = [
            self._counters[loop] for loop in loops[level:] if loop in self._counters
        ]
        names = {counter.name: f"{counter.name}'" for counter in later}
        later = [_of_other_rounds(counter, names) for counter in later]
        if level < shared_loops(around, loops) and loops[level] in self._counters:
            later[0] = _of_later_rounds(later[0], self._counters[loops[level]])
        counters = [*reversed(later), *reversed(own)]
        taken = self._ranges(one, {counter.name for counter in own})
        taken_later = self._ranges(other, {c.name for c in shared} | set(names))
        for here, there in zip(taken, taken_later):
            if here is None or there is None:
                return False  # an index that moves the axes behind it
            here = self._counted(here, counters)
            there = (renamed(there[0], names), renamed(there[1], names))
            there = self._counted(there, counters)
            if self._ends_before(here, there, counters):
                return True
            if self._ends_before(there, here, counters):
                return True
        return False

    def _counted(self, found: Range, counters: list[Counter]) -> Range:
        """Drop bounds that may be negative, which count from the end of the axis."""
        first, last = found
        is_size = self._integers.is_size
        if not is_never_negative(plus(last, {"": 1}), counters, is_size):
            last = None
        if not is_never_negative(first, counters, is_size):
            # a slice may still end in front of something; an element may be anywhere
            return None, None if first == last else last
        return first, last

    def _ends_before(self, one: Range, other: Range, counters: list[Counter]) -> bool:
        gap = plus(plus(other[0], times(one[1], -1)), {"": -1})
        return is_never_negative(gap, counters, self._integers.is_size)

    def _ranges(
        self, index: gast.expr, counters: Container[str]
    ) -> Iterator[Range | None]:
        """Yield the range of elements on each axis, None if that is not known."""
        for item in index.elts if isinstance(index, gast.Tuple) else [index]:
            if isinstance(item, gast.Slice):
                first = self._bound_of(item.lower, counters, {"": 0})
                stop = self._bound_of(item.upper, counters, None)
                plain = _is_none(item.step) or _is_positive(item.step)
                yield (first, plus(stop, {"": -1})) if plain else (None, None)
            else:
                place = self._sum(item, counters)
                yield None if place is None else (place, place)

    def _bound_of(self, node, counters: Container[str], missing) -> Affine | None:
        return missing if _is_none(node) else self._sum(node, counters)

    def _sum(self, node: gast.expr, counters: Container[str]) -> Affine | None:
        """Return an integer as an affine sum of some counters and loop invariants."""

        def resolve(name: str) -> Affine | None:
            if name in counters and self._bound[name] is not None:
                return {name: 1}
            if name in self._names or self._integers.is_size(name) is None:
                return None
            rhs = self._integers.define(name)
            if isinstance(rhs, (gast.BinOp, gast.Constant, gast.UnaryOp)):
                return affine(rhs, resolve)
            return {name: 1} if self._bound.get(name, ()) == () else None

        return affine(node, resolve)

    def _counter(self, loop: gast.For) -> Counter:
        name, call, upwards = loop.target.id, loop.iter, True
        if _calls(call, "reversed"):
            call, upwards = call.args[0], False
        if not _calls(call, "range"):
            return Counter(name)
        outer = {
            self._counters[other].name
            for other in self._memory.order[loop][1]
            if other in self._counters
        }
        first, stop, step = [
            self._sum(argument, outer)
            for argument in (
                [gast.Constant(0, None)] * (len(call.args) == 1)
                + list(call.args)
                + [gast.Constant(1, None)] * (len(call.args) < 3)
            )
        ]
        if step is None or set(step) != {""}:
            return Counter(name)
        if step[""] > 0:
            return Counter(name, first, plus(stop, {"": -1}), upwards)
        return Counter(name, plus(stop, {"": 1}), first, not upwards)


def _of_other_rounds(counter: Counter, names) -> Counter:
    """Return a counter in other iterations of its loop, and of some loops around."""
    least, greatest = renamed(counter.least, names), renamed(counter.greatest, names)
    return Counter(names[counter.name], least, greatest, counter.upwards)


def _of_later_rounds(other: Counter, counter: Counter) -> Counter:
    """Return a counter with its bounds in later iterations of its loop."""
    if counter.upwards is None:
        return other
    if counter.upwards:
        return replace(other, least={counter.name: 1, "": 1})
    return replace(other, greatest={counter.name: 1, "": -1})


def _calls(node: gast.expr, name: str) -> bool:
    called = node.func if isinstance(node, gast.Call) else None
    return isinstance(called, gast.Name) and called.id == name and bool(node.args)


def _is_none(node: gast.expr | None) -> bool:
    return node is None or (isinstance(node, gast.Constant) and node.value is None)


def _is_positive(node: gast.expr) -> bool:
    return (
        isinstance(node, gast.Constant) and type(node.value) is int and node.value > 0
    )
