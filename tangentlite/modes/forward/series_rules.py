"""Which helper of the runtime gives the coefficients of a call.

Products, quotients and powers are here, functions of one number in
`rules/recurrences.py`. What is linear in its active arguments has none.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

import gast
import numpy as np

from tangentlite import operations, runtime
from tangentlite.ir import build
from tangentlite.kinds.kind import is_numeric, rank
from tangentlite.kinds.objects import libraries
from tangentlite.modes.rules.operation import Operation, call_arguments
from tangentlite.rules.recurrences import recurrence_of
from tangentlite.values.base import Atom, Value, required_atom
from tangentlite.values.callable_values import NONE
from tangentlite.values.structure import atoms, required_items

if TYPE_CHECKING:
    from tangentlite.modes.forward.tangent_statements import Tangents

# a helper of the runtime, and its arguments
Call = tuple[Callable, list[gast.expr]]


def recurrence_for(t: Tangents, operation: Operation, result: Atom) -> Call | None:
    """Return the call that gives a result's coefficients, None without a recurrence."""
    given = list(operation.arguments.values())
    if (known := recurrence_of(operation.function)) is not None:
        if any(atom.name in t.known for value in given[1:] for atom in atoms(value)):
            return None
        if not _takes_one(given):
            return None
        x = required_atom(given[0])
        nodes = {"y": result.node, "x": x.node, "x_series": _series(t, x)}
        parts = [nodes[p] if p in nodes else _number(p) for p in known.arguments]
        return known.helper, parts
    if not _is_key(operation.function):
        return None
    if (along := _ALONG.get(operation.function)) is not None:
        return _along_axis(t, along, operation)
    rule = _RULES.get(operation.function)
    if rule is None or not all(is_numeric(getattr(v, "kind", None)) for v in given):
        return None
    return rule(t, result, *given)


def _takes_one(given: list) -> bool:
    """Whether a call has one argument, and others that are None."""
    return all(value.is_static and value.static_value() is None for value in given[1:])


def _is_key(function: object) -> bool:
    return getattr(function, "__hash__", None) is not None


def _number(value: str | float) -> gast.expr:
    node = build.constant(abs(float(value)))
    return gast.UnaryOp(gast.USub(), node) if float(value) < 0 else node


def _is_active(t: Tangents, value: Atom) -> bool:
    return value.name in t.known


def _series(t: Tangents, value: Atom) -> gast.expr:
    """Return the coefficients of an argument, 0.0 for those of a constant."""
    return t.full(value).node if _is_active(t, value) else build.constant(0.0)


def _product(t: Tangents, result: Atom, x: Atom, y: Atom) -> Call | None:
    if not (_is_active(t, x) and _is_active(t, y)):
        return None
    return runtime.series_product, [x.node, _series(t, x), y.node, _series(t, y)]


def _square(t: Tangents, result: Atom, x: Atom) -> Call:
    return runtime.series_product, 2 * [x.node, _series(t, x)]


def _quotient(t: Tangents, result: Atom, x: Atom, y: Atom) -> Call | None:
    if not _is_active(t, y):
        return None
    lower = [y.node, _series(t, y)]
    return runtime.series_quotient, [result.node, _series(t, x), *lower]


def _power(t: Tangents, result: Atom, x: Atom, exponent: Atom) -> Call | None:
    base = [x.node, _series(t, x)]
    if _is_active(t, exponent):
        if not _is_active(t, x):
            moving = [x.node, exponent.node, _series(t, exponent)]
            return runtime.series_exponential, [result.node, *moving]
        given = [result.node, *base, exponent.node, _series(t, exponent)]
        return runtime.series_general_power, given
    whole = exponent.static_value() if exponent.is_static else None
    if whole == 2:
        return runtime.series_product, [*base, *base]
    if whole in (1, 3, 4):
        return runtime.series_whole_power, [*base, build.constant(int(whole))]
    return runtime.series_power, [result.node, *base, exponent.node]


