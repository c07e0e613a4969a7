"""Helpers that generated code calls where plain NumPy is not enough. NumPy only."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from tangentlite.runtime.determinants import (
    cofactor_change,
    cofactors,
    inverse,
    log_abs_det,
    sign_of_det,
)
from tangentlite.runtime.effects import (
    RECORDED,
    append_copy,
    callback,
    failure,
    formatted,
    hooked,
    no_result,
    note_grad,
    only_looks_on,
    position_of,
    raise_error,
    require_at_least,
    require_attribute,
    require_bound,
    require_count,
    require_items,
    require_like_items,
    require_number,
    require_real,
    require_shape,
    require_value,
)
from tangentlite.runtime.factors import (
    cholesky_pullback,
    half_lower,
    mirrored_product,
    nearest_orthogonal,
    solve_all,
    solve_lower,
    sum_of_products,
    symmetric_product,
    triangle_product,
)
from tangentlite.runtime.functions.checkpoint_schedule import (
    middle_of,
    next_snapshot,
    segment_end,
    segment_size,
    snapshot_count,
)
from tangentlite.runtime.functions.namespaces import unbroadcast_in
from tangentlite.runtime.functions.parts_of_values import shared_out, with_imaginary
from tangentlite.runtime.functions.series_functions import (
    series_cos,
    series_cosh,
    series_exp,
    series_exponential,
    series_general_power,
    series_hypot,
    series_log,
    series_logaddexp,
    series_power,
    series_quadratic,
    series_sin,
    series_sinh,
    series_sqrt,
    series_whole_power,
)
from tangentlite.runtime.functions.series_of_arrays import (
    series_cumprod,
    series_det,
    series_polyval,
    series_prod,
    series_solve,
    series_solve_lower,
)
from tangentlite.runtime.functions.series_products import (
    count_of_series,
    first_of_series,
    series_cross_terms,
    series_of_integral,
    series_of_rates,
    series_product,
    series_quotient,
)
from tangentlite.runtime.functions.special_functions import bessel_j, polygamma
from tangentlite.runtime.lists import (
    append_to,
    count_now,
    list_of_lists,
    list_of_tuples,
    ones_like_items,
    tangents_of_items,
    to_list,
    zeros_like_item,
    zeros_like_items,
)
from tangentlite.runtime.numerical import (
    called,
    no_derivative,
    numerical_jvp,
    numerical_vjp,
)
from tangentlite.runtime.records import (
    dead_reference,
    extended,
    put_attribute,
    record,
    refill,
    require_apart,
    require_met_once,
    require_one,
    require_writeable,
    store,
)
from tangentlite.runtime.sparse.patterns import (
    blocks_pattern,
    column_product,
    common_pattern,
    compressed,
    dense_matrix,
    diagonals_pattern,
    entries_at,
    has_repeats,
    is_pattern,
    joined_pattern,
    matched_products,
    nonzero_places,
    picked_pattern,
    places_of_diagonal,
    places_of_entries,
    places_of_entry,
    products_at,
    row_numbers,
    row_product,
    shape_of_places,
    sums_at,
    triangle_pattern,
    turned_pattern,
)
from tangentlite.runtime.sparse.systems import (
    exponential_product,
    exponential_steps,
    iterated_again,
    iterated_solution,
    least_squares_again,
    least_squares_found,
    sparse_eigenvalues,
    sparse_exponential,
    sparse_singular_values,
    sparse_solution,
)
from tangentlite.runtime.written import (
    add_rows,
    copy_as_it_lies,
    diagonal_to_write,
    last_written,
    places_visited,
    put_last,
    stored_at_once,
    unpadded,
    zeros_as_it_lies,
    zeros_in_order_of,
)

__all__ = [
    "RECORDED",
    "append_copy",
    "hooked",
    "note_grad",
    "only_looks_on",
    "add_rows",
    "append_to",
    "bessel_j",
    "blocks_pattern",
    "callback",
    "called",
    "cast_like",
    "cholesky_pullback",
    "cofactor_change",
    "cofactors",
    "column_product",
    "common_pattern",
    "compressed",
    "copy_as_it_lies",
    "count_now",
    "dead_reference",
    "dense_matrix",
    "diagonal_to_write",
    "diagonals_pattern",
    "entries_at",
    "exponential_product",
    "exponential_steps",
    "extended",
    "failure",
    "formatted",
    "half_lower",
    "has_repeats",
    "inverse",
    "is_pattern",
    "iterated_again",
    "iterated_solution",
    "least_squares_again",
    "least_squares_found",
    "joined_pattern",
    "last_written",
    "list_of_lists",
    "list_of_tuples",
    "log_abs_det",
    "matched_products",
    "nearest_orthogonal",
    "no_derivative",
    "no_result",
    "nonzero_places",
    "numerical_jvp",
    "numerical_vjp",
    "ones_like_items",
    "picked_pattern",
    "places_of_diagonal",
    "places_of_entries",
    "places_of_entry",
    "places_visited",
    "polygamma",
    "position_of",
    "products_at",
    "put_attribute",
    "put_last",
    "raise_error",
    "record",
    "refill",
    "require_apart",
    "require_at_least",
    "require_attribute",
    "require_bound",
    "require_number",
    "require_count",
    "require_items",
    "require_like_items",
    "require_met_once",
    "require_one",
    "require_real",
    "require_shape",
    "require_value",
    "require_writeable",
    "row_numbers",
    "row_product",
    "middle_of",
    "mirrored_product",
    "next_snapshot",
    "segment_end",
    "segment_size",
    "snapshot_count",
    "count_of_series",
    "first_of_series",
    "series_cos",
    "series_cosh",
    "series_cross_terms",
    "series_cumprod",
    "series_det",
    "series_polyval",
    "series_prod",
    "series_solve",
    "series_solve_lower",
    "series_exp",
    "series_exponential",
    "series_general_power",
    "series_hypot",
    "series_log",
    "series_logaddexp",
    "series_of_integral",
    "series_of_rates",
    "series_power",
    "series_product",
    "series_quadratic",
    "series_quotient",
    "series_sin",
    "series_sinh",
    "series_sqrt",
    "series_whole_power",
    "shape_of_places",
    "shared_out",
    "sign_of_det",
    "solve_all",
    "solve_lower",
    "sparse_eigenvalues",
    "sparse_exponential",
    "sparse_singular_values",
    "sparse_solution",
    "stop_gradient",
    "store",
    "stored_at_once",
    "sum_of_products",
    "sums_at",
    "symmetric_product",
    "tangents_of_items",
    "to_list",
    "triangle_pattern",
    "turned_pattern",
    "triangle_product",
    "unbroadcast",
    "unbroadcast_in",
    "unpadded",
    "valued",
    "with_imaginary",
    "zeros_as_it_lies",
    "zeros_in_order_of",
    "zeros_like_item",
    "zeros_like_items",
]

Value = TypeVar("Value")


def unbroadcast(value, like, times=None):
    """Sum a value over the axes along which `like` was broadcast to it.

    `like` is a number, an array, or the shape of one. A value that is smaller stays so,
    if it broadcasts, with as many axes. With an array `times` of the value's shape, sum
    the product.

    >>> unbroadcast(np.ones((2, 3)), np.zeros((1, 3)))
    array([[2., 2., 2.]])
    >>> unbroadcast(np.ones((2, 3)), np.zeros(3), times=np.full((2, 3), 4.0))
    array([8., 8., 8.])
    """
    shape = like if type(like) is tuple else getattr(like, "shape", ())
    if times is None and getattr(value, "shape", ()) == shape:
        is_of_number = shape == () and not isinstance(like, (np.ndarray, tuple))
        return value[()] if is_of_number and isinstance(value, np.ndarray) else value
    extra = np.ndim(value) - len(shape)
    if times is not None:
        whole = np.shape(value)
        smaller = extra < 0 or any(a < b for a, b in zip(whole[extra:], shape))
        if shape == whole or whole != np.shape(times) or smaller:
            return unbroadcast(value * times, shape)
        every = list(range(len(whole)))
        kept = [axis for axis in every[extra:] if shape[axis - extra] == whole[axis]]
        total = np.einsum(value, every, times, every, kept)
        return total if np.shape(total) == shape else np.reshape(total, shape)
    if extra > 0:
        value = np.sum(value, axis=tuple(range(extra)))
    elif extra < 0:  # an assignment dropped axes of `like`
        value = np.reshape(value, (1,) * -extra + np.shape(value))
    axes = tuple(
        axis
        for axis, size in enumerate(shape)
        if size == 1 and np.shape(value)[axis] != 1
    )
    return np.sum(value, axis=axes, keepdims=True) if axes else value


def cast_like(value, like):
    """Give a value the dtype of `like`, dropping an imaginary part that it lacks.

    >>> cast_like(1.5, np.float32(0)).dtype
    dtype('float32')
    """
    dtype = np.result_type(like)
    if np.iscomplexobj(value) and not np.iscomplexobj(like):
        value = np.real(value)
    is_array = isinstance(value, np.ndarray)
    if np.result_type(value) == dtype and is_array == isinstance(like, np.ndarray):
        return value
    return np.asarray(value, dtype)[()]


def stop_gradient(x: Value) -> Value:
    """Return `x`; its derivative is taken to be zero.

    Of a tuple, list or dict it is a new one, all of whose numbers and arrays are taken
    to be constant.

    >>> stop_gradient(2.0)
    2.0
    """
    found: Any = x
    if type(found) is dict:
        found = {key: stop_gradient(item) for key, item in found.items()}
    elif type(found) is list:
        found = [stop_gradient(item) for item in found]
    elif isinstance(found, tuple):
        items = map(stop_gradient, found)
        found = type(found)(*items) if hasattr(found, "_fields") else tuple(items)
    return found


def valued(value, formula):
    """Return a value; its derivative is that of the formula for it.

    >>> valued(1.0, 0.9999999999999999)
    1.0
    """
    return value
