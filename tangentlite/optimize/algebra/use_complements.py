"""Express derivatives of logistic functions by their values: h * (1 - h)."""

from __future__ import annotations

from typing import Any

import gast

from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks, statements
from tangentlite.kinds.kind import REAL
from tangentlite.optimize.rewriter import Rewriter
from tangentlite.optimize.share_common import both_ways


def use_complements(function: Function) -> Function:
    """Write h * e as 1 - h in derivatives, where h is 1 / (1 + e) and 1 - h is known.

    So the derivative of a logistic function is h * (1 - h), and e need not be saved.
    Where the program does not compute 1 - h itself, e stays: for h near 1 the
    difference has few correct digits.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import Array
    >>> vector = Array("float64", (3,))
    >>> text = "s = 1.0 + e; h = 1.0 / s; q = 1.0 - h; t = d * h; u = t * e; v = u / q"
    >>> shown(use_complements(function_of(text, d=vector, e=vector)))
    s = 1.0 + e
    h = 1.0 / s
    q = 1.0 - h
    t = d * h
    u = d * q
    v = u / q
    """
    if not any(map(_is_complement, statements(function.body))):
        return function
    return _Complements(function).rewritten()


class _Complements(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._known: dict[str, gast.BinOp] = {}
        self._learned.append(self._known)
        self._complements: dict[str, str] = {}  # by h the name of 1 - h

    def _block(self, block) -> list[gast.stmt]:
        around = dict(self._complements)
        result: list[gast.stmt] = []
        for statement in block:
            statement = map_blocks(statement, self.block)
            target = statement.targets[0] if isinstance(statement, gast.Assign) else 0
            value = getattr(statement, "value", None)
            if isinstance(target, gast.Name) and isinstance(value, gast.BinOp):
                statement = self._assigned(statement, target.id)
            result.append(statement)
        self._complements = around
        return result

    def _assigned(self, statement: gast.Assign, name: str) -> gast.Assign:
        rhs = statement.value
        if self._is_immutable(name):
            self._note(name, rhs)
            if _is_complement(statement):
                self._complements.setdefault(rhs.right.id, name)
        if name in self._function.primal or not isinstance(rhs.op, gast.Mult):
            return statement
        for product, other in both_ways(rhs):
            inner = self._product_of(product)
            for one, rest in both_ways(inner) if inner is not None else ():
                logistic = self._logistic(one, other) or self._logistic(other, one)
                complement = self._complements.get(logistic.id if logistic else "")
                if complement is not None:
                    new = gast.BinOp(rest, gast.Mult(), build.name(complement))
                    if self._is_immutable(name):
                        self._note(name, new)
                    return build.assign(name, new, statement.lineno)
        return statement

    def _note(self, name: str, value: gast.BinOp) -> None:
        self._known[name] = value
        if isinstance(value.op, gast.Mult):
            self._products[name] = value

    def _logistic(self, one: gast.expr, other: gast.expr) -> gast.Name | None:
        """Return h if the atoms are h = 1 / (1 + e) and e."""
        whole = self._definition(one, gast.Div)
        if whole is None or not _is_one(whole.left) or not isinstance(other, gast.Name):
            return None
        total = self._definition(whole.right, gast.Add)
        for left, right in both_ways(total) if total is not None else ():
            if _is_one(left) and isinstance(right, gast.Name) and right.id == other.id:
                kind: Any = self.kinds.get(other.id)
                same = kind is not None and kind == self.kinds.get(one.id)
                settled = self._is_immutable(other.id)
                return one if same and settled and kind.dtype in REAL else None
        return None

    def _definition(self, node: gast.expr, operator: type) -> gast.BinOp | None:
        found = self._known.get(node.id) if isinstance(node, gast.Name) else None
        return found if found is not None and isinstance(found.op, operator) else None


def _is_complement(statement: gast.stmt) -> bool:
    """Whether a statement computes 1 - h."""
    rhs = statement.value if isinstance(statement, gast.Assign) else None
    if not isinstance(rhs, gast.BinOp) or not isinstance(rhs.op, gast.Sub):
        return False
    return _is_one(rhs.left) and isinstance(rhs.right, gast.Name)


def _is_one(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value == 1
