"""An adjoint that a loop carries, multiplied once in each iteration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.leaves import number_of
from tangentlite.ir.rewrite import blocks, map_blocks, names_in
from tangentlite.kinds.kind import Scalar
from tangentlite.loops.nests.facts.accesses import touched_by
from tangentlite.loops.nests.facts.element_maps import binds_one

# A factor, and how many numbers other than literals it is a product of.
Factor = tuple[gast.expr | None, int]


def factor_carried(function: Function) -> Function:
    """Collect what multiplies an adjoint that every iteration multiplies.

    The next iteration waits for one product then; the factor is computed meanwhile.
    Products of several numbers, which could overflow, are left alone.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... a = 1.0
    ... for i in range(n):
    ...     t = 4.0 * a
    ...     u = t * y
    ...     v = t * x
    ...     a = u - v
    ... return a'''
    >>> kinds = dict.fromkeys("atuvxy", Scalar("float64", True))
    >>> shown(factor_carried(function_of(text, **kinds, n="", i="")))
    a = 1.0
    for i in range(n):
        t = 4.0 * a
        u = t * y
        v = t * x
        a = a * (4.0 * y - 4.0 * x)
    return a
    """
    return with_body(function, _Factoring(function).block(function.body))


class _Factoring:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._uses = uses_in(function)

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        """Return a block with the bodies of its loops factored."""
        found = [map_blocks(statement, self.block) for statement in block]
        return [
            map_blocks(s, self._factored) if isinstance(s, gast.For) else s
            for s in found
        ]

    def _factored(self, body: Sequence[gast.stmt]) -> list[gast.stmt]:
        found = list(body)
        for place, statement in enumerate(body):
            name = binds_one(statement)
            if not name or not self._is_carried(name, body):
                continue
            known = self._computed_before(body, place, name)
            if _is_product(statement.value, name):
                continue
            factor = _factor(statement.value, name, known)
            if factor is not None and factor[0] is not None:
                value = build.binary(build.name(name), "*", factor[0])
                found[place] = build.assign(name, value, statement.lineno)
        return found

    def _is_carried(self, name: str, body: Sequence[gast.stmt]) -> bool:
        """Whether a name is an adjoint number that only one statement here binds."""
        kind = self._function.kinds.get(name)
        if not isinstance(kind, Scalar) or kind.dtype != "float64":
            return False
        single = sum(name in touched_by(statement).bound for statement in body) == 1
        return single and name not in self._function.primal

    def _computed_before(
        self, body: Sequence[gast.stmt], place: int, name: str
    ) -> dict[str, gast.expr]:
        """Return the numbers in front of a statement whose operands do not change."""
        changed = {n for s in body for n in touched_by(s).bound}
        changed |= {a.base for s in body for a in touched_by(s).accesses if a.writes}
        found: dict[str, gast.expr] = {}
        fixed: set[str] = set()
        for statement in body[:place]:
            own = binds_one(statement)
            if not own or self._uses.bound[own] != 1 or blocks(statement):
                continue
            fixed.add(own)  # it has its value from here to the end of the iteration
            read = set(names_in(statement.value))
            if all(n == name or n in fixed or n not in changed for n in read):
                found[own] = statement.value
        return found


def _is_product(node: gast.expr, name: str) -> bool:
    """Whether an expression is a product of a name and one that does not read it."""
    if not isinstance(node, gast.BinOp) or not isinstance(node.op, gast.Mult):
        return False
    parts = (node.left, node.right)
    return [getattr(part, "id", "") for part in parts].count(name) == 1


def _factor(
    node: gast.expr, name: str, known: Mapping[str, gast.expr]
) -> Factor | None:
    """Return what multiplies a name in an expression, None unless it is a product.

    A factor of 1 is None.
    """
    if isinstance(node, gast.Name):
        if node.id == name:
            return None, 0
        return _factor(known[node.id], name, known) if node.id in known else None
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = _factor(node.operand, name, known)
        if inner is None:
            return None
        return build.negate(inner[0] or build.constant(1.0)), inner[1]
    if not isinstance(node, gast.BinOp):
        return None
    if isinstance(node.op, (gast.Add, gast.Sub)):
        left = _factor(node.left, name, known)
        right = _factor(node.right, name, known)
        if left is None or right is None:
            return None
        one = build.constant(1.0)
        total = gast.BinOp(left[0] or one, node.op, right[0] or one)
        return total, max(left[1], right[1], 1)
    if isinstance(node.op, gast.Mult):
        for inner_node, other in ((node.left, node.right), (node.right, node.left)):
            inner = _factor(inner_node, name, known)
            if inner is None or _reads(other, name, known):
                continue
            count = inner[1] + (number_of(other) is None)
            if count > 1:
                return None
            if inner[0] is None:
                return other, count
            return gast.BinOp(inner[0], gast.Mult(), other), count
    return None


def _reads(node: gast.expr, name: str, known: Mapping[str, gast.expr]) -> bool:
    return any(
        read == name or read in known and _reads(known[read], name, known)
        for read in names_in(node)
    )
