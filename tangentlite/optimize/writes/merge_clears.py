"""Merge a store of zero and an addition to the same elements into one store."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from tangentlite.analysis.invalidation import changes
from tangentlite.analysis.occurrences import forms_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import (
    map_blocks,
    may_leave,
    names_in,
    reads,
    statements,
)
from tangentlite.kinds.kind import Scalar
from tangentlite.optimize.rewriter import Rewriter

_WHOLE = gast.dump(build.constant(...))
# The array and the text of the index.
Location = tuple[str, str]


def merge_clears(function: Function) -> Function:
    """Store a value that is added to elements after these were set to zero.

    Nothing in between may read the array, or bind names in the index. Additions to
    other elements, which may overlap, move behind the store.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = y[0]; y[0] = 0.0; u = t * c; y[0] += u; return u"
    >>> shown(merge_clears(function_of(text, y="array", c="number", t="number")))
    t = y[0]
    u = t * c
    y[0] = u
    return u
    >>> text = "y[1:] = 0.0; y[:-1] += t; y[1:] += u; return y"
    >>> shown(merge_clears(function_of(text, **dict.fromkeys("ytu", "array"))))
    y[1:] = u
    y[:-1] += t
    return y
    """
    if gast.AugAssign not in forms_in(function):
        return function
    return _Merger(function).rewritten()


@dataclass
class _Cleared:
    """A store of zero into a part of an array: the statement that makes it.

    `later` are additions to other parts, which can move behind, and `read` the names
    that they read.
    """

    owner: str
    number: int
    index: set[str]
    later: list[int] = field(default_factory=list)
    read: set[str] = field(default_factory=set)


class _Merger(Rewriter):
    def _block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt | None] = []
        cleared: dict[Location, _Cleared] = {}
        for statement in block:
            place = self._location(statement)
            added = self._added(statement)
            if (
                added is not None
                and place in cleared
                and not self._looks_into(added, place[0])
            ):
                found = cleared.pop(place)
                cleared_by: Any = result[found.number]
                target = cleared_by.targets[0]
                result[found.number] = None
                result.append(build.assign(target, added, statement.lineno))
                for number in found.later:
                    result.append(result[number])
                    result[number] = None
                cleared.clear()  # statement numbers have changed
                continue
            self._note(cleared, statement, len(result))
            if place is not None and _is_clear(statement):
                index = statement.targets[0].slice
                if not self._looks_into(index, place[0]):
                    names = set(names_in(index))
                    cleared[place] = _Cleared(place[0], len(result), names)
            result.append(map_blocks(statement, self.block))
        return [statement for statement in result if statement is not None]

    def _location(self, node: gast.stmt) -> Location | None:
        target = getattr(node, "target", None)
        if isinstance(node, gast.Assign):
            target = node.targets[0]
        if isinstance(target, gast.Name) and isinstance(node, gast.AugAssign):
            return target.id, _WHOLE
        if not isinstance(target, gast.Subscript):
            return None
        return target.value.id, gast.dump(_simple(target.slice))

    def _added(self, node: gast.stmt) -> gast.expr | None:
        """Return the value that a statement adds, None if it is a negated array."""
        if not isinstance(node, gast.AugAssign):
            return None
        if isinstance(node.op, gast.Add):
            return node.value
        if not isinstance(node.op, gast.Sub) or not isinstance(node.value, gast.Name):
            return None
        scalar = isinstance(self.kinds.get(node.value.id), Scalar)
        return build.negate(node.value) if scalar else None

    def _looks_into(self, value: gast.expr, owner: str) -> bool:
        """Whether a value may alias the array, and so have been set to zero."""
        memory = self._memory.place(owner)
        return any(self._memory.place(name) == memory for name in names_in(value))

    def _note(self, cleared: dict[Location, _Cleared], node: gast.stmt, number: int):
        """Drop stores whose array or index a statement may read or write.

        An addition to other elements of the array can move behind.
        """
        if may_leave(node):  # statements behind it may not run
            cleared.clear()
        if not cleared:
            return
        bound, written = changes(node, self._memory)
        read = {name for inner in statements([node]) for name in reads(inner)}
        seen = written | set(map(self._memory.place, read | bound))
        for place, known in list(cleared.items()):
            if self._is_added(node, known.owner):
                known.later.append(number)
                known.read |= set(reads(node))
                continue
            kept = known.index | known.read
            kept |= set(map(self._memory.place, kept))
            if self._memory.place(known.owner) in seen or kept & (bound | written):
                del cleared[place]

    def _is_added(self, node: gast.stmt, owner: str) -> bool:
        """Whether a statement only adds to an array, and reads nothing of it."""
        place, added = self._location(node), self._added(node)
        if added is None or place is None or place[0] != owner:
            return False
        index = getattr(node.target, "slice", None)
        inside = index is not None and self._looks_into(index, owner)
        return not inside and not self._looks_into(added, owner)


def _simple(index: gast.expr) -> gast.expr:
    """Return `...` for `:`: the same elements of an array with axes."""
    is_slice = isinstance(index, gast.Slice)
    bounded = is_slice and any((index.lower, index.upper, index.step))
    return build.constant(...) if is_slice and not bounded else index


def _is_clear(node: gast.stmt) -> bool:
    if not isinstance(node, gast.Assign):
        return False
    value = node.value
    return isinstance(value, gast.Constant) and value.value == 0.0
