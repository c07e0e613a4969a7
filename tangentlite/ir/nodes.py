"""Traversal of syntax trees: all nodes, and the children of one."""

from __future__ import annotations

import gast

from tangentlite.ir.kept import once
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
