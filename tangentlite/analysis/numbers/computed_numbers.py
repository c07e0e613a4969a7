"""Names of numbers that operators computed, so that no array can be behind them."""

from __future__ import annotations

import gast

from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, statements
from tangentlite.kinds.kind import Array, Scalar


def computed_names(function: Function) -> frozenset[str]:
    """Return the names of numbers that an operator computes in all definitions.

    Any other number may be a 0-d array of the user's, which `x += 1.0` would write.

    >>> from tangentlite.ir.example import function_of
    >>> number = Scalar("float64")
    >>> text = "s = 2.0 * a; t = W; u = s; v = x[0]; w = saved[0]; return s"
    >>> known = dict.fromkeys("aWstuvw", number) | {"x": Array("float64", (3,))}
    >>> sorted(computed_names(function_of(text, saved=None, **known)))
    ['s', 'u', 'v']
    """
    values: dict[str, list[gast.expr | None]] = {}
    for parameter in function.parameters:
        values.setdefault(parameter.name, []).append(None)
    for node in statements(function.body):
        if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
            continue  # of a computed number it makes another
        single = isinstance(node, gast.Assign) and isinstance(
            node.targets[0], gast.Name
        )
        for name in binds(node):
            values.setdefault(name, []).append(node.value if single else None)
    kinds = function.kinds
    found = {name for name in values if isinstance(kinds.get(name), Scalar)}
    size = -1
    while size != len(found):
        size = len(found)
        found = {
            name
            for name in found
            if all(_is_computed(value, found, function) for value in values[name])
        }
    return frozenset(found)


def _is_computed(node: gast.expr | None, found: set[str], function: Function) -> bool:
    if isinstance(node, gast.Name):
        return node.id in found
    if isinstance(node, gast.Subscript):  # an element
        kind = function.kinds.get(getattr(node.value, "id", ""))
        return isinstance(kind, Array) and bool(kind.shape)
    if isinstance(node, gast.Constant):
        return True
    if isinstance(node, gast.UnaryOp):
        return isinstance(node.op, gast.USub)
    return isinstance(node, gast.BinOp)
