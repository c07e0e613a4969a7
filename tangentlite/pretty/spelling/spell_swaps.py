"""Swap two variables in one statement: `u, v = v, u`."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import binds, map_blocks, reads, statements


def spell_swaps(function: Function) -> Function:
    """Write `u, v = v, u` for three assignments through a third name.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = u; saved.append(w); u = v; v = t; return u - v"
    >>> names = dict.fromkeys(("u", "v", "w", "t", "saved"), "number")
    >>> shown(spell_swaps(function_of(text, **names)))
    saved.append(w)
    u, v = (v, u)
    return u - v
    """
    return with_body(function, _Speller(function).block(function.body))


class _Speller:
    def __init__(self, function: Function) -> None:
        self._uses = uses_in(function)

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result = [map_blocks(statement, self.block) for statement in block]
        for last in range(len(result) - 1, 0, -1):
            places = self._swap(result, last)
            if places is not None:
                first, middle = places
                one, other = result[middle].targets[0].id, result[last].targets[0].id
                target = gast.Tuple(
                    [build.stored(one), build.stored(other)], build.STORE
                )
                value = build.display([build.name(other), build.name(one)], tuple)
                swap = gast.Assign([target], value, None)
                result[last] = build.at(swap, result[last].lineno)
                del result[middle], result[first]
                return self.block(result)
        return result

    def _swap(self, block: list[gast.stmt], last: int) -> tuple[int, int] | None:
        """Return the positions of the other two of three copies that end at one."""
        end = _copy(block[last])
        if end is None or not self._uses.is_single(end[1]):
            return None
        other, held = end
        if self._uses.read[held] != 1:
            return None
        middle = self._copy_from(block, last, other)
        if middle is None:
            return None
        one = block[middle].targets[0].id
        for place in range(middle - 1, -1, -1):
            if _copy(block[place]) == (held, one):
                return place, middle
            if _touches(block[place], {one, held}, bound=True):
                return None
        return None

    def _copy_from(self, block: list[gast.stmt], last: int, name: str) -> int | None:
        """Return the position of a copy of a name, up to which nothing touches both."""
        for place in range(last - 1, -1, -1):
            found = _copy(block[place])
            if found is not None and found[1] == name:
                between = block[place + 1 : last]
                touched = any(_touches(s, set(found)) for s in between)
                return None if touched else place
        return None


def _touches(node: gast.stmt, names: set[str], bound: bool = False) -> bool:
    """Whether a statement binds some names, or reads them as well."""
    return any(
        names & {*binds(s), *(() if bound else reads(s))} for s in statements([node])
    )


def _copy(node: gast.stmt) -> tuple[str, str] | None:
    if not isinstance(node, gast.Assign) or not isinstance(node.value, gast.Name):
        return None
    target = node.targets[0]
    return (target.id, node.value.id) if isinstance(target, gast.Name) else None
