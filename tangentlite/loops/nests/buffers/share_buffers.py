"""Temporary arrays of one shape that are not used at the same time, as one array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import map_blocks, substitute_in
from tangentlite.loops.nests.facts.new_arrays import (
    kept_arrays,
    maker_of,
    names_of,
    users_in,
)


def share_buffers(function: Function) -> Function:
    """Let an array take the place of an earlier one that is not used any more.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... s = np.empty(n)
    ... t = np.empty(n)
    ... for i in range(n):
    ...     s[i] = 2.0 * x[i]
    ... for i in range(n - 1):
    ...     x[i] = s[i + 1]
    ... for j in range(n):
    ...     t[j] = 2.0 * x[j]
    ... for j in range(n - 1):
    ...     x[j] = t[j + 1]
    ... return x'''
    >>> names = dict.fromkeys("s t n i x j".split(), "kind")
    >>> shown(share_buffers(function_of(text, **names)))
    s = np.empty(n)
    for i in range(n):
        s[i] = 2.0 * x[i]
    for i in range(n - 1):
        x[i] = s[i + 1]
    for j in range(n):
        s[j] = 2.0 * x[j]
    for j in range(n - 1):
        x[j] = s[j + 1]
    return x
    """
    return with_body(function, _Sharing(function).block(function.body))


class _Buffer(NamedTuple):
    name: str
    made: int
    first: int
    last: int


class _Sharing:
    def __init__(self, function: Function) -> None:
        self._uses = uses_in(function)
        self._kept = kept_arrays(function)
        self._users = users_in(function.body)

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        names: dict[str, gast.expr] = {}
        dropped: set[int] = set()
        for buffers in self._alike(block).values():
            free: list[_Buffer] = []
            for one in sorted(buffers, key=lambda buffer: buffer.first):
                place = next((k for k, b in enumerate(free) if b.last < one.first), -1)
                if place < 0:
                    free.append(one)
                    continue
                names[one.name] = build.name(free[place].name)
                dropped.add(one.made)
                free[place] = free[place]._replace(last=one.last)
        left = [s for k, s in enumerate(block) if k not in dropped]
        if names:
            left = [substitute_in(statement, names) for statement in left]
        return [map_blocks(statement, self.block) for statement in left]

    def _alike(self, block: Sequence[gast.stmt]) -> dict[str, list[_Buffer]]:
        """Return the new arrays that only this block uses, by what makes them."""
        made = {
            statement.targets[0].id: place
            for place, statement in enumerate(block)
            if maker_of(statement) == "np.empty" and self._is_own(statement)
        }
        if len(made) < 2:
            return {}
        users = users_in(block)
        used: dict[str, list[int]] = {name: [] for name in made}
        for place, statement in enumerate(block):
            for name in made.keys() & names_of(statement):
                used[name].append(place)
        found: dict[str, list[_Buffer]] = {}
        for name, places in used.items():
            if places and users[name] == self._users[name]:
                buffer = _Buffer(name, made[name], places[0], places[-1])
                found.setdefault(text_of(block[made[name]].value), []).append(buffer)
        return found

    def _is_own(self, statement: gast.stmt) -> bool:
        target = statement.targets[0] if isinstance(statement, gast.Assign) else None
        if not isinstance(target, gast.Name):
            return False
        return self._uses.bound[target.id] == 1 and target.id not in self._kept
