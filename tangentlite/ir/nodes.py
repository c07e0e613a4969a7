"""Walks of syntax trees: all nodes, the children of one, the text of a structure."""

from __future__ import annotations

import gast

from tangentlite.ir.fact_cache import once
from tangentlite.ir.rewrite import blocks

# Contexts and operators have no other information than their types.
_LEAVES = frozenset({"ctx", "op", "ops", "id", "attr", "arg", "kind", "type_comment"})


@once
def nodes_in(tree: gast.AST) -> tuple[gast.AST, ...]:
    """Return a node and its descendants, except contexts and operators.

    >>> [type(n).__name__ for n in nodes_in(gast.parse('y = -x').body[0])]
    ['Assign', 'Name', 'UnaryOp', 'Name']
    """
    found = [tree]
    for node in found:  # grows in the loop
        found += children(node)
    return tuple(found)


def own_nodes(statement: gast.stmt) -> list[gast.AST]:
    """Return the nodes of a statement, except contexts, operators and its blocks.

    >>> [type(n).__name__ for n in own_nodes(gast.parse('if -x: y = 1').body[0])]
    ['If', 'UnaryOp', 'Name']
    """
    found = [statement]
    inner = {id(part) for block in blocks(statement) for part in block}
    for child in children(statement):
        if id(child) not in inner:
            found += nodes_in(child)
    return found


def children(node: gast.AST) -> list[gast.AST]:
    """Return the children of a node, except contexts and operators.

    >>> [type(n).__name__ for n in children(gast.parse('f(x, *y)').body[0].value)]
    ['Name', 'Name', 'Starred']
    """
    found: list[gast.AST] = []
    for field in _fields(type(node)):
        value = getattr(node, field, None)
        if type(value) is list:
            found += [item for item in value if isinstance(item, gast.AST)]
        elif isinstance(value, gast.AST):
            found.append(value)
    return found


@once
def _fields(kind: type[gast.AST]) -> tuple[str, ...]:
    if kind is gast.Constant:
        return ()
    return tuple(field for field in kind._fields if field not in _LEAVES)


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
