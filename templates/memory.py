"""What calls of NumPy's functions and of our helpers do to memory."""
import numpy as np

from tangentlite.rules.call_effects import effects
from tangentlite.runtime import (
    add_rows,
    append_copy,
    append_to,
    callback,
    cholesky_pullback,
    count_now,
    count_of_series,
    dead_reference,
    diagonal_to_write,
    first_of_series,
    half_lower,
    hooked,
    mirrored_product,
    no_result,
    note_grad,
    position_of,
    put_attribute,
    raise_error,
    refill,
    require_apart,
    require_at_least,
    require_attribute,
    require_bound,
    require_count,
    require_items,
    require_like_items,
    require_met_once,
    require_number,
    require_one,
    require_real,
    require_shape,
    require_value,
    require_writeable,
    series_cos,
    series_cosh,
    series_cross_terms,
    series_cumprod,
    series_det,
    series_exp,
    series_exponential,
    series_general_power,
    series_hypot,
    series_log,
    series_logaddexp,
    series_of_integral,
    series_of_rates,
    series_polyval,
    series_power,
    series_prod,
    series_product,
    series_quadratic,
    series_quotient,
    series_sin,
    series_sinh,
    series_solve,
    series_solve_lower,
    series_sqrt,
    series_whole_power,
    store,
    sum_of_products,
    symmetric_product,
    triangle_product,
)

# new arrays that nothing else holds
effects(
    np.zeros, np.zeros_like, np.ones, np.ones_like, np.empty, np.empty_like, np.full,
    np.full_like, np.eye, np.copy, np.where, np.sum, np.prod, np.mean, np.max, np.min,
    np.std, np.var, np.dot, np.outer, np.inner, np.cumsum, np.stack, np.concatenate,
    np.repeat, np.tile, np.sort, np.unique, sum_of_products, cholesky_pullback,
    symmetric_product, triangle_product, mirrored_product, half_lower, fresh=True,
)

# series: new arrays, which nothing else is needed for
effects(
    series_cos, series_cosh, series_cross_terms, series_cumprod, series_det,
    series_exp, series_exponential, series_general_power, series_hypot, series_log,
    series_logaddexp, series_of_integral, series_of_rates, series_polyval,
    series_power, series_prod, series_product, series_quadratic, series_quotient,
    series_sin, series_sinh, series_solve, series_solve_lower, series_sqrt,
    series_whole_power,
    fresh=True, pure=True,
)
effects(first_of_series, count_of_series, pure=True)

# views of their first argument
effects(
    np.transpose, np.swapaxes, np.moveaxis, np.rollaxis, np.expand_dims, np.squeeze,
    np.flip, np.flipud, np.fliplr, np.rot90, np.real, np.diagonal, diagonal_to_write,
    view='always',
)
# views of some arrays, copies of others
effects(hooked, view='always')
effects(np.reshape, np.ravel, np.asarray, np.ascontiguousarray, view='or copy')

# new objects, even where they are views: `is` tells them from what they look into
# (np.squeeze gives its argument back where there is no axis of one)
effects(
    np.reshape, np.ravel, np.transpose, np.swapaxes, np.moveaxis, np.expand_dims,
    np.broadcast_to, np.flip, np.flipud, np.fliplr, np.diagonal, np.rot90,
    own_object=True,
)

# how results lie in memory
effects(
    np.zeros, np.ones, np.empty, np.full, np.eye, np.arange, np.linspace, layout='rows'
)
effects(np.copy, np.reshape, np.zeros_like, layout='operands')

# what may be dropped, repeated or moved, of the functions that have no rule
effects(range, reversed, len, min, max, isinstance, type, list, tuple, slice, pure=True)
effects(np.dtype, pure=True)

# helpers that raise, print or write
effects(
    no_result, raise_error, refill, require_apart, store, require_items, add_rows,
    require_at_least, require_count, require_bound, position_of, require_met_once,
    require_value, require_real, require_attribute, require_one, require_shape,
    require_like_items, require_number, require_writeable, put_attribute, append_to,
    dead_reference, append_copy, note_grad, callback, count_now, acts=True,
)
# helpers that write into an array of the program, and need not where that is not read
effects(add_rows, writes=1)
# what holds its arguments after it has returned
effects(refill, append_to, keeps=True)
