"""From where to where in a body the value of a name is needed."""

from __future__ import annotations

from collections.abc import Container, Sequence
from math import inf

import gast

from tangentlite.ir.rewrite import binds, blocks, reads

Extent = tuple[float, float]


def extents(
    body: Sequence[gast.stmt], names: Container[str]
) -> dict[str, tuple[object, Extent]]:
    """Return for names that are bound once the function around, and their extent.

    An extent leads from where a name is bound to where it is read last. What is bound
    before a loop and read in it is needed to its end, and what is read behind a loop
    that binds it takes all of the loop, as its last iteration may not bind it.

    >>> text = 't = x; u = t\\nfor i in n: v = u * i; s += v\\nreturn s'
    >>> found = extents(gast.parse(text).body, 'tuv')
    >>> [found[name][1] for name in 'tuv']
    [(0, 1), (1, 4), (3, 4)]
    """
    walk = _Walk(names)
    walk.block(body, (), None)
    return {
        name: (walk.scopes[name], (first, last))
        for name, (first, last) in walk.extents.items()
    }


class _Walk:
    def __init__(self, names: Container[str]) -> None:
        self._names = names
        self._place = -1
        self._starts: dict[gast.stmt, int] = {}
        self._bound_in: dict[str, tuple[gast.stmt, ...]] = {}
        self._open: dict[gast.stmt, list[str]] = {}  # names needed to a loop's end
        self.scopes: dict[str, object] = {}
        self.extents: dict[str, list[float]] = {}

    def block(self, block, loops: tuple[gast.stmt, ...], scope: object) -> None:
        for statement in block:
            self._place += 1
            is_loop = isinstance(statement, (gast.For, gast.While))
            inside = (*loops, statement) if is_loop else loops
            if is_loop:
                self._starts[statement] = self._place
                self._open[statement] = []
            # The test of a `while` is read in each iteration.
            around = inside if isinstance(statement, gast.While) else loops
            for name in reads(statement):
                self._read(name, around, scope)
            for name in binds(statement):
                if name in self._names:
                    self.scopes[name] = scope
                    self._bound_in[name] = loops
                    self.extents[name] = [self._place, self._place]
            within = statement if isinstance(statement, gast.FunctionDef) else scope
            for inner in blocks(statement):
                self.block(inner, () if within is not scope else inside, within)
            for name in self._open.pop(statement, ()):
                self.extents[name][1] = max(self.extents[name][1], self._place)

    def _read(self, name: str, loops: tuple[gast.stmt, ...], scope: object) -> None:
        extent = self.extents.get(name)
        if extent is None:
            return
        extent[1] = max(extent[1], self._place)
        if self.scopes[name] is not scope:  # by a function that may be called later
            extent[1] = inf
            return
        bound = self._bound_in[name]
        common = 0
        while common < min(len(bound), len(loops)) and bound[common] is loops[common]:
            common += 1
        if common < len(loops):
            self._open[loops[common]].append(name)
        if common < len(bound):
            extent[0] = min(extent[0], self._starts[bound[common]])
