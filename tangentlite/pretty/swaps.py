"""Two variables that change places in one statement."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from tangentlite.analysis.definitions import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import binds, map_blocks, reads, statements


def spell_swaps(function: Function) -> Function:
    """Write `u, v = v, u` for three assignments by way of a third name.

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
            first = self._first(result, last)
            if first is not None:
                one, other = result[last - 1].targets[0].id, result[last].targets[0].id
                target = build.display([build.stored(one), build.stored(other)], tuple)
                value = build.display([build.name(other), build.name(one)], tuple)
                target = gast.Tuple(target.elts, build.STORE)
                swap = gast.Assign([target], value, None)
                result[last] = build.at(swap, result[last].lineno)
                del result[last - 1], result[first]
                return self.block(result)
        return result

    def _first(self, block: list[gast.stmt], last: int) -> int | None:
        """Return where the third name gets the value that the last line hands on."""
        pair = [_copy(block[last - 1]), _copy(block[last])]
        if None in pair:
            return None
        (one, other), (again, held) = pair  # type: ignore[misc]
        if other != again or not self._uses.is_single(held):
            return None
        if self._uses.read[held] != 1:
            return None
        for place in range(last - 2, -1, -1):
            if _copy(block[place]) == (held, one):
                return place
            inner = statements([block[place]])
            if any({one, held} & {*binds(s)} or held in reads(s) for s in inner):
                return None
        return None


def _copy(node: gast.stmt) -> tuple[str, str] | None:
    if not isinstance(node, gast.Assign) or not isinstance(node.value, gast.Name):
        return None
    target = node.targets[0]
    return (target.id, node.value.id) if isinstance(target, gast.Name) else None
