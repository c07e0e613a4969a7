"""Operands of unary operators: those of other types raise, as in Python."""

from __future__ import annotations

import gast

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.values.base import Atom, Known, Value

_METHODS = {
    gast.USub: ("-", "__neg__"),
    gast.UAdd: ("+", "__pos__"),
    gast.Invert: ("~", "__invert__"),
}


def require(b: Builder, op: gast.unaryop, value: Value) -> None:
    """Raise unless the type of an operand has an operator, if the type is known."""
    if type(op) not in _METHODS:
        return
    sign, method = _METHODS[type(op)]
    type_ = type(value.value) if isinstance(value, Known) else _type_of(value)
    if type_ is None or hasattr(type_, method):
        return
    error = TypeError(f"bad operand type for unary {sign}: '{type_.__name__}'")
    raise operations.certain_error(b, error, "Use it on numbers and arrays.", None)


def _type_of(value: Value) -> type | None:
    held = value.kind if isinstance(value, Atom) else value
    type_ = getattr(held, "type", None)
    return type_ if isinstance(type_, type) else None
