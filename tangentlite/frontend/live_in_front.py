"""What is live in front of an expression, which may bind variables by `:=`."""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentlite.ir.nodes import children, nodes_in

Names = frozenset[str]


def live_in_front(
    node: gast.AST, live: Names, read: Callable[[gast.AST], Names]
) -> Names:
    """Return what is live in front of an expression, from what is live behind.

    `read` gives the variables that an expression reads. Only what is certainly
    evaluated binds: the first operand of `and`, and not the second.

    >>> def read(node):
    ...     names = (n for n in gast.walk(node) if isinstance(n, gast.Name))
    ...     return frozenset(n.id for n in names if isinstance(n.ctx, gast.Load))
    >>> node = gast.parse('(y := f(x)) > y and (z := y) > 1', mode='eval').body
    >>> sorted(live_in_front(node, frozenset('yzv'), read))
    ['f', 'v', 'x', 'z']
    """
    if not any(isinstance(part, gast.NamedExpr) for part in nodes_in(node)):
        return live | read(node)
    if isinstance(node, gast.NamedExpr):
        return live_in_front(node.value, live - {node.target.id}, read)
    if isinstance(node, gast.IfExp):
        branches = (
            live_in_front(part, live, read) for part in (node.body, node.orelse)
        )
        return live_in_front(node.test, frozenset().union(*branches), read)
    certain, others = _parts(node)
    if not certain:
        return live | read(node)
    for part in reversed(others):
        live |= live_in_front(part, live, read)
    for part in reversed(certain):
        live = live_in_front(part, live, read)
    if isinstance(node, gast.Call):
        live |= read(gast.Call(gast.Constant(None, None), [], []))
    return live


def _parts(node: gast.AST) -> tuple[list[gast.AST], list[gast.AST]]:
    """Return the parts that are evaluated in their order, and those that may be."""
    if isinstance(node, gast.BoolOp):
        return node.values[:1], node.values[1:]
    if isinstance(node, gast.Compare):
        first, *others = node.comparators
        return [node.left, first], others
    if isinstance(node, _IN_ORDER):
        return list(children(node)), []
    return [], []


_IN_ORDER = (
    gast.UnaryOp, gast.BinOp, gast.Call, gast.keyword, gast.Subscript, gast.Attribute,
    gast.Tuple, gast.List, gast.Starred,
)  # fmt: skip
