"""Canonical texts of expressions, for comparison."""

from __future__ import annotations

import gast


def text_of(node: object) -> str:
    """Return a compact text of an expression's structure.

    >>> text_of(gast.parse('a[1:]').body[0].value)
    '(Subscript a (Slice (Constant 1 _) _ _))'
    """
    if isinstance(node, gast.Name):
        return node.id
    if isinstance(node, gast.BinOp):
        operator = type(node.op).__name__
        return f"(BinOp {text_of(node.left)} ({operator}) {text_of(node.right)})"
    if isinstance(node, gast.Constant):
        return f"(Constant {node.value!r} _)"
    if isinstance(node, gast.AST):
        if isinstance(node, gast.expr_context):
            return ""
        parts = [
            "_" if value is None else text_of(value)
            for value in (getattr(node, field, None) for field in node._fields)
        ]
        inner = " ".join(part for part in parts if part)
        return f"({type(node).__name__}{' ' if inner else ''}{inner})"
    if isinstance(node, list):
        return f"[{' '.join(text_of(item) for item in node)}]"
    return repr(node)
