"""Sizes that tests show to be equal, by one name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import map_blocks, map_statement, substitute
from tangentlite.loops.nests.facts.accesses import is_test


def equal_sizes(function: Function) -> Function:
    """Name sizes alike behind a test that they are equal, so that loops count alike.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... n = x.shape[0]
    ... m = y.shape[0]
    ... require_same(n, m)
    ... for i in range(n):
    ...     x[i] = 0.0
    ... for j in range(m):
    ...     require_same(m, n)
    ...     y[j] = x[m - 1 - j]
    ... return y'''
    >>> names = "x y n m i j require_same".split()
    >>> shown(equal_sizes(function_of(text, **dict.fromkeys(names))))
    n = x.shape[0]
    m = y.shape[0]
    require_same(n, m)
    for i in range(n):
        x[i] = 0.0
    for j in range(n):
        y[j] = x[n - 1 - j]
    return y
    """
    uses = uses_in(function)
    once = {name for name in uses.read if uses.bound[name] == 1}
    once |= {p.name for p in function.parameters if not uses.bound[p.name]}
    return with_body(function, _named(function.body, once, {}))


def _named(
    block: Sequence[gast.stmt], once: Set[str], names: Mapping[str, gast.expr]
) -> list[gast.stmt]:
    found: list[gast.stmt] = []
    known = dict(names)
    for statement in block:
        statement = _with(statement, known)
        pair = _tested(statement)
        if pair is not None and pair[0] == pair[1]:
            continue
        if pair is not None and set(pair) <= once:
            first, second = pair
            known = {
                name: build.name(first) if node.id == second else node
                for name, node in known.items()
            }
            known[second] = build.name(first)
        found.append(
            map_blocks(statement, lambda inner: _named(inner, once, known))  # noqa: B023
        )
    return found


def _with(statement: gast.stmt, names: Mapping[str, gast.expr]) -> gast.stmt:
    """Return a statement, not its blocks, with names that it reads replaced."""
    if not names:
        return statement
    return map_statement(
        statement, lambda node: substitute(node, names), block=lambda block: block
    )


def _tested(statement: gast.stmt) -> tuple[str, str] | None:
    """Return the names of two sizes that a statement requires to be the same."""
    if not is_test(statement):
        return None
    call = statement.value
    if getattr(call.func, "id", "") != "require_same":
        return None
    one, other = (getattr(part, "id", "") for part in call.args)
    return (one, other) if one and other else None
