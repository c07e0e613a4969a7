"""Conditions, short-circuit operators and conditional expressions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

import gast

from tangentlite import handlers, operations
from tangentlite.analysis.statement_effects import CONTAINER_METHODS
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import Emit, nest_result
from tangentlite.kinds.kind import Opaque, Scalar
from tangentlite.operations import implements
from tangentlite.specialize.expressions.operators import narrowing
from tangentlite.specialize.functions import side_effects
from tangentlite.specialize.merge import optional_merge
from tangentlite.specialize.state import paths, restart, snapshot
from tangentlite.values.base import Atom, Maybe, Value
from tangentlite.values.callable_values import UNBOUND
from tangentlite.values.iterables import Generator, Stream
from tangentlite.values.literals import literal


@implements(operations.test)
def test(b: Builder, node: gast.expr) -> Atom:
    """Walk a condition; it stays one expression, as it is never differentiated.

    Where its parts may raise what is caught, or are no pure calls, they are statements
    in front of it.
    """
    if _asks_iterators(b, node) or (paths.catches(b) and not _may_skip(node)):
        return _condition(b, node, b.emit)
    with snapshot.speculate(b, restart.NeedsStatements) as walk:
        return _condition(b, node, nest_result)
    if b.source not in b.assumed.in_steps or b.in_condition:
        raise walk.failed
    return _condition(b, node, b.emit)  # operators call methods, which no step does


@implements(operations.repeated_test)
def repeated_test(b: Builder, node: gast.expr) -> Atom:
    """Walk the condition of a `while`, in front of which nothing can stand."""
    return _condition(b, node, nest_result)


def _condition(b: Builder, node: gast.expr, emit: Emit) -> Atom:
    size = len(b.block)
    with b.emitting(emit), b.sizes.scope(), side_effects.watching(b) as found:
        if emit is nest_result and isinstance(node, gast.BoolOp):
            value = _all_or_any(b, node)
        else:
            value = operations.test_value(b, operations.evaluate(b, node))
    if emit is nest_result and (found.is_noticed or _changes_list(value.node)):
        what = "a part of this condition changes something, or prints."
        raise restart.statements(b, what, node)
    if emit is nest_result and len(b.block) > size:
        raise restart.statements(b, "a part of this condition needs statements.", node)
    return value


def _changes_list(node: gast.expr) -> bool:
    """Whether an expression calls a method that changes a list of the core program."""
    calls = [part for part in gast.walk(node) if isinstance(part, gast.Call)]
    return any(getattr(call.func, "attr", "") in CONTAINER_METHODS for call in calls)


def _asks_iterators(b: Builder, node: gast.expr) -> bool:
    """Whether a condition in a function in steps reads iterators."""
    if b.source not in b.assumed.in_steps:
        return False
    names = [part.id for part in gast.walk(node) if isinstance(part, gast.Name)]
    held = [b.frame.variables.get(name) for name in names]
    return any(isinstance(value, (Generator, Stream)) for value in held)


def _may_skip(node: gast.expr) -> bool:
    """Whether a condition may not evaluate all of its parts."""
    return any(
        isinstance(part, (gast.BoolOp, gast.IfExp, gast.Lambda))
        or isinstance(part, gast.Compare)
        and len(part.ops) > 1
        for part in gast.walk(node)
    )


@implements(operations.truth)
def truth(value: Atom) -> bool | None:
    """Return the truth of a condition, None if it is not known."""
    return bool(value.static_value()) if value.is_static else None


def negated(b: Builder, node: gast.UnaryOp, base: str) -> Value:
    """Walk `not x`."""
    value = test(b, node.operand)
    decided = truth(value)
    if decided is not None:
        return literal(not decided)
    return operations.unary(b, node.op, value, base)


@handlers.expression(gast.Compare)
def compare(b: Builder, node: gast.Compare, base: str) -> Value:
    """Walk a comparison, or a chain of them."""
    if (flag := _asked_if_bound(b, node)) is not None:
        return flag
    if len(node.ops) > 1 and not b.in_condition:
        if any(_is_skipped(part) for part in node.comparators[1:]):
            return _chained(b, node, operations.evaluate(b, node.left), 0, base)
    values = [operations.evaluate(b, part) for part in (node.left, *node.comparators)]
    return operations.compare(b, node.ops, values, base)


def _is_skipped(node: gast.expr) -> bool:
    """Whether a part of a chain of comparisons may raise or have effects."""
    kinds = (gast.Call, gast.Subscript, gast.Attribute, gast.NamedExpr, gast.BinOp)
    return any(isinstance(part, kinds) for part in gast.walk(node))


def _asked_if_bound(b: Builder, node: gast.Compare) -> Atom | None:
    """Return whether a variable of a derivative is unbound: it is None there."""
    if not b.source.is_derivative or not isinstance(node.ops[0], gast.Is):
        return None
    value = b.frame.variables.get(getattr(node.left, "id", ""))
    if not isinstance(value, Maybe) or value.absent != UNBOUND:
        return None
    is_none = getattr(node.comparators[0], "value", node) is None
    return value.flag if is_none else None


def _chained(b: Builder, node: gast.Compare, left: Value, place: int, base: str):
    """Compare `a < f() < g()`, which calls g only if the first comparison holds."""
    right = operations.evaluate(b, node.comparators[place])
    found = operations.compare(b, [node.ops[place]], [left, right], base)
    if place + 1 == len(node.ops):
        return found
    rest = partial(_chained, b, node, right, place + 1, base)
    return _decided(b, found, found, rest, base)


@handlers.expression(gast.BoolOp)
def boolean(b: Builder, node: gast.BoolOp, base: str) -> Value:
    """Walk `x and y`, or `x or y`, for its value."""
    if b.in_condition:
        what = "the value of `and`, or of `or`, is used inside of a condition here."
        raise restart.statements(b, what, node)
    wanted = isinstance(node.op, gast.And)
    first, rest = node.values[0], node.values[1:]
    value = operations.evaluate(b, first, base)
    if not rest:
        return value
    remaining = rest[0] if len(rest) == 1 else gast.BoolOp(node.op, list(rest))
    condition = operations.test_value(b, value)
    if not wanted:
        decided = truth(condition)
        negated = gast.UnaryOp(gast.Not(), condition.node)
        condition = Atom(negated, Scalar("bool"))
        if decided is not None:
            condition = literal(not decided)
    both = gast.IfExp(first, remaining if wanted else first, remaining)
    rest = partial(_branch, b, both, holds=wanted, base=base)
    chosen = value if wanted else optional_merge.where_present(value)
    return _decided(b, condition, chosen, rest, base)


def _decided(b: Builder, condition: Atom, value: Value, rest: Callable, base: str):
    """Return the value of the rest where a condition holds, else the given value."""
    holds = truth(condition)
    if holds is not None:
        return rest() if holds else value
    return operations.choose(b, condition, rest, lambda: value, base)


@handlers.expression(gast.IfExp)
def conditional(b: Builder, node: gast.IfExp, base: str) -> Value:
    """Walk `x if condition else y`."""
    if not b.in_condition and b.source in b.assumed.in_steps:
        condition = operations.test_value(b, operations.evaluate(b, node.test))
    else:
        condition = test(b, node.test)
    decided = truth(condition)
    if decided is not None:
        return operations.evaluate(b, node.body if decided else node.orelse, base)
    branch = partial(_branch, b, node, base=base)
    if b.in_condition:
        body, orelse = branch(True), branch(False)
        parts = [operations.as_expression(b, value) for value in (body, orelse)]
        return Atom(gast.IfExp(condition.node, *parts), Opaque(None))
    return operations.choose(
        b,
        condition,
        lambda: branch(True),
        lambda: branch(False),
        base,
    )


def _branch(b: Builder, node: gast.IfExp, holds: bool, base: str) -> Value:
    """Walk one branch, in which variables are narrowed by the condition."""
    with narrowing.assumed(b, node.test, holds):
        return operations.evaluate(b, node.body if holds else node.orelse, base)


def _all_or_any(b: Builder, node: gast.BoolOp) -> Atom:
    """Walk `x and y`, or `x or y`, for its truth."""
    wanted = isinstance(node.op, gast.And)
    asked = []
    with ExitStack() as earlier:
        for part in node.values:
            value = test(b, part)
            decided = truth(value)
            if decided is None:
                asked.append(value.node)
                earlier.enter_context(narrowing.assumed(b, part, wanted))
            elif decided is not wanted:
                if all(map(_never_raises, asked)):
                    return literal(decided)
                asked.append(value.node)
                break
    if not asked:
        return literal(wanted)
    rhs = asked[0] if len(asked) == 1 else gast.BoolOp(node.op, asked)
    return Atom(rhs, Scalar("bool"))


def _never_raises(node: gast.expr) -> bool:
    """Whether a condition is a name, or a comparison of names by `is`."""
    if isinstance(node, gast.Compare):
        names = all(isinstance(op, (gast.Is, gast.IsNot)) for op in node.ops)
        return names and all(map(_never_raises, (node.left, *node.comparators)))
    return isinstance(node, (gast.Name, gast.Constant))
