"""A place that is set to zero and then added to, as one assignment."""

from __future__ import annotations

import gast

from tangentlite.analysis.changes import changes
from tangentlite.analysis.contents import forms_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks, names_in, reads, statements
from tangentlite.kinds.kind import Scalar
from tangentlite.optimize.rewriter import Rewriter

_WHOLE = gast.dump(build.constant(...))
# The owner and the text of the index of a place.
Place = tuple[str, str]


def merge_clears(function: Function) -> Function:
    """Assign to a place what is added to it after it was set to zero.

    Nothing in between may read or write the array, or bind what the index reads.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = y[0]; y[0] = 0.0; u = t * c; y[0] += u; return u"
    >>> shown(merge_clears(function_of(text, y="array", c="number", t="number")))
    t = y[0]
    u = t * c
    y[0] = u
    return u
    """
    if gast.AugAssign not in forms_in(function):
        return function
    return _Merger(function).rewritten()


class _Merger(Rewriter):
    def _block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt | None] = []
        cleared: dict[Place, tuple[int, set[str]]] = {}
        for statement in block:
            place = self._place(statement)
            added = self._added(statement)
            if (
                added is not None
                and place in cleared
                and not self._looks_into(added, place[0])
            ):
                number, _ = cleared.pop(place)
                target = result[number].targets[0]
                result[number] = None
                result.append(build.assign(target, added, statement.lineno))
                self._forget(cleared, statement)
                continue
            self._forget(cleared, statement)
            if place is not None and _is_clear(statement):
                index = statement.targets[0].slice
                cleared[place] = len(result), set(names_in(index))
            result.append(map_blocks(statement, self.block))
        return [statement for statement in result if statement is not None]

    def _place(self, node: gast.stmt) -> Place | None:
        target = getattr(node, "target", None)
        if isinstance(node, gast.Assign):
            target = node.targets[0]
        if isinstance(target, gast.Name) and isinstance(node, gast.AugAssign):
            return target.id, _WHOLE
        if not isinstance(target, gast.Subscript):
            return None
        return target.value.id, gast.dump(_simple(target.slice))

    def _added(self, node: gast.stmt) -> gast.expr | None:
        """Return what a statement adds, None if that would be a negated array."""
        if not isinstance(node, gast.AugAssign):
            return None
        if isinstance(node.op, gast.Add):
            return node.value
        if not isinstance(node.op, gast.Sub) or not isinstance(node.value, gast.Name):
            return None
        scalar = isinstance(self.kinds.get(node.value.id), Scalar)
        return build.negate(node.value) if scalar else None

    def _looks_into(self, value: gast.expr, owner: str) -> bool:
        """Whether a value may have been set to zero with the place."""
        memory = self._memory.place(owner)
        return any(self._memory.place(name) == memory for name in names_in(value))

    def _forget(self, cleared: dict, node: gast.stmt) -> None:
        """Drop places whose array, or whose index, a statement may have to do with."""
        if not cleared:
            return
        bound, written = changes(node, self._memory)
        read = {name for inner in statements([node]) for name in reads(inner)}
        seen = written | {self._memory.place(name) for name in read | bound}
        seen |= set(map(self._memory.place, written))
        for place, (_, index) in list(cleared.items()):
            if self._memory.place(place[0]) in seen or index & bound:
                del cleared[place]


def _simple(index: gast.expr) -> gast.expr:
    """Return `...` for `:`, which is the same for an array with axes."""
    is_slice = isinstance(index, gast.Slice)
    bounded = is_slice and any((index.lower, index.upper, index.step))
    return build.constant(...) if is_slice and not bounded else index


def _is_clear(node: gast.stmt) -> bool:
    if not isinstance(node, gast.Assign):
        return False
    value = node.value
    return isinstance(value, gast.Constant) and value.value == 0.0
