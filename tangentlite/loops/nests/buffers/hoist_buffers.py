"""Temporary arrays, and sizes, that are made once and not in every iteration."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.kind import Scalar
from tangentlite.loops.nests.facts.accesses import touched_by
from tangentlite.loops.nests.facts.new_arrays import kept_arrays, maker_of
from tangentlite.loops.nests.facts.simple_values import is_simple


def hoist_buffers(function: Function) -> Function:
    """Make arrays in front of a loop that are used within an iteration.

    Their sizes must be those of every iteration, and nothing may keep them. Zeros
    become stores.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for k in range(m):
    ...     t = np.empty(n)
    ...     for i in range(n):
    ...         t[i] = 2.0 * x[i]
    ...     for j in range(n - 1):
    ...         x[j] = t[j + 1]
    ... return x'''
    >>> names = dict.fromkeys("k m t n i x j".split(), "kind")
    >>> shown(hoist_buffers(function_of(text, **names)))
    t = np.empty(n)
    for k in range(m):
        for i in range(n):
            t[i] = 2.0 * x[i]
        for j in range(n - 1):
            x[j] = t[j + 1]
    return x
    """
    return with_body(function, _Hoisting(function).block(function.body))


class _Hoisting:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_in(function)
        self._kept = kept_arrays(function)

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        found: list[gast.stmt] = []
        for statement in block:
            if isinstance(statement, (gast.For, gast.While)):
                found += self._loop(statement)
            else:
                found.append(map_blocks(statement, self.block))
        return found

    def _loop(self, loop: gast.For | gast.While) -> list[gast.stmt]:
        """Return what a loop does not change, and the loop without it."""
        out: list[gast.stmt] = []
        body = self.block(loop.body)
        alone = not _is_of_threads(loop)  # which have arrays of their own
        bound = set(touched_by(loop).bound)
        while True:
            moved = [s for s in body if self._is_fixed(s, bound, alone)]
            if not moved:
                break
            out += moved
            for statement in moved:
                bound -= touched_by(statement).bound
            body = [s for s in body if not any(s is m for m in moved)]
        kept: list[gast.stmt] = []
        for statement in body:
            zeros = self._zeros(statement, bound) if alone else None
            if zeros is None:
                kept.append(statement)
            else:
                out.append(zeros[0])
                kept.append(zeros[1])
        return [*out, map_blocks(loop, lambda _: kept)]

    def _is_fixed(
        self, statement: gast.stmt, bound: Collection[str], alone: bool
    ) -> bool:
        """Whether a statement gives the same in every iteration."""
        if not isinstance(statement, gast.Assign):
            return False
        target = statement.targets[0]
        if not isinstance(target, gast.Name) or self._uses.bound[target.id] != 1:
            return False
        if not touched_by(statement).read.isdisjoint(bound):
            return False
        if maker_of(statement) == "np.empty":
            return alone and target.id not in self._kept
        kind = self._function.kinds.get(target.id)
        return isinstance(kind, Scalar) and is_simple(self._function, statement.value)

    def _zeros(
        self, statement: gast.stmt, bound: Collection[str]
    ) -> tuple[gast.stmt, gast.stmt] | None:
        """Return a new array of a loop's, and what fills it with zeros."""
        if maker_of(statement) != "np.zeros" or not isinstance(statement, gast.Assign):
            return None
        name, call = statement.targets[0].id, statement.value
        single = self._uses.bound[name] == 1 and name not in self._kept
        if not single or not touched_by(statement).read.isdisjoint(bound):
            return None
        empty = build.call("np.empty", call.args)
        whole = build.subscript(build.name(name), gast.Slice(None, None, None))
        if isinstance(call.args[0], gast.Tuple):
            whole = build.subscript(build.name(name), gast.Constant(Ellipsis, None))
        made = build.assign(name, empty, statement.lineno)
        zero = build.constant(0.0)
        return made, build.assign(whole, zero, statement.lineno)


def _is_of_threads(loop: gast.For | gast.While) -> bool:
    called = loop.iter.func if isinstance(loop, gast.For) else None
    return getattr(called, "id", "") == "prange"
