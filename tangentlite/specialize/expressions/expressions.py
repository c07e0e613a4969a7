"""Expressions: each is walked to a value, and emits its operations in order."""

from __future__ import annotations

import gast

from tangentlite import handlers, operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.errors import TangentliteError
from tangentlite.frontend.desugar.statements_by_others import MANAGER
from tangentlite.ir.marked_names import role_of
from tangentlite.operations import implements
from tangentlite.specialize.expressions import comprehensions, displays
from tangentlite.specialize.expressions.called import named_arguments
from tangentlite.specialize.expressions.operators import conditions
from tangentlite.specialize.functions import calls_in_conditions
from tangentlite.specialize.state import missing_rule, restart
from tangentlite.specialize.state.error_places import point_at
from tangentlite.values import structure
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import Slice
from tangentlite.values.literals import literal
from tangentlite.values.objects import instances


@implements(operations.evaluate)
def evaluate(b: Builder, node: gast.expr, base: str = "t") -> Value:
    """Walk an expression; `base` names the result of its outermost operation."""
    handler = handlers.of_expression(type(node))
    if handler is None:
        raise missing_rule.missing_syntax(b, node)
    try:
        return operands.as_used(b, handler(b, node, base))
    except TangentliteError as error:
        point_at(error, b.control, b.functions.called_from, b.line, node)
        raise


def holder(b: Builder, target: gast.Attribute) -> Value:
    """Return the object whose attribute is written."""
    owner = operations.present(b, evaluate(b, target.value), AttributeError)
    return structure.owner_of(owner)


@handlers.expression(gast.Constant)
def _constant(b: Builder, node: gast.Constant, base: str) -> Value:
    return literal(node.value)


@handlers.expression(gast.Name)
def _name(b: Builder, node: gast.Name, base: str) -> Value:
    return operations.read_name(b, node)


@handlers.expression(gast.Attribute)
def _attribute(b: Builder, node: gast.Attribute, base: str) -> Value:
    owner = evaluate(b, node.value)
    if role_of(getattr(node.value, "id", "")) == MANAGER:  # `with` asks the class
        if (method := instances.special(b, owner, node.attr)) is not None:
            return method
    return operations.read_attribute(b, owner, node.attr, base)


@handlers.expression(gast.BinOp)
def _binary(b: Builder, node: gast.BinOp, base: str) -> Value:
    left = evaluate(b, node.left)
    return operations.binary(b, node.op, left, evaluate(b, node.right), base)


@handlers.expression(gast.UnaryOp)
def _unary(b: Builder, node: gast.UnaryOp, base: str) -> Value:
    if isinstance(node.op, gast.Not):
        return conditions.negated(b, node, base)
    return operations.unary(b, node.op, evaluate(b, node.operand), base)


@handlers.expression(gast.Call)
def _call(b: Builder, node: gast.Call, base: str) -> Value:
    callee = evaluate(b, node.func)
    arguments: list[Value] = []
    if (value := comprehensions.decided(b, callee, node)) is not None:
        return value
    given = comprehensions.consumed(b, callee, node)
    if given is not None:
        arguments = [given]
    for part in node.args if given is None else ():
        if isinstance(part, gast.Starred):
            arguments.extend(displays.starred(b, part))
        else:
            arguments.append(evaluate(b, part))
    keywords = named_arguments.evaluate(b, callee, node)
    if b.in_condition:
        pure = calls_in_conditions.call_in_test(b, callee, arguments, keywords)
        if pure is not None:
            return pure
    return operations.call(b, callee, arguments, keywords, node, base)


@handlers.expression(gast.Subscript)
def _subscript(b: Builder, node: gast.Subscript, base: str) -> Value:
    owner = evaluate(b, node.value)
    return operations.read_item(b, owner, evaluate(b, node.slice), base)


@handlers.expression(gast.Slice)
def _slice(b: Builder, node: gast.Slice, base: str) -> Slice:
    parts = [
        Known(None) if part is None else evaluate(b, part)
        for part in (node.lower, node.upper, node.step)
    ]
    return Slice(*parts)


@handlers.expression(gast.NamedExpr)
def _walrus(b: Builder, node: gast.NamedExpr, base: str) -> Value:
    if b.in_condition:
        what = "an assignment inside of a condition is not supported here."
        raise restart.statements(b, what, node)
    value = evaluate(b, node.value, node.target.id)
    operations.bind_name(b, node.target.id, value)
    return value
