"""Tests of sizes and places that a loop repeats, in front of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import gast

from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.nodes import text_of
from tangentlite.ir.rewrite import map_blocks
from tangentlite.loops.nests.facts.accesses import is_test, reads_elements, touched_by
from tangentlite.loops.nests.facts.element_maps import binds_one


def hoist_tests(function: Function) -> Function:
    """Test once what is the same in all iterations of a loop.

    A test may then fail for a loop without iterations; NumPy computes such a call, and
    finds that nothing is wrong.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... for i in range(n):
    ...     require_same(m, k)
    ...     for j in range(m):
    ...         require_inside(0, i, k)
    ...         y[i] += x[j]
    ... return y'''
    >>> names = "x y n m k i j require_same require_inside".split()
    >>> shown(hoist_tests(function_of(text, **dict.fromkeys(names))))
    require_same(m, k)
    for i in range(n):
        require_inside(0, i, k)
        for j in range(m):
            y[i] += x[j]
    return y
    """
    uses = uses_in(function)
    once = {name for name in uses.read if uses.bound[name] == 1}
    return with_body(function, _hoisted(function.body, once))


def _hoisted(block: Sequence[gast.stmt], once: Collection[str]) -> list[gast.stmt]:
    found: list[gast.stmt] = []
    for statement in block:
        statement = map_blocks(statement, partial(_hoisted, once=once))
        if isinstance(statement, gast.For):
            same = _same(statement, once)
            found += {text_of(test): test for test in same}.values()
            rest = [one for one in statement.body if one not in same]
            statement = map_blocks(statement, partial(_other, rest))
        if not isinstance(statement, gast.For) or statement.body:
            found.append(statement)
    return found


def _same(loop: gast.For, once: Collection[str]) -> list[gast.stmt]:
    """Return the tests of a loop that are the same in all iterations.

    Places that are tested have names, which are bound `once`.
    """
    bound = set(touched_by(loop).bound)
    found = []
    for one in loop.body:
        name = binds_one(one)
        is_place = name in once and _callee(one) == "place_in"
        if not is_test(one) and not is_place or reads_elements(one):
            continue
        if not bound & touched_by(one).names:
            found.append(one)
            bound -= {name}
    return found


def _callee(statement: gast.Assign) -> str:
    return str(getattr(getattr(statement.value, "func", None), "id", ""))


def _other(body: list[gast.stmt], _: Sequence[gast.stmt]) -> list[gast.stmt]:
    return body
