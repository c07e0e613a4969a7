"""Pull minus signs out of products and quotients, towards the sum they end in."""

from __future__ import annotations

from dataclasses import replace

import gast

from tangentlite.analysis.definitions import uses_of
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.names import Names
from tangentlite.ir.rewrite import map_statement


def pull_signs(function: Function) -> Function:
    """Move the minus of a factor to the product.

    Before: `t = -y; u = t * z; v = u / w`. After: `s = y * z; r = s / w; v = -r`,
    and dead statements for `t` and `u`. Products of floats keep every bit.
    """
    uses = uses_of(function.body, [p.name for p in function.parameters])
    names = Names([*uses.bound, *uses.read])
    kinds, bases = dict(function.kinds), dict(function.bases)
    negated: dict[str, gast.expr] = {}

    def positive(node: gast.expr) -> tuple[gast.expr, bool]:
        if isinstance(node, gast.Name) and node.id in negated:
            return negated[node.id], True
        return node, False

    def visit(block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            statement = map_statement(statement, lambda node: node, block=visit)
            result.extend(_pulled(statement))
        return result

    def _pulled(statement: gast.stmt) -> list[gast.stmt]:
        if not isinstance(statement, gast.Assign):
            return [statement]
        target, rhs = statement.targets[0], statement.value
        if not isinstance(target, gast.Name) or not uses.is_single(target.id):
            return [statement]
        if target.id in function.primal:
            return [statement]
        if isinstance(rhs, gast.UnaryOp) and isinstance(rhs.op, gast.USub):
            if isinstance(rhs.operand, gast.Name) and uses.is_single(rhs.operand.id):
                negated[target.id] = rhs.operand
            return [statement]
        if not isinstance(rhs, gast.BinOp) or not isinstance(
            rhs.op, (gast.Mult, gast.Div, gast.MatMult)
        ):
            return [statement]
        left, minus_left = positive(rhs.left)
        right, minus_right = positive(rhs.right)
        if not (minus_left or minus_right):
            return [statement]
        product = gast.BinOp(left, rhs.op, right)
        if minus_left and minus_right:
            return [build.assign(target.id, product, statement.lineno)]
        fresh = names.fresh("t")
        bases[fresh] = "t"
        kinds[fresh] = kinds[target.id]
        uses.bound[fresh] += 1
        negated[target.id] = build.name(fresh)
        return [
            build.assign(fresh, product, statement.lineno),
            build.assign(target.id, build.negate(build.name(fresh)), statement.lineno),
        ]

    body = tuple(visit(function.body))
    return replace(function, body=body, kinds=kinds, bases=bases)
