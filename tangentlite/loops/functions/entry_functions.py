"""Functions of NumPy and math that are computed entry by entry."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.loops.functions.lists.number_lists import is_list
from tangentlite.loops.functions.operators import squared
from tangentlite.loops.lowering.arrays import pointwise
from tangentlite.loops.lowering.element_values import Elements, number, result_dtype
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.table import elements_of
from tangentlite.runtime import loop_helpers as helpers

_OPERATORS: dict[object, type[gast.operator]] = {
    np.add: gast.Add, np.subtract: gast.Sub, np.multiply: gast.Mult,
    np.divide: gast.Div, np.power: gast.Pow, np.floor_divide: gast.FloorDiv,
    np.remainder: gast.Mod, operator.add: gast.Add, operator.sub: gast.Sub,
    operator.mul: gast.Mult, operator.truediv: gast.Div, operator.pow: gast.Pow,
}  # fmt: skip
_COMPARISONS: dict[object, type[gast.cmpop]] = {
    np.less: gast.Lt, np.less_equal: gast.LtE, np.greater: gast.Gt,
    np.greater_equal: gast.GtE, np.equal: gast.Eq, np.not_equal: gast.NotEq,
}  # fmt: skip
# Of one floating entry, with a floating result.
_FLOATING = (
    np.exp, np.exp2, np.expm1, np.log, np.log2, np.log10, np.log1p, np.sqrt, np.cbrt,
    np.sin, np.cos, np.tan, np.arcsin, np.arccos, np.arctan, np.sinh, np.cosh, np.tanh,
    np.arcsinh, np.arccosh, np.arctanh, np.floor, np.ceil, np.trunc, np.rint,
    np.deg2rad, np.rad2deg, np.radians, np.degrees,
)  # fmt: skip
_OF_TWO = (
    np.arctan2, np.hypot, np.logaddexp, np.logaddexp2, np.maximum, np.minimum,
    np.fmax, np.fmin, np.copysign, np.fmod, np.nextafter,
)  # fmt: skip
# What processors compute for several entries of arrays at once.
_AT_ONCE: dict[object, Callable] = {
    np.exp: helpers.vector_exp,
    np.log: helpers.vector_log,
    np.tanh: helpers.vector_tanh,
}
_FLAGS = (
    np.isnan, np.isinf, np.isfinite, np.signbit, math.isnan, math.isinf, math.isfinite,
)  # fmt: skip
_MATH = (
    math.exp, math.expm1, math.log, math.log1p, math.sqrt, math.sin, math.cos,
    math.tan, math.asin, math.acos, math.atan, math.sinh, math.cosh, math.tanh,
    math.asinh, math.acosh, math.atanh, math.atan2, math.hypot, math.copysign,
    math.erf, math.erfc, math.gamma, math.lgamma, math.log2, math.log10, math.fabs,
    math.pow, math.degrees, math.radians,
)  # fmt: skip


# Which Python refuses to compute where NumPy has inf or nan.
_RAISES = (
    math.exp, math.expm1, math.log, math.log1p, math.log2, math.log10, math.sqrt,
    math.sinh, math.cosh, math.asin, math.acos, math.acosh, math.atanh, math.gamma,
    math.lgamma, math.pow, math.sin, math.cos, math.tan,
)  # fmt: skip

# How a checkpointed loop is cut.
_OF_SEGMENTS = (
    helpers.segment_size, helpers.segment_end, helpers.snapshot_count,
    helpers.next_snapshot, helpers.middle_of,
)  # fmt: skip


def _given(low: Lowering, node: gast.Call, count: int | None = None) -> list[Elements]:
    """Return the elements of a call's arguments."""
    if node.keywords or (count is not None and len(node.args) != count):
        raise low.refuse(f"{node.func.id} has options")
    return [low.elements(argument) for argument in node.args]


