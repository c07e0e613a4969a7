"""Sums of products with a common factor, as the factor times a sum."""

from __future__ import annotations

from dataclasses import replace

import gast

from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.kind import Scalar
from tangentlite.optimize.common import text_of
from tangentlite.optimize.rewriter import Rewriter


def factor_sums(function: Function) -> Function:
    """Multiply a sum by a number that all its terms are multiplied by.

    In adjoints only, where nothing else reads the terms and the kinds stay; the terms
    are dead then.

    >>> from tangentlite.ir.example import function_of, shown
    >>> number = Scalar("float64")
    >>> text = "t = c * p; u = c * y; v = t - u; return v"
    >>> shown(factor_sums(function_of(text, c=number, p=number, y=number)))
    t = c * p
    u = c * y
    t1 = p - y
    v = c * t1
    return v
    """
    factors = _Factors(function)
    body = tuple(factors.block(function.body))
    if len(factors.kinds) == len(function.kinds):
        return function
    return replace(function, body=body, kinds=factors.kinds, bases=factors.bases)


class _Factors(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._products: dict[str, gast.BinOp] = {}

    def block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            statement = map_blocks(statement, self.block)
            target = statement.targets[0] if isinstance(statement, gast.Assign) else 0
            if isinstance(target, gast.Name) and self._is_value(target.id):
                result.extend(self._assigned(statement, target.id))
            else:
                result.append(statement)
        return result

    def _is_value(self, name: str) -> bool:
        return self._is_settled(name) and name not in self._function.primal

    def _assigned(self, statement: gast.Assign, name: str) -> list[gast.stmt]:
        rhs = statement.value
        if isinstance(rhs, gast.BinOp) and isinstance(rhs.op, gast.Mult):
            self._products[name] = rhs
        if not isinstance(rhs, gast.BinOp):
            return [statement]
        if not isinstance(rhs.op, (gast.Add, gast.Sub)):
            return [statement]
        found = self._common(self._product(rhs.left), self._product(rhs.right))
        if found is None:
            return [statement]
        factor, left, right = found
        names = [node.id for node in found if isinstance(node, gast.Name)]
        if not all(map(self._is_settled, names)):
            return [statement]
        kinds = [self.kinds.get(getattr(node, "id", "")) for node in (left, right)]
        if kinds != [self.kinds[name]] * 2:
            return [statement]
        fresh = self._fresh(self.kinds[name])
        total = gast.BinOp(left, rhs.op, right)
        product = gast.BinOp(factor, gast.Mult(), build.name(fresh))
        self._products[name] = product
        line = statement.lineno
        return [build.assign(fresh, total, line), build.assign(name, product, line)]

    def _product(self, node: gast.expr) -> gast.BinOp | None:
        """Return the product that an atom is the only use of."""
        if not isinstance(node, gast.Name) or self._uses.read[node.id] != 1:
            return None
        return self._products.get(node.id)

    def _common(self, one: gast.BinOp | None, other: gast.BinOp | None):
        """Return a number by which two products are multiplied, and what it leaves."""
        if one is None or other is None:
            return None
        for factor, left in ((one.left, one.right), (one.right, one.left)):
            for second, right in ((other.left, other.right), (other.right, other.left)):
                same = text_of(factor) == text_of(second)
                if same and self._is_number(factor):
                    return factor, left, right
        return None

    def _is_number(self, node: gast.expr) -> bool:
        if isinstance(node, gast.Name):
            return isinstance(self.kinds.get(node.id), Scalar)
        return isinstance(node, gast.Constant)
