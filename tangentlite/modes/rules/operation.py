"""A right-hand side of the core language as the call of a function with a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import bind_options
from tangentlite.ir.leaves import BINARY, UNARY
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.objects import libraries
from tangentlite.rules.registry import Rule, rule_of
from tangentlite.values.base import Atom, Known, Sequence, Value, required_atom
from tangentlite.values.callable_values import Slice
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms, required_items

# the values of arguments of a call in the core language
Argument = Atom | Known | Sequence | Slice


@dataclass(frozen=True)
class Operation:
    """A function, its rule, and its arguments by the names of their parameters."""

    function: object
    rule: Rule
    arguments: Mapping[str, Argument]


def operation_of(b: Builder, rhs: gast.expr) -> Operation | None:
    """Return the registered call that a right-hand side stands for, if it is one."""
    if isinstance(rhs, gast.BinOp):
        if _is_reciprocal(rhs):
            return _bound(b, np.reciprocal, [value_of(b, rhs.right)], {})
        arguments = [value_of(b, rhs.left), value_of(b, rhs.right)]
        return _bound(b, BINARY[type(rhs.op)], arguments, {})
    if isinstance(rhs, gast.UnaryOp):
        return _bound(b, UNARY[type(rhs.op)], [value_of(b, rhs.operand)], {})
    if isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Name):
        function = b.references.objects.get(rhs.func.id)
        if (rule := rule_of(function)) is not None and rule.stops:
            return None
        arguments = [value_of(b, argument) for argument in rhs.args]
        keywords = {k.arg: value_of(b, k.value) for k in rhs.keywords}
        return _bound(b, function, arguments, keywords)
    return None


def function_of(b: Builder, rhs: gast.expr) -> Any:
    """Return the function that a right-hand side calls, None if it calls none."""
    if isinstance(rhs, gast.BinOp):
        return BINARY[type(rhs.op)]
    if isinstance(rhs, gast.UnaryOp):
        return UNARY[type(rhs.op)]
    is_named = isinstance(rhs, gast.Call) and isinstance(rhs.func, gast.Name)
    return b.references.objects.get(rhs.func.id) if is_named else None


def required_operation_of(b: Builder, rhs: gast.expr) -> Operation:
    """Return the registered call that a right-hand side stands for, or raise."""
    operation = operation_of(b, rhs)
    if operation is None:
        raise TypeError(f"{rhs} is no call of a function with a rule")
    return operation


def is_undifferentiated(b: Builder, value: Atom) -> bool:
    """Whether a value is a zero in the place of a derivative that there is not."""
    rhs = b.definitions.get(value.name or "")
    if not isinstance(rhs, gast.Call) or not isinstance(rhs.func, gast.Name):
        return False
    return b.references.objects.get(rhs.func.id) is runtime.no_derivative


def _is_reciprocal(rhs: gast.BinOp) -> bool:
    """Whether a quotient is 1 / y, whose derivative -z * z takes no division."""
    one = isinstance(rhs.left, gast.Constant) and rhs.left.value == 1
    return one and isinstance(rhs.op, gast.Div)


def _bound(
    b: Builder,
    function: object,
    arguments: list[Argument],
    keywords: dict[str, Argument],
) -> Operation | None:
    if function in (runtime.numerical_vjp, runtime.numerical_jvp):
        raise b.error(
            "the derivative of a central difference would be inexact.",
            "Register a template for the function (tl.adjoint, tl.tangent).",
        )
    if function is runtime.no_derivative:
        raise b.error(
            f"{arguments[0].static_value()}.",
            "Use stop_gradient on what it depends on, or draw outside.",
        )
    rule = rule_of(function)
    if rule is None or rule.stops:
        return None
    values = {}
    for name, value in _by_parameter(b, function, rule, arguments, keywords).items():
        given = Sequence(value) if name == rule.operands else value
        values[name] = _argument(given, name in rule.linear_in)
    return Operation(function, rule, values)


def _by_parameter(
    b: Builder, function: object, rule: Rule, arguments: list, keywords: dict
) -> Mapping[str, Any]:
    if bind_options.are_all(rule, arguments, keywords):
        return dict(zip(rule.places, arguments))
    assert rule.signature is not None, "a rule with derivatives has a template"
    try:
        bound = rule.signature.bind(*arguments, **keywords)
    except TypeError as error:
        name = libraries.called(function)
        raise b.error(f"{name}: {error}.", "Check the call.") from None
    bound.apply_defaults()
    return bound.arguments


def _argument(value: object, is_linear: bool) -> Argument:
    if not isinstance(value, (Atom, Known, Sequence, Slice)):
        return _default(value)
    return _bare(value) if is_linear else value


def _bare(value: Argument) -> Argument:
    """Return a tuple for a display, as templates expect: their lists are run-time ones.

    A list of numbers stays a list: as indices, lists and tuples differ.
    """
    if isinstance(value, Sequence) and not value.is_static:
        return Sequence(tuple(_bare(item) for item in value.items))
    return value


def _default(value: object) -> Argument:
    """Return the value of a parameter's default."""
    if isinstance(value, (tuple, list)):
        return Sequence(tuple(_default(item) for item in value), type(value))
    return literal(value)


