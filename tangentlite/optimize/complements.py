"""Derivatives of logistic functions by their values."""

from __future__ import annotations

import gast

from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks
from tangentlite.kinds.kind import REAL
from tangentlite.optimize.common import both_ways
from tangentlite.optimize.rewriter import Rewriter


def use_complements(function: Function) -> Function:
    """Write h * e as 1 - h in derivatives, where h is 1 / (1 + e).

    So the derivative of a logistic function is h * (1 - h): e need not be kept, and
    where it is infinite the derivative is zero instead of undefined.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import Array
    >>> vector = Array("float64", (3,))
    >>> text = "s = 1.0 + e; h = 1.0 / s; t = d * h; u = t * h; v = u * e; return v"
    >>> shown(use_complements(function_of(text, d=vector, e=vector)))
    s = 1.0 + e
    h = 1.0 / s
    t = d * h
    u = t * h
    t1 = 1.0 - h
    v = t * t1
    return v
    """
    return _Complements(function).rewritten()


class _Complements(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._known: dict[str, gast.BinOp] = {}

    def block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            statement = map_blocks(statement, self.block)
            target = statement.targets[0] if isinstance(statement, gast.Assign) else 0
            value = getattr(statement, "value", None)
            if isinstance(target, gast.Name) and isinstance(value, gast.BinOp):
                result.extend(self._assigned(statement, target.id))
            else:
                result.append(statement)
        return result

    def _assigned(self, statement: gast.Assign, name: str) -> list[gast.stmt]:
        rhs = statement.value
        if self._is_settled(name):
            self._known[name] = rhs
        if name in self._function.primal or not isinstance(rhs.op, gast.Mult):
            return [statement]
        for product, other in both_ways(rhs):
            inner = self._product(product)
            for one, rest in both_ways(inner) if inner is not None else ():
                logistic = self._logistic(one, other) or self._logistic(other, one)
                if logistic is not None:
                    return self._complemented(statement, rest, logistic)
        return [statement]

    def _complemented(
        self, statement: gast.Assign, rest: gast.expr, logistic: gast.Name
    ) -> list[gast.stmt]:
        fresh = self._fresh(self.kinds[logistic.id])
        difference = gast.BinOp(build.constant(1.0), gast.Sub(), logistic)
        product = gast.BinOp(rest, gast.Mult(), build.name(fresh))
        name, line = statement.targets[0].id, statement.lineno
        self._known[name] = product
        return [
            build.assign(fresh, difference, line),
            build.assign(name, product, line),
        ]

    def _product(self, node: gast.expr) -> gast.BinOp | None:
        """Return the product that an atom is the only use of."""
        if not isinstance(node, gast.Name) or self._uses.read[node.id] != 1:
            return None
        found = self._known.get(node.id)
        return found if found is not None and isinstance(found.op, gast.Mult) else None

    def _logistic(self, one: gast.expr, other: gast.expr) -> gast.Name | None:
        """Return h if the atoms are h = 1 / (1 + e) and e."""
        whole = self._definition(one, gast.Div)
        if whole is None or not _is_one(whole.left) or not isinstance(other, gast.Name):
            return None
        total = self._definition(whole.right, gast.Add)
        for left, right in both_ways(total) if total is not None else ():
            if _is_one(left) and isinstance(right, gast.Name) and right.id == other.id:
                kind = self.kinds.get(other.id)
                same = kind is not None and kind == self.kinds.get(one.id)
                settled = self._is_settled(other.id)
                return one if same and settled and kind.dtype in REAL else None
        return None

    def _definition(self, node: gast.expr, operator: type) -> gast.BinOp | None:
        found = self._known.get(node.id) if isinstance(node, gast.Name) else None
        return found if found is not None and isinstance(found.op, operator) else None


def _is_one(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value == 1
