"""Tangents that `np.where` made zero stay zero beside an infinite derivative.

The tangent of `y = np.where(c, a, 0.0)` is `np.where(c, a_dot, 0.0)`, and that of
`np.sqrt(y)` would be 0 / 0 where y is 0. The rule is applied to a_dot there and the
selection to what comes out, as it is with adjoints (`selections.py`), for the functions
alone whose derivative is infinite where they are finite.
"""

from __future__ import annotations

import math
import operator
from dataclasses import replace
from typing import TYPE_CHECKING

import gast
import numpy as np

from tangentlite.builder.builder import Builder
from tangentlite.modes.rules.operation import Operation, value_of
from tangentlite.modes.rules.selections import Selection, selection_in
from tangentlite.values.base import Atom

if TYPE_CHECKING:
    from tangentlite.modes.forward.tangent_facts import Facts

_POWERS = frozenset({np.power, np.float_power, math.pow, operator.pow, pow})
_STEEP = _POWERS | {
    np.sqrt, math.sqrt, np.cbrt, np.arcsin, math.asin, np.arccos, math.acos,
    np.arccosh, math.acosh,
}  # fmt: skip


def selection_of_tangent(
    b: Builder,
    operation: Operation,
    tangent: Atom,
    is_constant: Atom | None,
    facts: Facts,
) -> Selection | None:
    """Return the selection that made a tangent, if a rule could spoil its zeros.

    A flag may say that the primal of the tangent is constant.
    """
    if not is_steep(operation):
        return None
    if is_constant is not None:
        return Selection(is_constant, tangent, False)
    return _selection(b, tangent, facts)


def is_steep(operation: Operation) -> bool:
    """Whether an operation may have an infinite derivative where it is finite."""
    if operation.function not in _STEEP:
        return False
    if operation.function not in _POWERS:
        return True
    exponent = list(operation.arguments.values())[1]
    return not exponent.is_static or not _is_flat(exponent.static_value())


def _is_flat(exponent: object) -> bool:
    return isinstance(exponent, (int, float)) and (exponent >= 1 or exponent == 0)


def _selection(b: Builder, tangent: Atom, facts: Facts) -> Selection | None:
    found = selection_in(b, tangent, facts.held) or _of_changed(b, tangent, facts)
    if found is not None:
        return found
    for factor in _factors(facts.chosen(tangent.name or "")):
        value = value_of(b, factor)
        inner = _selection(b, value, facts) if isinstance(value, Atom) else None
        if inner is not None:
            return replace(inner, value=tangent)
    return None


def _of_changed(b: Builder, tangent: Atom, facts: Facts) -> Selection | None:
    """Return the selection of a tangent from another one, which has changed since."""
    found = selection_in(b, tangent, facts.chosen)
    return None if found is None else replace(found, value=tangent)


def _factors(rhs: gast.expr | None) -> tuple[gast.expr, ...]:
    """Return operands of which each makes a value zero where it is zero."""
    if isinstance(rhs, gast.UnaryOp) and isinstance(rhs.op, gast.USub):
        return (rhs.operand,)
    if isinstance(rhs, gast.BinOp) and isinstance(rhs.op, gast.Mult):
        return rhs.left, rhs.right
    if isinstance(rhs, gast.BinOp) and isinstance(rhs.op, gast.Div):
        return (rhs.left,)
    return ()
