"""How often a function reads a variable, counting loops twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import gast

from tangentlite.ir.fact_cache import once
from tangentlite.ir.nodes import children


def is_read_once(tree: gast.FunctionDef, name: str) -> bool:
    """Whether a function reads a variable at most once, and in no loop.

    >>> tree = gast.parse('def f(pairs):\\n  for a, b in pairs: g(a)').body[0]
    >>> is_read_once(tree, 'pairs'), is_read_once(tree, 'a')
    (True, False)
    """
    return reads_in(tree).get(name, 0) <= 1


@once
def reads_in(tree: gast.FunctionDef) -> Counter[str]:
    """Count the occurrences of names in a function; those in loops count twice."""
    counts: Counter[str] = Counter()
    for node, times in with_times(tree):
        if isinstance(node, gast.Name):
            counts[node.id] += times
    return counts


def with_times(tree: gast.FunctionDef) -> Iterator[tuple[gast.AST, int]]:
    """Yield the nodes of a function's body, each with 2 if it may run again, else 1.

    >>> tree = gast.parse('def f(n):\\n  while n: g(n)').body[0]
    >>> [(node.id, n) for node, n in with_times(tree) if isinstance(node, gast.Name)]
    [('n', 2), ('g', 2), ('n', 2)]
    """
    stack: list[tuple[gast.AST, int]] = [(node, 1) for node in tree.body]
    while stack:
        node, times = stack.pop()
        yield node, times
        inner = 2 if isinstance(node, _REPEATED) else times
        first = node.iter if isinstance(node, gast.For) else None
        stack += [
            (child, times if child is first else inner) for child in children(node)
        ]


_REPEATED = (
    gast.For, gast.While, gast.FunctionDef, gast.Lambda, gast.comprehension,
    gast.ListComp, gast.DictComp, gast.SetComp, gast.GeneratorExp,
)  # fmt: skip
