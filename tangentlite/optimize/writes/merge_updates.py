"""Merge several additions to the same elements of an array into one."""

from __future__ import annotations

import gast

from tangentlite.analysis.occurrences import updates_places
from tangentlite.analysis.statement_effects import is_pure, written
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import binds, map_blocks, names_in, reads
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.sizes.proved import agree
from tangentlite.optimize.rewriter import Rewriter


def merge_updates(function: Function) -> Function:
    """Add to the same elements of an array once, not term by term.

    The terms must have one shape and dtype, and nothing in between may read the array,
    or write it but for other additions.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import Array, Scalar
    >>> vector, number = Array("float64", (3,)), Scalar("float64")
    >>> text = "x_bar[0] += t; u = a * t; x_bar[0] -= u; return x_bar"
    >>> shown(merge_updates(function_of(text, x_bar=vector, t=number, a=number)))
    u = a * t
    t1 = t - u
    x_bar[0] += t1
    return x_bar
    """
    if not updates_places(function):
        return function
    return _Merger(function).rewritten()


class _Merger(Rewriter):
    def _block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        places: set[str] = set()  # texts of the targets of additions
        for statement in block:
            statement = map_blocks(statement, self.block)
            text = text_of(statement.target) if _is_update(statement) else ""
            place = self._partner(result, statement) if text in places else None
            if text:
                places.add(text)
            if place is None:
                result.append(statement)
            else:
                result.extend(self._joined(result.pop(place), statement))
        return result

    def _partner(self, before: list[gast.stmt], node: gast.stmt) -> int | None:
        """Return the position of an earlier addition to the same elements."""
        owner = node.target.value.id
        if owner in self._function.primal:  # its order of additions is kept
            return None
        for place in range(len(before) - 1, -1, -1):
            other = before[place]
            if _is_update(other) and text_of(other.target) == text_of(node.target):
                return place if self._fits(other, node) else None
            if _is_update(other) and self._is_elsewhere(other.target, node.target):
                if not self._may_look_into(other.value, owner):
                    continue
            if _is_update(other) and self._commutes(other, owner):
                continue
            if not isinstance(other, gast.Assign) or written(other) is not None:
                return None
            pure = is_pure(other.value, self._function.references)
            pure = pure and owner not in binds(other)
            if (
                not pure
                or owner in reads(other)
                or self._may_look_into(other.value, owner)
            ):
                return None
        return None

    def _commutes(self, other: gast.AugAssign, owner: str) -> bool:
        """Whether an addition to an array commutes with another one."""
        if other.target.value.id != owner:
            return False
        read = (other.value, other.target.slice)
        return not any(self._may_look_into(part, owner) for part in read)

    def _is_elsewhere(self, one: gast.Subscript, other: gast.Subscript) -> bool:
        """Whether two locations are provably different."""
        owner, second = one.value.id, other.value.id
        if owner != second:
            inside = {*names_in(one.slice), *names_in(other.slice)}
            apart = self._memory_class(owner) != self._memory_class(second)
            return apart and not inside & {owner, second}
        places = [one.slice, other.slice]
        known = [p.value for p in places if isinstance(p, gast.Constant)]
        return len(known) == 2 and all(type(k) is int for k in known)

    def _may_look_into(self, value: gast.expr, owner: str) -> bool:
        return any(
            self._memory_class(name) == self._memory_class(owner)
            for name in names_in(value)
        )

    def _memory_class(self, name: str) -> str:
        """Return the alias class of a name."""
        return self._memory.classes.get(name, name)

    def _fits(self, first: gast.AugAssign, second: gast.AugAssign) -> bool:
        """Whether two terms have one shape, so that their sum has it too."""
        values = (first.value, second.value)
        if not all(isinstance(value, gast.Name) for value in values):
            return False
        kinds = [self.kinds.get(value.id) for value in values]
        numbers = isinstance(kinds[0], Scalar) and kinds[0] == kinds[1]
        if not numbers and not agree(*kinds):
            return False
        names = [*names_in(first.target.slice), *(value.id for value in values)]
        local = [n for n in names if n not in self._function.references]
        settled = all(map(self._is_immutable, local))
        settled = settled and not self._function.joined.intersection(local)
        return settled

    def _joined(self, first: gast.AugAssign, second: gast.AugAssign) -> list[gast.stmt]:
        """Add both terms at once, in the order of the primal: last adjoint first."""
        fresh = self._fresh(self.kinds[first.value.id])
        adds, subtracts = second, first
        if isinstance(second.op, gast.Sub) and isinstance(first.op, gast.Add):
            adds, subtracts = first, second
        same = type(first.op) is type(second.op)
        total = build.binary(adds.value, "+" if same else "-", subtracts.value)
        symbol = "-" if same and isinstance(first.op, gast.Sub) else "+"
        return [
            build.assign(fresh, total, second.lineno),
            build.augment(second.target, symbol, build.name(fresh), second.lineno),
        ]


def _is_update(node: gast.stmt) -> bool:
    return (
        isinstance(node, gast.AugAssign)
        and isinstance(node.op, (gast.Add, gast.Sub))
        and isinstance(node.target, gast.Subscript)
        and isinstance(node.target.value, gast.Name)
    )