def _both(helper: Callable) -> Callable[..., Call | None]:
    """Return the rule of a function of two numbers that are both active."""

    def rule(t: Tangents, result: Atom, x: Atom, y: Atom) -> Call | None:
        if not (_is_active(t, x) and _is_active(t, y)):
            return None
        given = [x.node, _series(t, x), y.node, _series(t, y)]
        return helper, [result.node, *given]

    return rule


def _solution(t: Tangents, result: Atom, a: Atom, b: Atom) -> Call | None:
    if not _is_active(t, a) or rank(a.kind) != 2:
        return None
    return runtime.series_solve, [result.node, a.node, _series(t, a), _series(t, b)]


def _triangle_solution(
    t: Tangents, result: Atom, a: Atom, b: Atom, adjoint: Atom | None = None
) -> Call | None:
    call = _solution(t, result, a, b)
    if call is None:
        return None
    options = [] if adjoint is None else [adjoint.node]
    return runtime.series_solve_lower, [*call[1], *options]


def _determinant(t: Tangents, result: Atom, a: Atom) -> Call | None:
    if rank(a.kind) != 2:
        return None
    return runtime.series_det, [result.node, a.node, _series(t, a)]


def _polynomial(t: Tangents, result: Atom, p: Atom, x: Atom) -> Call | None:
    if _is_active(t, p) or rank(p.kind) != 1:
        return None
    return runtime.series_polyval, [p.node, x.node, _series(t, x)]


def _along_axis(t: Tangents, helper: Callable, operation: Operation) -> Call | None:
    """Return the call for products along one axis, None for other options."""
    positional, named = call_arguments(operation, operation.arguments)
    array, *others = required_atom(positional[0]), *positional[1:]
    if set(named) - {"axis"} or len(others) > 1:
        return None
    axis = named.get("axis", others[0] if others else NONE)
    axes = rank(array.kind)
    if axes is None or not axis.is_static:
        return None
    place = axis.static_value()
    if place is None and axes != 1 or not isinstance(place, (int, type(None))):
        return None
    number = build.constant((place or 0) % axes)
    return helper, [array.node, _series(t, array), number]


_ALONG: dict[object, Callable] = {
    np.prod: runtime.series_prod,
    np.cumprod: runtime.series_cumprod,
}


_RULES: dict[object, Callable[..., Call | None]] = {
    **dict.fromkeys((np.multiply, operator.mul), _product),
    **dict.fromkeys((np.divide, operator.truediv), _quotient),
    **dict.fromkeys((np.power, np.float_power, math.pow, operator.pow, pow), _power),
    np.square: _square,
    np.linalg.solve: _solution,
    runtime.solve_lower: _triangle_solution,
    np.linalg.det: _determinant,
    np.polyval: _polynomial,
    np.hypot: _both(runtime.series_hypot),
    np.logaddexp: _both(runtime.series_logaddexp),
}


def cross_terms_for(t: Tangents, operation: Operation) -> Call | None:
    """Return the call for the cross terms of a product, None for what is linear."""
    b = t.b
    linear: list[Value] = []
    for name in operation.rule.linear_in:
        given = operation.arguments[name]
        several = name == operation.rule.operands
        linear.extend(required_items(given) if several else [given])
    moving = [one for one in linear if any(a.name in t.known for a in atoms(one))]
    if len(moving) < 2:
        return None
    called = libraries.called(operation.function)
    positional, named = call_arguments(operation, operation.arguments)
    places = [k for k, value in enumerate(positional) if value in moving]
    if len(moving) > 2 or len(places) != 2 or named:
        raise b.error(
            f"{called} has no Taylor series for these arguments.",
            "Write it as products of two arrays, without options.",
        )
    parts = [operations.as_expression(b, value) for value in positional]
    for place in places:
        parts[place] = t.full(required_atom(positional[place])).node
    is_operator = operation.function is operator.matmul
    function = np.matmul if is_operator else operation.function
    return runtime.series_cross_terms, [
        b.references.function(function),
        build.display(parts, tuple),
        build.constant(tuple(places)),
    ]
