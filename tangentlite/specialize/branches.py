"""`if` statements and conditional expressions."""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentlite.ir import build
from tangentlite.specialize import expressions, joins, statements
from tangentlite.specialize.builder import Builder, base_name
from tangentlite.specialize.values import UNBOUND, Atom


def run_if(b: Builder, node: gast.If, rest: list[gast.stmt]) -> bool:
    """Walk an `if` statement; return whether it ended the function.

    A branch that returns makes the statements behind the `if` the other branch.
    """
    condition = expressions.test(b, node.test)
    decided = expressions.truth(condition)
    if decided is not None:
        taken = node.body if decided else node.orelse
        return statements.run_block(b, [*taken, *rest] if _leaves(taken) else taken)
    if _leaves(node.body) or _leaves(node.orelse):
        return _run_exits(b, node, condition, rest)
    before = dict(b.frame.variables)
    live = b.frame.live
    needed = b.frame.facts.after.get(node, frozenset())
    line = b.line
    bodies, ends = [], []
    for block in (node.body, node.orelse):
        b.frame.variables = dict(before)
        with b.into([]) as body:
            statements.run_block(b, block)
        bodies.append(body)
        ends.append(b.frame.variables)
        b.frame.live = live
        b.line = line
    merge(b, before, ends, bodies, needed)
    b.add(build.branch(condition.node, bodies[0], bodies[1], line))
    return False


def merge(b: Builder, before: dict, ends: list, bodies: list, live) -> None:
    """Give each live variable that differs between two paths one name."""
    after = {}
    for variable in dict.fromkeys([*ends[0], *ends[1]]):
        values = [end.get(variable, UNBOUND) for end in ends]
        if values[0] == values[1]:
            after[variable] = values[0]
        elif variable in live:
            target = joins.merged(b, base_name(variable), *values)
            after[variable] = target
            joins.own(b, variable, target, values, ends)
            for value, body, end in zip(values, bodies, ends):
                b.frame.variables = end
                with b.into(body):
                    joins.copy_into(b, variable, target, value)
    b.frame.variables = after


def _leaves(block: list[gast.stmt]) -> bool:
    """Whether a block contains a return outside loops."""
    for node in block:
        if isinstance(node, gast.Return):
            return True
        if isinstance(node, gast.If) and (_leaves(node.body) or _leaves(node.orelse)):
            return True
    return False


def _run_exits(b: Builder, node: gast.If, condition: Atom, rest: list) -> bool:
    before = dict(b.frame.variables)
    line = b.line
    bodies: list[list[gast.stmt]] = []
    results: list[object] = []
    for block in (node.body, node.orelse):
        b.frame.variables = dict(before)
        b.frame.result = None
        with b.into([]) as body:
            if not statements.run_block(b, [*block, *rest]):
                raise b.error(
                    "only some paths through this if return a value.",
                    "Return on every path.",
                    node,
                )
        bodies.append(body)
        results.append(b.frame.result)
        b.line = line
    if results[0] == results[1]:
        b.frame.result = results[0]
    else:
        target = joins.merged(b, "t", *results)
        joins.own(b, "", target, results, [b.frame.variables] * 2)
        for body, value in zip(bodies, results):
            with b.into(body):
                joins.copy_into(b, "", target, value)
        b.frame.result = target
    b.add(build.branch(condition.node, bodies[0], bodies[1], line))
    return True


def choose(
    b: Builder,
    condition: Atom,
    body: Callable[[], object],
    orelse: Callable[[], object],
    base: str,
) -> object:
    """Emit an `if` whose branches give one value."""
    bodies, values = [], []
    for evaluate in (body, orelse):
        with b.into([]) as block:
            values.append(evaluate())
        bodies.append(block)
    if values[0] == values[1]:
        target = values[0]
    else:
        target = joins.merged(b, base, *values)
        joins.own(b, "", target, values, [b.frame.variables] * 2)
        for block, value in zip(bodies, values):
            with b.into(block):
                joins.copy_into(b, "", target, value)
    b.add(build.branch(condition.node, bodies[0], bodies[1], b.line))
    return target
