"""Estimated length of expressions in print."""

from __future__ import annotations

import gast

from tangentlite.ir.kept import once

# An expression longer than this keeps a name of its own.
LONGEST = 72


@once
def length_of(node: gast.AST) -> int:
    """Return the estimated length of an expression in print.

    >>> length_of(gast.parse('a + f(b)').body[0].value)
    9
    """
    if isinstance(node, gast.Name):
        return len(node.id)
    if isinstance(node, gast.Constant):
        return len(repr(node.value))
    if isinstance(node, gast.Call):
        parts = [length_of(a) + 2 for a in node.args]
        parts += [length_of(k.value) + len(k.arg or "") + 3 for k in node.keywords]
        return length_of(node.func) + sum(parts) + 1
    if isinstance(node, gast.BinOp):
        return length_of(node.left) + length_of(node.right) + 3
    if isinstance(node, gast.Attribute):
        return length_of(node.value) + len(node.attr) + 1
    return 1 + sum(_length(getattr(node, field, None)) for field in node._fields)


def _length(part: object) -> int:
    if isinstance(part, gast.AST):
        return length_of(part)
    return sum(_length(item) + 2 for item in part) if isinstance(part, list) else 0
