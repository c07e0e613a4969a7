"""Conversion of Python objects that are literals to abstract values."""

from __future__ import annotations

import enum
from typing import Any

from tangentlite.ir import build
from tangentlite.kinds.kind import Scalar
from tangentlite.kinds.objects.user_objects import is_record
from tangentlite.values.base import Atom, Known, Sequence
from tangentlite.values.heap import Heap, List


def literal(value: Any) -> Any:
    """Return the abstract value of a literal.

    >>> literal(2).kind.value
    2
    """
    if type(value) in (tuple, list):
        items = tuple(literal(item) for item in value)
        return Sequence(items) if type(value) is tuple else List(Heap(), items)
    if type(value) is range:
        from tangentlite.values.base import Range

        return Range(*map(literal, (value.start, value.stop, value.step)))
    if is_record(type(value)) and not isinstance(value, enum.Enum):
        return Sequence(tuple(map(literal, value)), type(value))
    for type_, dtype in _NUMBERS:
        if type(value) is type_:
            return Atom(build.constant(value), Scalar(dtype, True, value))
    return Known(value)


def symbolic_zero() -> Atom:
    """Return the tangent of an inactive input, which arithmetic in templates drops.

    >>> is_symbolic_zero(symbolic_zero()), is_symbolic_zero(literal(0.0))
    (True, False)
    """
    return Atom(build.constant(0.0), Scalar("float64", True, _ZERO))


def is_symbolic_zero(value: object) -> bool:
    """Whether a value is the tangent of an inactive input."""
    return getattr(getattr(value, "kind", None), "value", None) is _ZERO


class _SymbolicZero(float):
    """A zero that no arithmetic has made."""


_ZERO = _SymbolicZero()

_NUMBERS = (
    (bool, "bool"),
    (int, "int64"),
    (float, "float64"),
    (complex, "complex128"),
)