@elements_of(*_OPERATORS)
def _operated(low: Lowering, node: gast.Call) -> Elements:
    values = _given(low, node, 2)
    operation = _OPERATORS[low.references[node.func.id]]
    dtype = result_dtype(*values)
    if operation is gast.Div and np.dtype(dtype).kind in "biu":
        dtype = "float64"
    make = lambda one, other: gast.BinOp(one, operation(), other)  # noqa: E731
    # NumPy divides by zero without an error, whatever it is given.
    return pointwise(low, make, dtype, *values, weak=False)


@elements_of(*_COMPARISONS)
def _compared(low: Lowering, node: gast.Call) -> Elements:
    values = _given(low, node, 2)
    operation = _COMPARISONS[low.references[node.func.id]]
    make = lambda one, other: gast.Compare(one, [operation()], [other])  # noqa: E731
    return pointwise(low, make, "bool", *values, cast=False)


@elements_of(*_FLOATING, *_OF_TWO)
def _computed(low: Lowering, node: gast.Call) -> Elements:
    values = _given(low, node)
    dtype = result_dtype(*values)
    is_whole = np.dtype(dtype).kind in "biu"
    function = low.references[node.func.id]
    if is_whole and function not in (np.maximum, np.minimum, np.fmax, np.fmin):
        dtype = "float64"
    helper = _AT_ONCE.get(function) if dtype == "float64" and values[0].rank else None
    if helper is not None:
        make = lambda one: low.call(helper, one)  # noqa: E731
        return pointwise(low, make, dtype, *values, weak=False)
    return pointwise(low, _calling(node.func), dtype, *values, weak=False)


@elements_of(np.isposinf, np.isneginf)
def _infinite(low: Lowering, node: gast.Call) -> Elements:
    is_positive = low.references[node.func.id] is np.isposinf
    bound = build.constant(np.inf if is_positive else -np.inf)
    make = lambda one: gast.Compare(one, [gast.Eq()], [bound])  # noqa: E731
    return pointwise(low, make, "bool", *_given(low, node, 1), cast=False)


@elements_of(*_FLAGS)
def _asked(low: Lowering, node: gast.Call) -> Elements:
    return pointwise(low, _calling(node.func), "bool", *_given(low, node), cast=False)


@elements_of(*_MATH)
def _of_math(low: Lowering, node: gast.Call) -> Elements:
    values = _given(low, node)
    if any(value.rank for value in values):
        raise low.refuse(f"{node.func.id} is given an array")
    parts = [value.at(()) for value in values]
    found = build.call(node.func, parts)
    if low.references[node.func.id] in _RAISES:
        found = low.call(helpers.as_python, found, *parts[:1])
    return number(found, "float64", True)


def _calling(function: gast.expr) -> Callable[..., gast.expr]:
    return lambda *parts: build.call(function, list(parts))


@elements_of(np.abs, abs, np.fabs)
def _absolute(low: Lowering, node: gast.Call) -> Elements:
    (value,) = _given(low, node, 1)
    dtype = value.dtype
    if dtype is not None and "complex" in dtype:
        dtype = {"complex64": "float32", "complex128": "float64"}[dtype]
    weak = value.weak and low.references[node.func.id] is abs
    make = lambda one: low.call_builtin(abs, one)  # noqa: E731
    return pointwise(low, make, dtype, value, weak=weak)


@elements_of(np.sign)
def _sign(low: Lowering, node: gast.Call) -> Elements:
    (value,) = _given(low, node, 1)
    return pointwise(low, _calling(node.func), value.dtype, value, weak=False)


@elements_of(np.negative, operator.neg)
def _negated(low: Lowering, node: gast.Call) -> Elements:
    (value,) = _given(low, node, 1)
    return pointwise(low, build.negate, value.dtype, value, weak=value.weak)


@elements_of(np.square)
def _squared(low: Lowering, node: gast.Call) -> Elements:
    (value,) = _given(low, node, 1)
    return pointwise(low, squared, value.dtype, value, weak=False)


@elements_of(np.reciprocal)
def _inverted(low: Lowering, node: gast.Call) -> Elements:
    (value,) = _given(low, node, 1)
    make = lambda one: build.binary(build.constant(1.0), "/", one)  # noqa: E731
    return pointwise(low, make, value.dtype, value, weak=False)


