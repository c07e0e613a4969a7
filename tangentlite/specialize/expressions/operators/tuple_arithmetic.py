"""Sums and products of run-time tuples."""

from __future__ import annotations

from typing import TypeGuard

import gast

from tangentlite import operations
from tangentlite.builder import operands
from tangentlite.builder.builder import Builder
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar
from tangentlite.values import structure
from tangentlite.values.arrays.array_attributes import SHAPE
from tangentlite.values.base import Sequence, Value
from tangentlite.values.heap import List


def binary(b: Builder, op: gast.operator, left: Value, right: Value, base: str):
    """Emit a sum of tuples or a repeated one; beside arrays they are arrays."""
    if not _are_about(op, left, right):
        return NotImplemented
    if isinstance(op, gast.Add) and _is_any(left) and _is_any(right):
        return _emitted(b, op, left, right, base)
    if isinstance(op, gast.Mult):
        for one, other in ((left, right), (right, left)):
            if _is_any(one) and _is_integer(other):
                return _emitted(b, op, left, right, base)
    for value in (left, right):
        if not structure.is_tuple(value) and _is_python(value):
            _raise_type_error(b, op, left, right)
        if not structure.is_tuple(value) and not _is_array(value):
            raise b.error(
                f"this operation on {left.describe()} and {right.describe()} is not "
                "supported.",
                "Make an array of the tuple: np.array(x.shape).",
            )

    left, right = operands.operand(b, left), operands.operand(b, right)
    return operations.binary(b, op, left, right, base)


def _are_about(op: gast.operator, left: Value, right: Value) -> bool:
    """Whether an operation has a run-time tuple as an operand, or as its result."""
    if structure.is_tuple(left) or structure.is_tuple(right):
        return True
    return isinstance(op, gast.Mult) and any(
        _is_plain(one) and _is_count(other)
        for one, other in ((left, right), (right, left))
    )


def _emitted(b: Builder, op: gast.operator, left: Value, right: Value, base: str):
    rhs = gast.BinOp(
        operations.as_expression(b, left), op, operations.as_expression(b, right)
    )
    known = all(v.kind == SHAPE for v in (left, right) if structure.is_tuple(v))
    return b.emit(b, rhs, SHAPE if known else Opaque(tuple), base)


def _is_any(value: Value) -> bool:
    return structure.is_tuple(value) or _is_plain(value)


def _is_plain(value: Value) -> TypeGuard[Sequence]:
    """Whether a value is a tuple of a known number of integers."""
    if type(value) is not Sequence or value.type is not tuple:
        return False
    return all(map(_is_integer, value.items))


def _is_integer(value: Value) -> bool:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Scalar) and "int" in str(kind.dtype)


def _is_count(value: Value) -> bool:
    return _is_integer(value) and not value.is_static


def _is_array(value: Value) -> bool:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Array) and kind.shape is not None


def _is_python(value: Value) -> bool:
    """Whether a value has a type of Python that does not combine with tuples."""
    if isinstance(value, List) or isinstance(getattr(value, "kind", None), ListOf):
        return True
    return value.is_static and type(value.static_value()) in (int, float, str)


def _raise_type_error(b: Builder, op: gast.operator, left: Value, right: Value):
    samples = [() if structure.is_tuple(v) else _sample(v) for v in (left, right)]
    from tangentlite.ir.leaves import BINARY

    try:
        BINARY[type(op)](*samples)
    except TypeError as error:
        instead = "Make an array of the tuple: np.array(x.shape)."
        raise operations.certain_error(b, error, instead, None) from None


def _sample(value: Value) -> Value:
    return value.static_value() if value.is_static else []
