"""How often a function may read a variable."""

from __future__ import annotations

import gast


def is_read_once(tree: gast.FunctionDef, name: str) -> bool:
    """Whether a function reads a variable at most once, and in no loop.

    >>> tree = gast.parse('def f(pairs):\\n  for a, b in pairs: g(a)').body[0]
    >>> is_read_once(tree, 'pairs'), is_read_once(tree, 'a')
    (True, False)
    """
    count = 0
    stack: list[tuple[gast.AST, int]] = [(node, 1) for node in tree.body]
    while stack:
        node, times = stack.pop()
        if isinstance(node, gast.Name) and node.id == name:
            count += times
        inner = times
        if isinstance(node, _REPEATED):
            inner = 2
        first = node.iter if isinstance(node, gast.For) else None
        stack += [
            (child, times if child is first else inner)
            for child in gast.iter_child_nodes(node)
        ]
    return count <= 1


_REPEATED = (
    gast.For, gast.While, gast.FunctionDef, gast.Lambda, gast.comprehension,
    gast.ListComp, gast.DictComp, gast.SetComp, gast.GeneratorExp,
)  # fmt: skip
