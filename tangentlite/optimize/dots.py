"""Sums of products as dot products, with factors that are numbers outside."""

from __future__ import annotations

from dataclasses import replace

import gast
import numpy as np

from tangentlite.analysis.changes import Changes
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import map_blocks, names_in
from tangentlite.kinds.kind import Scalar, agree
from tangentlite.optimize.rewriter import Rewriter


def sum_products(function: Function) -> Function:
    """Write `np.sum` of a product of two vectors as a dot product.

    Factors and divisors that are numbers go outside. In adjoints only, of real arrays
    of one shape and dtype; of more axes than one `np.vdot`.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.kinds.kind import Array
    >>> vector, number = Array("float64", (3,)), Scalar("float64")
    >>> text = "t = x * y; u = t / c; v = np.sum(u); return v"
    >>> kinds = {"x": vector, "y": vector, "c": number, "v": number}
    >>> shown(sum_products(function_of(text, **kinds)))
    t = x * y
    u = t / c
    t1 = x @ y
    v = t1 / c
    return v
    """
    sums = _Sums(function)
    changed = sums.rewritten()
    if not sums.references:
        return changed
    references = {**function.references, **sums.references}
    return replace(changed, references=references)


class _Sums(Rewriter):
    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._known: dict[str, tuple[gast.expr, int]] = {}
        self._changes = Changes(self._uses, self._memory)
        self.references: dict[str, object] = {}

    def block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            self._changes.enter(statement)
            statement = map_blocks(statement, self.block)
            self._changes.leave(statement)
            target = statement.targets[0] if isinstance(statement, gast.Assign) else 0
            if isinstance(target, gast.Name) and self._uses.is_single(target.id):
                result.extend(self._assigned(statement, target.id))
                if not self._memory.is_written(target.id):
                    self._known[target.id] = (statement.value, self._changes.time)
            else:
                result.append(statement)
        return result

    def _assigned(self, statement: gast.Assign, name: str) -> list[gast.stmt]:
        operand = self._summed(statement.value)
        if name in self._function.primal or operand is None:
            return [statement]
        made: list[gast.stmt] = []
        value = self._sum_of(operand, name, made, statement.lineno)
        if value is None:
            return [statement]
        return [*made, build.assign(name, value, statement.lineno)]

    def _summed(self, rhs: gast.expr) -> str | None:
        """Return the array of which a right-hand side is the sum of all entries."""
        if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
            return None
        if self._function.references.get(rhs.func.id) is not np.sum:
            return None
        if len(rhs.args) != 1 or rhs.keywords:
            return None
        return rhs.args[0].id if isinstance(rhs.args[0], gast.Name) else None

    def _sum_of(self, name: str, like: str, made: list, line: int) -> gast.expr | None:
        """Return an expression for the sum of a product, its parts added to `made`."""
        known, since = self._known.get(name, (None, 0))
        if self._uses.read[name] != 1 or name in self._function.primal:
            return None
        if known is None or not self._changes.unchanged(names_in(known), since):
            return None
        if isinstance(known, gast.UnaryOp) and isinstance(known.op, gast.USub):
            inner = self._part(known.operand, like, made, line)
            return None if inner is None else build.negate(inner)
        if not isinstance(known, gast.BinOp):
            return None
        left, right = known.left, known.right
        if isinstance(known.op, (gast.Mult, gast.Div)) and self._is_number(right):
            inner = self._part(left, like, made, line)
            return None if inner is None else gast.BinOp(inner, known.op, right)
        if isinstance(known.op, gast.Mult) and self._is_number(left):
            inner = self._part(right, like, made, line)
            return None if inner is None else gast.BinOp(left, known.op, inner)
        return self._dot(left, right) if isinstance(known.op, gast.Mult) else None

    def _part(self, node: gast.expr, like: str, made: list, line: int):
        if not isinstance(node, gast.Name):
            return None
        inner = self._sum_of(node.id, like, made, line)
        if inner is None:
            return None
        fresh = self._fresh(self.kinds[like])
        made.append(build.assign(fresh, inner, line))
        return build.name(fresh)

    def _is_number(self, node: gast.expr) -> bool:
        if not isinstance(node, gast.Name):
            return isinstance(node, gast.Constant) and type(node.value) is float
        kind = self.kinds.get(node.id)
        number = isinstance(kind, Scalar) and kind.dtype == "float64"
        return number and self._is_settled(node.id)

    def _dot(self, left: gast.expr, right: gast.expr) -> gast.expr | None:
        if not isinstance(left, gast.Name) or not isinstance(right, gast.Name):
            return None
        one, other = self.kinds.get(left.id), self.kinds.get(right.id)
        if not agree(one, other):
            return None
        if one.dtype not in ("float64", "float32") or not one.shape:
            return None
        if len(one.shape) == 1:
            return gast.BinOp(left, gast.MatMult(), right)
        spelled = next(
            (t for t, f in self._function.references.items() if f is np.sum), ""
        )
        callee = spelled.replace("sum", "vdot")
        self.references[callee] = np.vdot
        return build.call(callee, [left, right])
