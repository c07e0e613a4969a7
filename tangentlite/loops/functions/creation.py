"""New arrays: zeros, equal numbers, integers in a row, copies, arrays of lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.ir.leaves import number_of
from tangentlite.kinds.kind import Opaque
from tangentlite.loops.lowering.arrays import element
from tangentlite.loops.lowering.call_arguments import (
    argument,
    dtype_of,
    refuse_others,
    required,
)
from tangentlite.loops.lowering.element_values import Elements, aligned, result_dtype
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.lowering.places import (
    Place,
    constant,
    expression,
    minus,
    sum_of,
)
from tangentlite.loops.lowering.shapes import extents_of
from tangentlite.loops.lowering.table import elements_of, statements_of
from tangentlite.runtime import (
    cast_like,
    copy_as_it_lies,
    stop_gradient,
    zeros_as_it_lies,
)
from tangentlite.runtime import loop_helpers as helpers

# Types of NumPy as functions.
_NUMBERS = (
    np.float32, np.float64, np.int32, np.int64, np.bool_, np.complex64, np.complex128,
)  # fmt: skip
_LIKE = {np.zeros_like: np.zeros, np.ones_like: np.ones, np.empty_like: np.empty}


@statements_of(np.zeros, np.ones, np.empty)
def _new(low: Lowering, name: str, node: gast.Call) -> None:
    function: Callable = low.references[node.func.id]  # type: ignore[assignment]
    extents = extents_of(low, required(low, node, 0, "shape"))
    dtype = dtype_of(low, argument(node, 1, "dtype"), "float64")
    if extents:
        low.rows.add(name)
        low.allocate(name, extents, dtype, function)
    else:
        low.bind(name, build.constant(1.0 if function is np.ones else 0.0))


@statements_of(*_LIKE)
def _new_like(low: Lowering, name: str, node: gast.Call) -> None:
    value = low.elements(required(low, node, 0, "a"))
    like: Any = low.references[node.func.id]
    function = _LIKE[like]
    shape = argument(node, 4, "shape")
    extents = value.extents if shape is None else extents_of(low, shape)
    dtype = dtype_of(low, argument(node, 1, "dtype"), value.dtype)
    if extents:
        low.allocate(name, extents, dtype, function)
    else:
        low.bind(name, build.constant(1.0 if function is np.ones else 0.0))


@statements_of(copy_as_it_lies, zeros_as_it_lies)
def _as_it_lies(low: Lowering, name: str, node: gast.Call) -> None:
    """Make an array whose parts are views of it; one in other order is refused."""
    value = low.elements(node.args[0])
    given = node.args[0].id
    if given not in low.given and given not in low.rows:
        raise low.refuse(
            "an array is written through views of another shape", whole=True
        )
    flags = build.attribute(node.args[0], "flags")
    test = low.call(helpers.require_rows, build.attribute(flags, "c_contiguous"))
    low.emit(build.effect(test, low.line))
    low.rows.add(name)
    if low.references[node.func.id] is copy_as_it_lies:
        low.define(name, value)
    else:
        low.allocate(name, value.extents, value.dtype, np.zeros)


@elements_of(np.full, np.full_like)
def _full(low: Lowering, node: gast.Call) -> Elements:
    value = low.elements(required(low, node, 1, "fill_value"))
    first = required(low, node, 0, "shape")
    if low.references[node.func.id] is np.full:
        extents = extents_of(low, first)
        dtype = dtype_of(low, argument(node, 2, "dtype"), value.dtype)
    else:
        like = low.elements(first)
        extents, dtype = (
            like.extents,
            dtype_of(low, argument(node, 2, "dtype"), like.dtype),
        )
    at = value.at if dtype == value.dtype else _cast(low, value, dtype)
    return Elements(extents, lambda place: at(aligned(value, place)), dtype)


@elements_of(np.copy, np.ascontiguousarray, np.array, np.asarray, np.asfortranarray)
def _copied(low: Lowering, node: gast.Call) -> Elements:
    given = required(low, node, 0, "a")
    if isinstance(given, (gast.List, gast.Tuple)):
        return _listed(low, given)
    value = low.elements(given)
    dtype = value.dtype
    if low.references[node.func.id] is not np.copy:
        dtype = dtype_of(low, argument(node, 1, "dtype"), dtype)
    return Elements(value.extents, _cast(low, value, dtype), dtype)


@elements_of(np.ndarray.astype)
def _as_type(low: Lowering, node: gast.Call) -> Elements:
    if node.keywords or len(node.args) != 1:
        raise low.refuse("astype has options")
    value = low.elements(node.func.value)
    dtype = dtype_of(low, node.args[0], value.dtype)
    return Elements(value.extents, _cast(low, value, dtype), dtype)


@elements_of(*_NUMBERS)
def _converted(low: Lowering, node: gast.Call) -> Elements:
    kind: Any = low.references[node.func.id]
    dtype = np.dtype(kind).name
    value = low.elements(required(low, node, 0, "value"))
    return Elements(value.extents, _cast(low, value, dtype), dtype)


@elements_of(stop_gradient)
def _as_it_is(low: Lowering, node: gast.Call) -> Elements:
    return low.elements(required(low, node, 0, "x"))


@elements_of(cast_like)
def _like(low: Lowering, node: gast.Call) -> Elements:
    value, like = map(low.elements, node.args)
    weak = value.weak and value.dtype == like.dtype
    return Elements(value.extents, _cast(low, value, like.dtype), like.dtype, weak)


def _cast(low: Lowering, value: Elements, dtype: str | None) -> Callable:
    if dtype is None or dtype == value.dtype and not value.weak:
        return value.at
    if "complex" in str(value.dtype) and "complex" not in dtype:
        part = lambda place: build.attribute(value.at(place), "real")  # noqa: E731
        return lambda place: build.call(low.dtype(dtype), [part(place)])
    return lambda place: build.call(low.dtype(dtype), [value.at(place)])


def _listed(low: Lowering, given: gast.List | gast.Tuple) -> Elements:
    """Return the elements of numbers in nested displays, written one by one."""
    shape = _shape_of_display(given)
    items = {place: low.elements(item) for place, item in _items_of_display(given)}
    if set(items) != set(np.ndindex(shape)) or any(v.rank for v in items.values()):
        raise low.refuse("an array is made of a list of arrays")
    name, dtype = low.fresh("row", Opaque(None)), result_dtype(*items.values())
    extents = tuple(map(constant, shape))
    low.declare(name, extents, dtype)
    low.allocate(name, extents, dtype)
    for place, value in items.items():
        target = element(name, tuple(map(constant, place)))
        low.emit(build.assign(target, value.at(()), low.line))
    return low.elements(build.name(name))


def _shape_of_display(node: gast.expr) -> tuple[int, ...]:
    """Return the shape of nested displays, if all are as long as the first ones."""
    if not isinstance(node, (gast.List, gast.Tuple)):
        return ()
    return (len(node.elts), *(_shape_of_display(node.elts[0]) if node.elts else ()))


def _items_of_display(
    node: gast.expr, place: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], gast.expr]]:
    """Yield what nested displays hold, with the places."""
    if not isinstance(node, (gast.List, gast.Tuple)):
        yield place, node
        return
    for number, item in enumerate(node.elts):
        yield from _items_of_display(item, (*place, number))


@elements_of(np.arange)
def _counted(low: Lowering, node: gast.Call) -> Elements:
    refuse_others(low, node, 2)
    bounds = [low.elements(part) for part in node.args]
    if any("float" in str(bound.dtype) for bound in bounds):
        return _spaced(low, bounds)
    start, stop = constant(0), extents_of(low, node.args[-1])[0]
    if len(node.args) == 2:
        start = extents_of(low, node.args[0])[0]
    at: Callable = lambda place: expression(sum_of(start, place[0]))  # noqa: E731
    return Elements((minus(stop, start),), at, "int64")


def _spaced(low: Lowering, bounds: list[Elements]) -> Elements:
    """Return floating numbers in a row, one apart."""
    start = bounds[0].at(()) if len(bounds) == 2 else build.constant(0.0)
    length = build.binary(bounds[-1].at(()), "-", start)
    whole = low.call_builtin(int, low.call(np.ceil, length))
    extent = low.size(low.call_builtin(max, whole, constant(0)))

    def at(place: Place) -> gast.expr:
        return build.binary(start, "+", expression(place[0]))

    return Elements((extent,), at, "float64")


@elements_of(np.eye, np.identity)
def _identity(low: Lowering, node: gast.Call) -> Elements:
    rows, columns = required(low, node, 0, "N"), argument(node, 1, "M")
    if number_of(argument(node, 2, "k") or build.constant(0)) != 0:
        raise low.refuse("np.eye has a diagonal k")
    extent = extents_of(low, rows)[0]
    other = extent if columns is None else extents_of(low, columns)[0]
    dtype = dtype_of(low, argument(node, 3, "dtype"), "float64")

    def at(place: Place) -> gast.expr:
        test = gast.Compare(expression(place[0]), [gast.Eq()], [expression(place[1])])
        return gast.IfExp(test, build.constant(1.0), build.constant(0.0))

    return Elements((extent, other), at, dtype)
