"""Drop formulas that were there for their derivative: `valued(t, u)` is t."""

from __future__ import annotations

from dataclasses import replace

import gast

from tangentlite import runtime
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import Block, map_blocks


def take_values(function: Function) -> Function:
    """Replace `valued(t, u)` by the function's own value t, after differentiation.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = "t = np.ptp(x); u = np.max(x); y = valued(t, u); return y"
    >>> known = dict.fromkeys("xtuy", "array")
    >>> shown(take_values(function_of(text, valued=runtime.valued, **known)))
    t = np.ptp(x)
    u = np.max(x)
    y = t
    return y
    """
    of_values = {
        name for name, meant in function.references.items() if meant is runtime.valued
    }
    if not of_values:
        return function

    def taken(block: Block) -> Block:
        return [map_blocks(_taken(statement, of_values), taken) for statement in block]

    return replace(function, body=tuple(taken(list(function.body))))


def _taken(node: gast.stmt, of_values: set[str]) -> gast.stmt:
    value = node.value if isinstance(node, gast.Assign) else None
    if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Name):
        return node
    if value.func.id not in of_values:
        return node
    return build.at(gast.Assign(node.targets, value.args[0], None), node.lineno)
