"""Leaves of syntax trees: literals and comments, both constants, and operators."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

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
        if value.real != 0.0:  # printed in parentheses, with signs
            return math.isfinite(value.real) and math.isfinite(value.imag)
        return str(value.real) == "0.0" and _is_plain(value.imag)
    if isinstance(value, (int, float)):
        return _is_plain(value)
    return value is None or value is Ellipsis or isinstance(value, (str, bytes))


def _is_plain(number: float) -> bool:  # finite, and printed without a sign
    return math.isfinite(number) and math.copysign(1.0, number) > 0.0


def number_of(node: gast.expr) -> int | float | None:
    """Return the value of a literal number, with its sign; None for other nodes.

    >>> number_of(gast.parse("-2.5", mode="eval").body)
    -2.5
    """
    if isinstance(node, gast.Constant):
        return node.value if type(node.value) in (int, float) else None
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = number_of(node.operand)
        return None if inner is None else -inner
    return None


class Comment(str):
    """A comment's text without `#`, as the value of an `Expr(Constant(...))`.

    It is a string and not a node class, as gast drops unknown classes.
    """

    __slots__ = ()


BINARY: dict[type, Callable] = {
    gast.Add: operator.add, gast.Sub: operator.sub, gast.Mult: operator.mul,
    gast.Div: operator.truediv, gast.FloorDiv: operator.floordiv,
    gast.Mod: operator.mod, gast.Pow: operator.pow, gast.MatMult: operator.matmul,
    gast.LShift: operator.lshift, gast.RShift: operator.rshift,
    gast.BitAnd: operator.and_, gast.BitOr: operator.or_, gast.BitXor: operator.xor,
}  # fmt: skip


UNARY: dict[type, Callable] = {
    gast.USub: operator.neg, gast.UAdd: operator.pos,
    gast.Invert: operator.invert, gast.Not: operator.not_,
}  # fmt: skip


COMPARE: dict[type, Callable] = {
    gast.Lt: operator.lt, gast.LtE: operator.le, gast.Gt: operator.gt,
    gast.GtE: operator.ge, gast.Eq: operator.eq, gast.NotEq: operator.ne,
}  # fmt: skip