def value_of(b: Builder, node: gast.expr) -> Argument:
    """Return the value that an argument of a core call stands for."""
    if isinstance(node, gast.Name):
        if node.id in b.kinds:
            return Atom(node, b.kinds[node.id])
        return Known(b.references.objects[node.id], node.id)
    if isinstance(node, gast.Constant):
        return literal(node.value)
    if isinstance(node, gast.UnaryOp):
        inner = value_of(b, node.operand)
        if isinstance(inner, Atom) and isinstance(inner.kind, Scalar):
            if inner.name:  # -np.inf
                known = inner.kind.value
                return Atom(node, replace(inner.kind, value=known and -known))
            if inner.kind.value is not None:
                return literal(-inner.kind.value)
        return Atom(node, required_atom(inner).kind)
    if isinstance(node, (gast.Tuple, gast.List)):
        type_ = tuple if isinstance(node, gast.Tuple) else list
        return Sequence(tuple(value_of(b, item) for item in node.elts), type_)
    if isinstance(node, gast.Slice):
        parts = [
            Known(None) if part is None else value_of(b, part)
            for part in (node.lower, node.upper, node.step)
        ]
        return Slice(*parts)
    if isinstance(node, gast.Call) and node.func.id == "float":
        return literal(float(node.args[0].value))
    if _is_call_of(b, node, np.dtype):
        return Known(np.dtype(node.args[0].value))
    if _is_call_of(b, node, np.shape) and isinstance(node.args[0], gast.Name):
        return operations.read_attribute(b, value_of(b, node.args[0]), "shape", "t")
    if _is_call_of(b, node, slice):
        parts = [value_of(b, part) for part in node.args]
        return Slice(*parts, *[Known(None)] * (3 - len(parts)))
    if isinstance(node, gast.Attribute) and isinstance(node.value, gast.Name):
        return operations.read_attribute(b, value_of(b, node.value), node.attr, "t")
    if isinstance(node, gast.Subscript):
        raise b.error(
            "this item of a list that grew at run time is not supported yet.",
            "Make an array of the list first: a = np.array(items).",
        )
    raise b.error(
        "an argument of this operation is not supported here.",
        "Give it numbers, arrays or lists of them, each by a name.",
    )


def _is_call_of(b: Builder, node: gast.expr, function: object) -> bool:
    """Whether an argument is a call of a function, as np.dtype('float64')."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Name):
        return False
    return b.references.objects.get(node.func.id) is function


def active_parameters(
    b: Builder, operation: Operation, active: frozenset[str]
) -> dict[str, Argument]:
    """Return the arguments, by parameter, that hold an active name.

    A linear function of the runtime depends on what its result is like by its shape
    alone.
    """
    rule = operation.rule
    found = {
        name: value
        for name, value in operation.arguments.items()
        if any(atom.name in active for atom in atoms(value))
    }
    if operation.function is runtime.valued:  # the derivative is the formula's alone
        found.pop("value", None)
    if operation.function is runtime.hooked:  # the hook's text has no derivative
        return {name: value for name, value in found.items() if name == "x"}
    if rule.kind != "linear":
        return {name: found[name] for name in found if name not in rule.constant_in}
    known = (*rule.linear_in, *rule.constant_in)
    others = [name for name in found if name not in known]
    if others and not rule.shaped_by.issuperset(others):
        raise b.error(
            f"{libraries.called(operation.function)} has no derivative with "
            f"respect to {others[0]}.",
            "Pass a constant, tl.stop_gradient(...), or register a rule of your own.",
        )
    return {name: found[name] for name in found if name in rule.linear_in}


def call_arguments(
    operation: Operation, arguments: Mapping[str, Value]
) -> tuple[list[Value], dict[str, Value]]:
    """Split bound arguments as the call had them, leaving out defaults."""
    positional: list[Value] = []
    named: dict[str, Value] = {}
    by_name = False
    signature = operation.rule.signature
    assert signature is not None, "a rule with derivatives has a template"
    for name, parameter in signature.parameters.items():
        value = arguments[name]
        is_default = parameter.default is not parameter.empty and _is_literal(
            value, parameter.default
        )
        by_name = by_name or is_default or parameter.kind is parameter.KEYWORD_ONLY
        if name == operation.rule.operands:
            positional.extend(required_items(value))
        elif not by_name:
            positional.append(value)
        elif not is_default:
            named[name] = value
    return positional, named


def _is_literal(value: Value, default: object) -> bool:
    if isinstance(value, Known):
        return value.value is default or value.value == default
    if isinstance(value, Atom) and isinstance(value.kind, Scalar):
        known = value.kind.value
        return known is not None and type(known) is type(default) and known == default
    return False
