"""Statements that write into arrays, and the same writes into other arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast

from tangentlite.analysis.statement_effects import written
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.rewrite import Block, statements
from tangentlite.kinds.kind import Array, Kind
from tangentlite.modes.rules.operation import Argument, value_of

# makes the same write into another array, of another value
Write = Callable[[gast.expr, gast.expr], gast.stmt]


def written_value(b: Builder, node: gast.stmt) -> tuple[Argument, Write]:
    """Return the value that a statement writes, and how to write another one."""
    line = b.line
    if isinstance(node, gast.Expr):
        call = node.value
        index, value = call.args[1], call.args[2]

        def write(owner: gast.expr, tangent: gast.expr) -> gast.stmt:
            rhs = build.call(call.func, [owner, index, tangent])
            return build.effect(rhs, line)

    elif isinstance(node, gast.AugAssign):
        index, value = node.target.slice, node.value

        def write(owner: gast.expr, tangent: gast.expr) -> gast.stmt:
            symbol = "+" if isinstance(node.op, gast.Add) else "-"
            place = build.subscript(owner, index)
            return build.augment(place, symbol, tangent, line)

    else:
        index, value = node.targets[0].slice, node.value

        def write(owner: gast.expr, tangent: gast.expr) -> gast.stmt:
            return build.assign(build.subscript(owner, index), tangent, line)

    return value_of(b, value), write


def written_names(body: Block, kinds: Mapping[str, Kind]) -> frozenset[str]:
    """Return the arrays that a program writes in place."""
    found = (written(statement) for statement in statements(body))
    return frozenset(n for n in found if n and isinstance(kinds.get(n), Array))
