"""`if` statements and conditional expressions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import gast

from tangentlite import errors, runtime
from tangentlite.frontend.exits import is_returned
from tangentlite.ir import build
from tangentlite.specialize import container_writes, expressions, joins, statements
from tangentlite.specialize.builder import Builder, base_name
from tangentlite.specialize.values import NONE, UNBOUND, Atom, atoms


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
    container_writes.keep_at_run_time(b, [*node.body, *node.orelse])
    before = dict(b.frame.variables)
    live = b.frame.live
    needed = b.frame.facts.after.get(node, frozenset())
    line = b.line
    bodies, ends = [], []
    for block in (node.body, node.orelse):
        b.frame.variables = dict(before)
        with b.conditional([]) as body:
            ends.append(run_path(b, block))
        bodies.append(body)
        b.frame.live = live
        b.line = line
    merge(b, before, ends, bodies, needed)
    b.add(build.branch(condition.node, bodies[0], bodies[1], line))
    return False


def run_path(b: Builder, block: list[gast.stmt]) -> dict | None:
    """Walk one path; return its variables at the end, None if nothing can go there."""
    ended = attempt(b, lambda: statements.run_block(b, block))
    return None if ended is UNREACHED else b.frame.variables


def attempt(b: Builder, walk: Callable[[], object]) -> object:
    """Return what a walk gives, UNREACHED if nothing can go there.

    In the first round of a loop a variable may have no value that later rounds find;
    in that of a recursive function, its calls have no result.
    """
    count, loops = len(b.frames), b.loops
    try:
        return walk()
    except errors.UnboundVariableError as error:
        if not loops:
            raise
        b.loops = loops
        del b.frames[count:]
        b.unreached.append(error)
        return UNREACHED


UNREACHED = object()


def merge(b: Builder, before: dict, ends: list, bodies: list, live) -> None:
    """Give each live variable that differs between two paths one name."""
    if None in ends:
        reached = [end for end in ends if end is not None]
        if not reached:
            raise b.unreached[-1]
        b.frame.variables = reached[0]
        return
    after = {}
    for variable in dict.fromkeys([*ends[0], *ends[1]]):
        values = [end.get(variable, UNBOUND) for end in ends]
        if joins.is_same(*values):
            after[variable] = values[0]
        elif variable in live:
            target = _target(b, variable, values)
            after[variable] = target
            joins.own(b, variable, target, values, ends)
            for value, body, end in zip(values, bodies, ends):
                b.frame.variables = end
                with b.into(body):
                    joins.copy_into(b, variable, target, value)
    b.frame.variables = after


def _target(b: Builder, variable: str, values: list) -> object:
    """Return what a variable stands for behind two paths; it may have no value yet."""
    target = joins.either(b, base_name(variable), *values)
    leaves = [a.name for value in values for a in atoms(value)]
    if UNBOUND in values or any(name in b.unbound for name in leaves):
        b.unbound.update(str(atom.name) for atom in atoms(target))
    return target


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
        certain = b.frame.certain
        b.frame.certain = certain or (is_returned(node) and block is node.body)
        with b.conditional([]) as body:
            ended = attempt(b, partial(statements.run_block, b, [*block, *rest]))
            b.frame.certain = certain
        bodies.append(body)
        if ended is not UNREACHED:
            results.append(b.frame.result)
        b.line = line
    if not results:
        raise b.unreached[-1]
    if len(results) == 1:
        b.frame.result = results[0]
        return True
    if all(value is None or value == NONE for value in results):
        b.frame.result = NONE if NONE in results else None
    elif joins.is_same(*results):
        b.frame.result = results[0]
    else:
        for body, value in zip(bodies, results):
            if value is None:
                with b.into(body):
                    _end_without_result(b)
        reached = [UNBOUND if value is None else value for value in results]
        target = joins.either(b, "t", *reached)
        joins.own(b, "", target, reached, [b.frame.variables] * 2)
        for body, value in zip(bodies, reached):
            with b.into(body):
                joins.copy_into(b, "", target, value)
        b.frame.result = target
    b.add(build.branch(condition.node, bodies[0], bodies[1], line))
    return True


def _end_without_result(b: Builder) -> None:
    """A path that ends without a return raises: None has no derivative."""
    callee = b.references.function(runtime.no_result)
    name = gast.Constant(b.frame.name, None)
    b.add(build.effect(build.call(callee, [name]), b.line))


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
        with b.conditional([]) as block:
            value = attempt(b, evaluate)
        if value is not UNREACHED:
            values.append(value)
        bodies.append(block)
    if not values:
        raise b.unreached[-1]
    if len(values) == 1:
        return values[0]
    if joins.is_same(*values):
        target = values[0]
    else:
        target = joins.either(b, base, *values)
        joins.own(b, "", target, values, [b.frame.variables] * 2)
        for block, value in zip(bodies, values):
            with b.into(block):
                joins.copy_into(b, "", target, value)
    b.add(build.branch(condition.node, bodies[0], bodies[1], b.line))
    return target
