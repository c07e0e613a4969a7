"""Merge branches on one flag that follow each other."""

from __future__ import annotations

import gast

from tangentlite.analysis.statement_effects import all_written, is_pure, written
from tangentlite.analysis.use_counts import uses_in
from tangentlite.ir import build
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    leaves_loop,
    map_blocks,
    read_in,
    reads,
    statements,
)


def merge_branches(function: Function) -> Function:
    """Merge two branches on a flag into the second.

    Statements in between must not depend on the first, which must be pure: it then runs
    where the second does.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... if c:
    ...     t = x * x
    ... u = x + x
    ... if not c:
    ...     y = u
    ... else:
    ...     y = t
    ... return y'''
    >>> shown(merge_branches(function_of(text, c="flag", x="number")))
    u = x + x
    if not c:
        y = u
    else:
        t = x * x
        y = t
    return y
    """
    merger = _Merger(function, uses_in(function))
    return with_body(function, merger.block(function.body))


class _Merger:
    def __init__(self, function: Function, uses) -> None:
        self._function = function
        self._uses = uses

    def block(self, block) -> list[gast.stmt]:
        result: list[gast.stmt] = []
        for statement in block:
            if not leaves_loop(statement):
                statement = map_blocks(statement, self.block)
            place = self._partner(result, statement)
            if place is not None:
                first = result.pop(place)
                statement = map_blocks(_joined(first, statement), self.block)
            result.append(statement)
        return result

    def _partner(self, before: list[gast.stmt], node: gast.stmt) -> int | None:
        """Return the position of an earlier branch that can be merged with this one."""
        flag = _flag(node)
        if flag is None or not self._uses.is_single(flag[0]):
            return None
        needed: set[str] = set()
        for place in range(len(before) - 1, -1, -1):
            other = before[place]
            found = _flag(other)
            if found is not None and found[0] == flag[0]:
                pure = self._is_movable(other, needed, before[place + 1 :])
                return place if pure else None
            if not isinstance(other, (gast.Assign, gast.Expr)):
                return None
            needed.update(reads(other))
            needed.update(binds(other))
        return None

    def _is_movable(self, node: gast.If, needed: set[str], between) -> bool:
        """Whether a branch can run later: nothing between depends on it."""
        inner = [*node.body, *node.orelse]
        if bound_in(inner) & needed:
            return False
        changed = {name for s in between for name in binds(s)}
        changed |= {name for s in between for name in all_written(s)}
        if changed & read_in(inner) or any(self._has_effect(s) for s in between):
            return False
        return all(map(self._is_pure, statements(inner)))

    def _is_pure(self, node: gast.stmt) -> bool:
        if isinstance(node, gast.If):
            return is_pure(node.test, self._function.references)
        value = node.value if isinstance(node, gast.Assign) else None
        pure = value is not None and written(node) is None
        return pure and is_pure(value, self._function.references)

    def _has_effect(self, statement: gast.stmt) -> bool:
        if written(statement) is not None:
            return True
        value = statement.value
        comment = isinstance(statement, gast.Expr) and isinstance(value, gast.Constant)
        return not comment and not is_pure(value, self._function.references)


def _flag(node: gast.stmt) -> tuple[str, bool] | None:
    """Return the flag that a branch tests, and whether it is negated."""
    if not isinstance(node, gast.If) or leaves_loop(node):
        return None
    test, negated = node.test, False
    if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        test, negated = test.operand, True
    return (test.id, negated) if isinstance(test, gast.Name) else None


def _joined(first: gast.If, second: gast.If) -> gast.If:
    one, other = _flag(first), _flag(second)
    assert one is not None and other is not None
    body, orelse = first.body, first.orelse
    if one[1] != other[1]:
        body, orelse = orelse, body
    return build.branch(
        second.test,
        [*body, *second.body],
        [*orelse, *second.orelse],
        second.lineno,
    )
