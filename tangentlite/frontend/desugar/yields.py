"""Generator functions: recognised, and made to end early."""

from __future__ import annotations

import gast

from tangentlite.frontend.desugar.tree import placed, read, with_blocks
from tangentlite.ir.fact_cache import once
from tangentlite.ir.marked_names import Hidden
from tangentlite.ir.nodes import children, nodes_in


@once
def has_yield(tree: gast.FunctionDef) -> bool:
    """Whether a function is a generator function.

    >>> has_yield(gast.parse('def f():\\n    yield 1').body[0])
    True
    """
    if not any(isinstance(node, _YIELDS) for node in nodes_in(tree)):
        return False
    stack: list[gast.AST] = list(tree.body)
    while stack:
        node = stack.pop()
        if isinstance(node, _YIELDS):
            return True
        if not isinstance(node, (gast.FunctionDef, gast.Lambda)):
            stack += children(node)
    return False


_YIELDS = (gast.Yield, gast.YieldFrom)


# The flag of a generator that says that it ends at the yield that it has come to.
STOP = Hidden("stop", 1)


def with_returns_behind_yields(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a generator function that returns behind a yield if STOP is set.

    >>> text = 'def f(x):\\n    for v in x:\\n        yield v'
    >>> tree = gast.parse(text).body[0]
    >>> print(gast.unparse(with_returns_behind_yields(tree)))
    <BLANKLINE>
    def f(x):
        for v in x:
            yield v
            if <stop 1>:
                return
    """
    new = gast.FunctionDef(
        tree.name, tree.args, _block(tree.body), [], tree.returns, None, []
    )
    return gast.copy_location(new, tree)


_COMPOUND = (gast.If, gast.For, gast.While, gast.Try)


def _block(block: list[gast.stmt]) -> list[gast.stmt]:
    found: list[gast.stmt] = []
    for node in block:
        found.append(with_blocks(node, _block))
        if not isinstance(node, _COMPOUND) and _yields(node):
            end = gast.If(read(STOP), [gast.Return(None)], [])
            found.append(placed(end, node))
    return found


def _yields(node: gast.AST) -> bool:
    return any(isinstance(inner, gast.Yield) for inner in nodes_in(node))
