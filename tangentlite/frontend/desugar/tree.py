"""Builders of syntax nodes for desugaring."""

from __future__ import annotations

from collections.abc import Callable

import gast

Block = list[gast.stmt]


def read(name: str) -> gast.Name:
    """Return the node that reads a variable."""
    return gast.Name(name, gast.Load(), None, None)


def fixed(value: object) -> gast.Constant:
    """Return a node for an object itself, independent of the user's names."""
    return gast.Constant(value, None)


def assigned(name: str, value: gast.expr, at: gast.AST) -> gast.Assign:
    """Return an assignment to a variable, at the position of another node."""
    target = gast.Name(name, gast.Store(), None, None)
    return placed(gast.Assign([target], value, None), at)


def placed(node, at: gast.AST):
    """Give a new node, and new nodes inside, the position of another one."""
    return gast.fix_missing_locations(gast.copy_location(node, at))


def with_blocks(node: gast.stmt, rewritten: Callable[[Block], Block]) -> gast.stmt:
    """Return a compound statement with its blocks rewritten, another one as it is.

    >>> loop = gast.parse('for x in v:\\n  a\\n  b').body[0]
    >>> print(gast.unparse(with_blocks(loop, lambda block: block[:1])).strip())
    for x in v:
        a
    """
    new: gast.stmt
    if isinstance(node, gast.If):
        new = gast.If(node.test, rewritten(node.body), rewritten(node.orelse))
    elif isinstance(node, gast.For):
        body, orelse = rewritten(node.body), rewritten(node.orelse)
        new = gast.For(node.target, node.iter, body, orelse, None)
    elif isinstance(node, gast.While):
        new = gast.While(node.test, rewritten(node.body), rewritten(node.orelse))
    elif isinstance(node, gast.Try):
        body = rewritten(node.body)
        handlers = [
            gast.copy_location(gast.ExceptHandler(h.type, h.name, rewritten(h.body)), h)
            for h in node.handlers
        ]
        orelse, final = rewritten(node.orelse), rewritten(node.finalbody)
        new = gast.Try(body, handlers, orelse, final)
    else:
        return node
    return gast.copy_location(new, node)
