"""None for variables that are copied where they may have no value yet."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import gast

from tangentlite import runtime
from tangentlite.analysis.clashes import is_copy
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import (
    Block,
    binds,
    blocks,
    map_blocks,
    reads,
    statements,
)
from tangentlite.specialize.references import References


def bind_first(function: Function, references: References) -> Function:
    """Bind to None what is copied, or kept, where it may have no value yet.

    What reads a variable of the user's is preceded by a statement that only names it,
    as Python raises there; such statements call a helper then.

    >>> from tangentlite.ir.example import function_of, shown
    >>> from tangentlite.ir.names import Names
    >>> text = '''
    ... for i in range(3):
    ...     if i > a:
    ...         y1 = a
    ...     else:
    ...         y1 = y
    ...     y = y1
    ... y
    ... return y'''
    >>> function = function_of(text, a="number", i="counter")
    >>> shown(bind_first(function, References({}, Names())))
    y = None
    for i in range(3):
        if i > a:
            y1 = a
        else:
            y1 = y
        y = y1
    require_bound(y, 'y')
    return y
    """
    found = _Found(function)
    given = {parameter.name for parameter in function.parameters}
    found.block(function.body, given, 0)
    names = [name for name in found.copied if name in found.bound]
    if not names:
        return function
    first = [build.assign(name, build.constant(None)) for name in names]
    helper = references.function(runtime.require_bound)
    checked = _checked(function.body, frozenset(names), function.bases, helper)
    return replace(function, body=(*first, *checked))


class _Found:
    """Names that are bound, and those that are copied where they may not be."""

    def __init__(self, function: Function) -> None:
        times = Counter(n for node in statements(function.body) for n in binds(node))
        self.bound = times.keys()
        self._joined = {name for name, count in times.items() if count > 1}
        self.copied: dict[str, None] = {}

    def block(self, block: Block, known: set[str], loops: int) -> set[str] | None:
        """Return what has a value behind a block, None if nothing gets there.

        There are so many `loops` around it.
        """
        known = set(known)
        for node in block:
            if isinstance(node, (gast.Return, gast.Break)):
                return None
            if isinstance(node, gast.FunctionDef):
                continue
            if isinstance(node, gast.Expr) and isinstance(node.value, gast.Name):
                known.add(node.value.id)  # it raises if there is none
            joins = is_copy(node) and binds(node)[0] in self._joined
            if joins or (loops and _keeps(node)):
                missing = [name for name in reads(node) if name not in known]
                self.copied.update(dict.fromkeys(missing))
            inside = known.union(binds(node))
            deeper = loops + isinstance(node, (gast.For, gast.While))
            ends = [self.block(inner, inside, deeper) for inner in blocks(node)]
            if isinstance(node, gast.If):
                reached = [end for end in ends if end is not None]
                if not reached:
                    return None
                known = set.intersection(*reached)
            elif not ends:
                known = inside
        return known


def _keeps(node: gast.stmt) -> bool:
    """Whether a statement puts values on a list."""
    call = node.value if isinstance(node, gast.Expr) else None
    return isinstance(call, gast.Call) and getattr(call.func, "attr", "") == "append"


def _checked(block: Block, names: frozenset[str], bases, callee: gast.expr) -> Block:
    """Return statements that raise where they only name what is None."""
    out = []
    for node in block:
        if isinstance(node, gast.Expr) and isinstance(node.value, gast.Name):
            name = node.value.id
            if name in names:
                arguments = [node.value, build.constant(bases.get(name, name))]
                node = build.effect(build.call(callee, arguments), node.lineno)
        out.append(map_blocks(node, lambda b: _checked(b, names, bases, callee)))
    return out
