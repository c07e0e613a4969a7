"""Narrowing of optional variables by conditions: to None, or to the value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.values.base import Maybe
from tangentlite.values.callable_values import NONE


@contextmanager
def assumed(b: Builder, test: gast.expr, holds: bool) -> Iterator[None]:
    """Narrow variables for the duration of a block."""
    were = assume(b, test, holds)
    try:
        yield
    finally:
        variables = b.frame.variables
        for name, (value, narrowed) in were.items():
            if variables.get(name) is narrowed:
                variables[name] = value


def run_branch(b: Builder, test: gast.expr, holds: bool, block: list) -> bool:
    """Walk a branch with variables narrowed by a condition.

    What is not None stays so behind it: the other branch may bind it.
    """
    were = assume(b, test, holds)
    ended = operations.run_block(b, block)
    for name, (value, narrowed) in were.items():
        if narrowed == NONE and b.frame.variables.get(name) is narrowed:
            b.frame.variables[name] = value
    return ended


def assume(b: Builder, test: gast.expr, holds: bool) -> dict[str, tuple]:
    """Narrow variables by a condition from here on.

    Return their former values, and the narrowed ones.
    """
    were: dict[str, tuple] = {}
    bound = {n.target.id for n in gast.walk(test) if isinstance(n, gast.NamedExpr)}
    for name, is_none in facts(test, holds).items():
        if name in bound:
            continue
        value = b.frame.variables.get(name)
        if isinstance(value, Maybe) and value.absent == NONE:
            narrowed = NONE if is_none else value.value
            were[name] = value, narrowed
            b.frame.variables[name] = narrowed
    return were


def facts(test: gast.expr, holds: bool) -> dict[str, bool]:
    """Return which variables are None, and which are not, if a condition holds or not.

    >>> test = gast.parse('a is None or not b', mode='eval').body
    >>> facts(test, False), facts(test, True)
    ({'a': False, 'b': False}, {})
    """
    if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        return facts(test.operand, not holds)
    if isinstance(test, gast.BoolOp):
        if isinstance(test.op, gast.And) is not holds:
            return {}
        found: dict[str, bool] = {}
        for part in test.values:
            found.update(facts(part, holds))
        return found
    if isinstance(test, gast.Name):
        return {test.id: False} if holds else {}
    if isinstance(test, gast.Compare) and isinstance(test.left, gast.Name):
        op, right = test.ops[0], test.comparators[0]
        if isinstance(right, gast.Constant) and right.value is None:
            if isinstance(op, (gast.Is, gast.Eq)) and len(test.ops) == 1:
                return {test.left.id: holds}
            if isinstance(op, (gast.IsNot, gast.NotEq)) and len(test.ops) == 1:
                return {test.left.id: not holds}
    return {}
