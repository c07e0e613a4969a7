"""Divisions by zero in derivatives: NumPy gives infinity, Python's numbers raise.

`np.sum(x) / n` is infinite where n is 0, with a warning. Its adjoint `1.0 / n` would
raise: np.divide takes the place of the operator there.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from tangentlite.kinds.kind import Scalar
from tangentlite.modes.rules.operation import Operation
from tangentlite.rules.registry import required_rule_of
from tangentlite.values.base import Value


def as_numpy_divides(
    operation: Operation, result: Value, seeds: Iterable[Value]
) -> Operation:
    """Return a division as np.divide, where the operator would divide Python's numbers.

    `result` is the quotient; its rule divides `seeds`.
    """
    if operation.function is not operator.truediv or _may_be_python(result):
        return operation
    divisor = operation.arguments["y"]
    if not _may_be_python(divisor) or _is_nonzero(divisor):
        return operation
    if not any(map(_may_be_python, seeds)):
        return operation
    return replace(operation, function=np.divide, rule=required_rule_of(np.divide))


def _may_be_python(value: Value) -> bool:
    return isinstance(value.kind, Scalar) and value.kind.weak is not False


def _is_nonzero(value: Value) -> bool:
    """Whether a value is a literal other than 0."""
    return value.is_static and value.static_value() != 0
