"""Loops whose iterations may run at once, for several threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.names import Names
from tangentlite.ir.rewrite import blocks, map_blocks
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.loops.lowering.places import ONE, moved_by
from tangentlite.loops.nests.facts.accesses import (
    counters_in,
    is_test,
    reads_elements,
    touched_by,
)
from tangentlite.loops.nests.facts.element_maps import base_of, element_at, parts_of
from tangentlite.loops.nests.facts.independence import added_by
from tangentlite.runtime.loop_helpers import prange

INTEGER = Scalar("int64", True)
# More than most processors have cores, so that threads are of use; a fixed number, so
# that what is added up does not depend on them.
PARTS = 16


def run_in_parallel(function: Function) -> Function:
    """Give the iterations of loops to threads, where they do not depend on each other.

    Of nested loops it is the outer one that allows it; loops without others inside of
    them are divided if they stand alone, not in an iteration. If iterations add to one
    adjoint, they are taken in parts, each of which has an array of its own for it.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for i in range(n):
    ...     y[i] = 2.0 * x[i]
    ... for k in range(n - 1, -1, -1):
    ...     for j in range(m):
    ...         w_bar[j] += y[k] * x[j]
    ... return w_bar'''
    >>> kinds = dict.fromkeys(("x", "y", "w_bar"), Array("float64", (3,)))
    >>> shown(run_in_parallel(function_of(text, n=0, m=0, i=0, j=0, k=0, **kinds)))
    for i in prange(n):
        y[i] = 2.0 * x[i]
    parts = np.zeros((16, w_bar.shape[0]))
    for part in prange(16):
        for k in range(n * part // 16, n * (part + 1) // 16):
            for j in range(m):
                parts[part, j] += y[k] * x[j]
    for part1 in range(16):
        for i1 in range(w_bar.shape[0]):
            w_bar[i1] += parts[part1, i1]
    return w_bar
    """
    found = _Parallel(function)
    body = found.block(function.body, alone=True)
    if not found.changed:
        return function
    return replace(
        function,
        body=tuple(body),
        kinds=found.kinds,
        bases=found.bases,
        references=found.references,
    )


class _Parallel:
    def __init__(self, function: Function) -> None:
        self._function = function
        self.kinds, self.bases = dict(function.kinds), dict(function.bases)
        self.references = {**function.references, "prange": prange, "max": max}
        self._names = Names([*self.kinds, *function.references])
        self.changed = False

    def block(self, block: Sequence[gast.stmt], alone: bool) -> list[gast.stmt]:
        found: list[gast.stmt] = []
        for statement in block:
            found += self._divided(statement, alone) or [self._within(statement)]
        return found

    def _within(self, statement: gast.stmt) -> gast.stmt:
        inner = isinstance(statement, (gast.For, gast.While))
        return map_blocks(statement, lambda block: self.block(block, not inner))

    def _divided(self, loop: gast.stmt, alone: bool) -> list[gast.stmt]:
        """Return a loop for threads, with what it needs; nothing if it cannot be."""
        if not isinstance(loop, gast.For) or not (alone or any(counters_in(loop.body))):
            return []
        ends = _ends(loop)
        tests, body = _without_tests(loop)
        inner = _with(loop, loop.target, loop.iter, body)
        added = None if ends is None else added_by(self._function, inner)
        if ends is None or added is None:
            return []
        if not all(isinstance(self.kinds.get(name), Array) for name in added):
            return []
        self.changed = True
        if added:
            return [*tests, *self._in_parts(inner, ends, added)]
        return [*tests, _with(loop, loop.target, build.call("prange", ends), body)]

    def _in_parts(self, loop: gast.For, ends, added) -> list[gast.stmt]:
        """Return a loop over parts of the iterations."""
        line, many = loop.lineno, build.constant(PARTS)
        part = self._named("part", INTEGER)
        out: list[gast.stmt] = []
        body, behind = list(loop.body), list[gast.stmt]()
        for name in added:
            kind = self.kinds[name]
            shape = build.attribute(build.name(name), "shape")
            sizes = [
                build.subscript(shape, build.constant(axis))
                for axis in range(len(kind.shape))
            ]
            parts = self._named("parts", replace(kind, shape=(None, *kind.shape)))
            zeros = [build.display([many, *sizes], tuple)]
            self.references["np.zeros"] = np.zeros
            if kind.dtype != "float64":
                self.references[f"np.{kind.dtype}"] = getattr(np, str(kind.dtype))
                zeros.append(build.name(f"np.{kind.dtype}"))
            out.append(build.assign(parts.id, build.call("np.zeros", zeros), line))
            body = [_in_part(one, name, parts, part) for one in body]
            behind.append(self._sum(name, parts, many, sizes, line))
        counts = build.call("range", [_share(ends, part, many, k) for k in (0, 1)])
        inner = _with(loop, loop.target, counts, body)
        over = build.call("prange", [many])
        out.append(_with(loop, build.stored(part.id), over, [inner]))
        return [*out, *behind]

    def _sum(self, name: str, parts, many, sizes, line: int) -> gast.stmt:
        """Return the loops that add the parts of an array to it."""
        part = self._named("part", INTEGER)
        places = [self._named("i", INTEGER) for _ in sizes]
        own = element_at(name, places)
        term = element_at(parts.id, [part, *places])
        body: gast.stmt = build.augment(own, "+", term, line)
        for place, size in zip(reversed(places), reversed(sizes)):
            body = build.loop(place.id, build.call("range", [size]), [body], line)
        return build.loop(part.id, build.call("range", [many]), [body], line)

    def _named(self, base: str, kind) -> gast.Name:
        name = self._names.fresh(base)
        self.kinds[name], self.bases[name] = kind, base
        return build.name(name)


def _ends(loop: gast.For) -> list[gast.expr] | None:
    """Return the arguments of the range that counts up to what a loop counts."""
    if getattr(loop.iter.func, "id", "") != "range":
        return None
    arguments = loop.iter.args
    if len(arguments) < 3:
        return arguments
    start, stop, step = arguments
    try:
        number = gast.literal_eval(step)
    except ValueError:
        return None
    if number == 1:
        return [start, stop]
    if number != -1:
        return None
    first, last = (moved_by(node, ONE) for node in (stop, start))
    return [last] if _is_zero(first) else [first, last]


def _without_tests(loop: gast.For) -> tuple[list[gast.stmt], list[gast.stmt]]:
    """Return tests that are the same in every iteration, and the body without them.

    In front of the loop they may fail for no iteration: then NumPy computes the call.
    """
    bound = touched_by(loop).bound
    tests = [
        one
        for one in loop.body
        if is_test(one)
        and not reads_elements(one)
        and touched_by(one).read.isdisjoint(bound)
    ]
    return tests, [one for one in loop.body if one not in tests]


def _is_zero(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value == 0


def _share(ends, part: gast.Name, many: gast.Name, more: int) -> gast.expr:
    """Return where the part of a part starts, or the next one's."""
    start, stop = [build.constant(0), *ends][-2:]
    count = stop if _is_zero(start) else gast.BinOp(stop, gast.Sub(), start)
    if not _is_zero(start):  # of no iterations
        count = build.call("max", [count, build.constant(0)])
    number = gast.BinOp(part, gast.Add(), build.constant(1)) if more else part
    part = gast.BinOp(gast.BinOp(count, gast.Mult(), number), gast.FloorDiv(), many)
    return part if _is_zero(start) else gast.BinOp(start, gast.Add(), part)


def _in_part(statement: gast.stmt, name: str, parts: gast.Name, part: gast.Name):
    """Return a statement that adds to a part's own array."""
    if blocks(statement):
        return map_blocks(
            statement, lambda block: [_in_part(s, name, parts, part) for s in block]
        )
    if not isinstance(statement, gast.AugAssign) or base_of(statement.target) != name:
        return statement
    own = element_at(parts.id, [part, *parts_of(statement.target.slice)])
    target = gast.Subscript(own.value, own.slice, gast.Store())
    changed = gast.AugAssign(target, statement.op, statement.value)
    return gast.copy_location(changed, statement)


def _with(loop: gast.For, target, over: gast.expr, body) -> gast.For:
    return gast.copy_location(gast.For(target, over, list(body), [], None), loop)
