"""Move additions to adjoints up to the definition of their terms."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from tangentlite.analysis.aliasing.memory import memory_in
from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import map_blocks, reads, statements


def add_early(function: Function) -> Function:
    """Move `w_bar += t` up to behind the statement that computes t.

    There the term can be inlined (`inline_uses`), even if its operands are rebound
    later.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = np.sin(s); s = s * a; w_bar += t; return s + w_bar"
    >>> known = dict.fromkeys(("s", "a", "t", "w_bar"), "number")
    >>> shown(add_early(function_of(text, **known)))
    t = np.sin(s)
    w_bar += t
    s = s * a
    return s + w_bar
    """
    return with_body(function, _Mover(function).block(function.body))


class _Mover:
    def __init__(self, function: Function) -> None:
        self._primal = function.primal
        self._uses = uses_in(function)
        self._memory = memory_in(function)

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            statement = map_blocks(statement, self.block)
            result.insert(self._place(result, statement), statement)
        return result

    def _place(self, before: list[gast.stmt], node: gast.stmt) -> int:
        """Return the earliest position of an addition, down to behind its term."""
        end = len(before)
        if not isinstance(node, gast.AugAssign) or not isinstance(
            node.target, gast.Name
        ):
            return end
        term, total = getattr(node.value, "id", ""), node.target.id
        if not self._uses.is_single(term) or self._uses.read[term] != 1:
            return end
        if total in self._primal or self._memory.is_written(term):
            return end
        own = {total, self._memory.place(total)}
        for place in range(end - 1, -1, -1):
            other = before[place]
            if (
                isinstance(other, gast.Assign)
                and getattr(other.targets[0], "id", "") == term
            ):
                return place + 1
            if not isinstance(other, (gast.Assign, gast.AugAssign)):
                return end
            bound, written = changes(other, self._memory)
            read = {n for s in statements([other]) for n in reads(s)}
            seen = bound | written | read | set(map(self._memory.place, read))
            if not own.isdisjoint(seen):
                return end
        return end
