"""The functions of the syntax tree's operators."""

from __future__ import annotations

import operator
from collections.abc import Callable

import gast

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
