"""Which numbers stand in core programs as they are."""

from __future__ import annotations

import math

import gast


def is_constant(node: gast.expr) -> bool:
    """Whether a node is a CONSTANT of the core language.

    >>> is_constant(gast.Constant(2.5, None)), is_constant(gast.Constant(-2.5, None))
    (True, False)
    """
    if not isinstance(node, gast.Constant):
        return False
    value = node.value
    if isinstance(value, complex):
        if value.real != 0.0:  # it is printed in parentheses, with its signs
            return math.isfinite(value.real) and math.isfinite(value.imag)
        return str(value.real) == "0.0" and _is_plain(value.imag)
    if isinstance(value, (int, float)):
        return _is_plain(value)
    return value is None or value is Ellipsis or isinstance(value, (str, bytes))


def _is_plain(number: float) -> bool:  # finite, and printed without a sign
    return math.isfinite(number) and math.copysign(1.0, number) > 0.0
