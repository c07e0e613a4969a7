"""Sink writes to an array behind the last use of a copy of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import gast
import numpy as np

from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.occurrences import calls
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks, reads, statements
from tangentlite.optimize.rewriter import Rewriter

Block = Sequence[gast.stmt]


def write_later(function: Function) -> Function:
    """Move a write into an array behind the last use of a copy that was made of it.

    Then the copy is not needed (`drop_copies`).

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... t = np.copy(y)
    ... u = t * c
    ... y[0] = u
    ... v = t @ w
    ... return v'''
    >>> kinds = dict.fromkeys("ywt", "array")
    >>> shown(write_later(function_of(text, c="number", **kinds)))
    t = np.copy(y)
    u = t * c
    v = t @ w
    y[0] = u
    return v
    """
    if not calls(function, np.copy):
        return function
    return _Mover(function).rewritten()


class _Mover(Rewriter):
    def _block(self, block: Block) -> list[gast.stmt]:
        result = [map_blocks(statement, self.block) for statement in block]
        places = {node: place for place, node in enumerate(result)}
        readers = {  # which statement reads a name last
            name: node
            for node in result
            for inner in statements([node])
            for name in reads(inner)
        }
        copies: dict[str, str] = {}  # names of copies, by the alias class copied
        place = 0
        while place < len(result):
            node = result[place]
            owner = self._written(node)
            copy = copies.pop(self._memory.place(owner), None) if owner else None
            last = places[readers[copy]] if copy in readers else place
            if last > place and self._may_pass(node, result, place, last):
                result[place : last + 1] = [*result[place + 1 : last + 1], node]
                places.update((result[k], k) for k in range(place, last + 1))
                for name in reads(node):
                    readers[name] = max(readers[name], node, key=places.__getitem__)
                continue
            source = self._copied(node)
            if source is not None:
                copies[self._memory.place(source)] = node.targets[0].id
            place += 1
        return result

    def _written(self, node: gast.stmt) -> str | None:
        """Return the array that an assignment writes into."""
        if not isinstance(node, gast.Assign):
            return None
        target = node.targets[0]
        return target.value.id if isinstance(target, gast.Subscript) else None

    def _copied(self, node: gast.stmt) -> str | None:
        value = node.value if isinstance(node, gast.Assign) else None
        if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Name):
            return None
        if self._function.references.get(value.func.id) is not np.copy:
            return None
        if not isinstance(node.targets[0], gast.Name):
            return None
        source = value.args[0]
        return source.id if isinstance(source, gast.Name) else None

    def _may_pass(self, node: gast.stmt, block: Block, place: int, last: int) -> bool:
        """Whether a write may move behind the statements that follow it."""
        own = {self._memory.place(name) for name in reads(node)} | set(reads(node))
        written = changes(node, self._memory)[1]
        for other in islice(block, place + 1, last + 1):
            bound, places = changes(other, self._memory)
            read = {n for inner in statements([other]) for n in reads(inner)}
            if own & (bound | places) or written & places:
                return False
            if written & set(map(self._memory.place, read)):
                return False
            if isinstance(other, (gast.Return, gast.FunctionDef)):
                return False
        return True
