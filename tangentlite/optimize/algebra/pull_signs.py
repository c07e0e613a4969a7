"""Pull minus signs out of products, quotients and sums."""

from __future__ import annotations

import gast
import numpy as np

from tangentlite.analysis.aliasing.escape import escaping_in
from tangentlite.analysis.occurrences import forms_in
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks
from tangentlite.optimize.rewriter import Rewriter


def pull_signs(function: Function) -> Function:
    """Move the minus of a factor to the product.

    Products of floats keep every bit; in adjoints only. The negated factor may be dead
    afterwards.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = -y; u = t * z; v = u / w; return v"
    >>> shown(pull_signs(function_of(text, y="number", z="number", w="number")))
    t = -y
    t1 = y * z
    u = -t1
    t2 = t1 / w
    v = -t2
    return v
    """
    if gast.USub not in forms_in(function):
        return function
    return _Signs(function).rewritten()


class _Signs(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._negated: dict[str, gast.expr] = {}  # a name for -u -> u
        self._learned.append(self._negated)

    def _block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            statement = map_blocks(statement, self.block)
            result.extend(self._pulled(statement))
        return result

    def _pulled(self, statement: gast.stmt) -> list[gast.stmt]:
        if not isinstance(statement, gast.Assign):
            return [statement]
        target, rhs = statement.targets[0], statement.value
        if not isinstance(target, gast.Name) or not self._uses.is_single(target.id):
            return [statement]
        if target.id in self._function.primal:
            return [statement]
        if isinstance(rhs, gast.UnaryOp) and isinstance(rhs.op, gast.USub):
            return [self._negation(statement, target.id, rhs.operand)]
        if isinstance(rhs, gast.BinOp) and isinstance(rhs.op, _PRODUCTS):
            return self._product(statement, target.id, rhs)
        if isinstance(rhs, gast.BinOp) and isinstance(rhs.op, (gast.Add, gast.Sub)):
            left, minus_left = self._positive(rhs.left)
            right, minus_right = self._positive(rhs.right)
            if minus_left and minus_right is isinstance(rhs.op, gast.Add):
                total = gast.BinOp(left, gast.Add(), right)
                return self._negative(statement, target.id, total)
        if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Name):
            if self._function.references.get(rhs.func.id) is np.sum:
                return self._sum(statement, target.id, rhs)
        return [statement]

    def _negation(self, statement, name: str, operand: gast.expr) -> gast.stmt:
        if isinstance(operand, gast.Name):
            if self._memory.is_written(name):
                return statement
            if operand.id in self._negated and name not in escaping_in(self._function):
                twice = self._negated[operand.id]
                return build.assign(name, twice, statement.lineno)
            if self._is_immutable(operand.id):
                self._negated[name] = operand
        return statement

    def _product(self, statement, name: str, rhs: gast.BinOp) -> list[gast.stmt]:
        left, minus_left = self._positive(rhs.left)
        right, minus_right = self._positive(rhs.right)
        if not (minus_left or minus_right):
            return [statement]
        product = gast.BinOp(left, rhs.op, right)
        if minus_left and minus_right:
            return [build.assign(name, product, statement.lineno)]
        return self._negative(statement, name, product)

    def _sum(self, statement, name: str, rhs: gast.Call) -> list[gast.stmt]:
        operand, minus = self._positive(rhs.args[0])
        plain = {k.arg for k in rhs.keywords} <= {"axis", "keepdims"}
        if not minus or not plain or len(rhs.args) > 2:
            return [statement]
        call = gast.Call(rhs.func, [operand, *rhs.args[1:]], rhs.keywords)
        return self._negative(statement, name, call)

    def _negative(self, statement, name: str, value: gast.expr) -> list[gast.stmt]:
        """Return `fresh = value; name = -fresh`."""
        fresh = self._fresh(self.kinds[name])
        positive = build.name(fresh)
        if not self._memory.is_written(name):
            self._negated[name] = positive
        return [
            build.assign(fresh, value, statement.lineno),
            build.assign(name, build.negate(positive), statement.lineno),
        ]

    def _positive(self, node: gast.expr) -> tuple[gast.expr, bool]:
        if isinstance(node, gast.Name) and node.id in self._negated:
            return self._negated[node.id], True
        return node, False


_PRODUCTS = (gast.Mult, gast.Div, gast.MatMult)