@elements_of(np.logical_not, operator.not_)
def _not(low: Lowering, node: gast.Call) -> Elements:
    (value,) = _given(low, node, 1)
    make = lambda one: gast.UnaryOp(gast.Not(), one)  # noqa: E731
    return pointwise(low, make, "bool", value, cast=False)


@elements_of(np.logical_and, np.logical_or, np.bitwise_and, np.bitwise_or)
def _both(low: Lowering, node: gast.Call) -> Elements:
    values = _given(low, node, 2)
    if any(value.dtype != "bool" for value in values):
        raise low.refuse(f"{node.func.id} is given numbers")
    function = low.references[node.func.id]
    operation = gast.And if function in (np.logical_and, np.bitwise_and) else gast.Or
    make = lambda *parts: gast.BoolOp(operation(), list(parts))  # noqa: E731
    return pointwise(low, make, "bool", *values, cast=False)


@elements_of(*_OF_SEGMENTS)
def _of_segments(low: Lowering, node: gast.Call) -> Elements:
    parts = [value.at(()) for value in _given(low, node)]
    helper: Any = low.references[node.func.id]
    return number(low.call(helper, *parts), "int64", True)


@elements_of(np.where)
def _where(low: Lowering, node: gast.Call) -> Elements:
    test, one, other = _given(low, node, 3)
    dtype = result_dtype(one, other)
    make = lambda *parts: gast.IfExp(*parts)  # noqa: E731
    return pointwise(low, make, dtype, test, one, other, weak=False)


@elements_of(np.clip)
def _clipped(low: Lowering, node: gast.Call) -> Elements:
    values = _given(low, node, 3)
    low.references.setdefault("np.maximum", np.maximum)
    low.references.setdefault("np.minimum", np.minimum)

    def make(value: gast.expr, least: gast.expr, most: gast.expr) -> gast.expr:
        return build.call(
            "np.minimum", [build.call("np.maximum", [value, least]), most]
        )

    return pointwise(low, make, result_dtype(*values), *values, weak=False)


@elements_of(np.real, np.imag, np.conjugate)
def _part(low: Lowering, node: gast.Call) -> Elements:
    (value,) = _given(low, node, 1)
    function: Any = low.references[node.func.id]
    if value.dtype is not None and "complex" not in value.dtype:
        if function is np.imag:
            return pointwise(low, lambda one: build.constant(0.0), value.dtype, value)
        return value
    if function is np.conjugate:
        return pointwise(low, _calling(node.func), value.dtype, value)
    dtype = {"complex64": "float32", "complex128": "float64"}.get(value.dtype or "")
    name = function.__name__
    if dtype is None:
        raise low.refuse(f"whether {name} is given complex numbers is not known")
    return pointwise(low, lambda one: build.attribute(one, name), dtype, value)


@elements_of(float, int, bool)
def _converted(low: Lowering, node: gast.Call) -> Elements:
    if low.references[node.func.id] is bool and is_list(low, node.args[0]):
        size = low.call_builtin(len, node.args[0])
        some = gast.Compare(size, [gast.Gt()], [build.constant(0)])
        return number(some, "bool", True)
    (value,) = _given(low, node, 1)
    if value.rank:
        raise low.refuse(f"{node.func.id} is given an array")
    call = build.call(node.func, [value.at(())])
    function: Any = low.references[node.func.id]
    return number(call, np.dtype(function).name, True)


@elements_of(max, min)
def _extreme(low: Lowering, node: gast.Call) -> Elements:
    """Return the first of Python's extremes, as comparisons choose it."""
    values = _given(low, node)
    if len(values) < 2 or any(value.rank for value in values):
        raise low.refuse(f"{node.func.id} is given an array")
    largest = low.references[node.func.id] is max
    found, *rest = (value.at(()) for value in values)
    for other in rest:
        test = gast.Compare(other, [gast.Gt() if largest else gast.Lt()], [found])
        found = gast.IfExp(test, other, found)
    weak = all(value.weak for value in values)
    return number(found, result_dtype(*values), weak)
