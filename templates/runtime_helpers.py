"""The helpers that generated code calls, so that derivatives can be differentiated."""
import numpy as np

from tangentlite.rules.registry import (
    adjoint,
    constant,
    d,
    elementwise,
    formula,
    linear,
    tangent,
)
from tangentlite.runtime import (
    bessel_j,
    called,
    cast_like,
    copy_as_it_lies,
    hooked,
    last_written,
    numerical_jvp,
    numerical_vjp,
    ones_like_items,
    only_looks_on,
    places_visited,
    polygamma,
    put_last,
    shared_out,
    stored_at_once,
    unbroadcast,
    unpadded,
    valued,
    with_imaginary,
    zeros_as_it_lies,
    zeros_in_order_of,
    zeros_like_item,
    zeros_like_items,
)

constant(zeros_like_item, zeros_like_items, ones_like_items, takes_lists=True)
constant(zeros_as_it_lies, zeros_in_order_of, places_visited)


@linear(copy_as_it_lies, in_='x')
def copy(y, x):
    d[x] = d[y]


@linear(unbroadcast, in_=('value', 'times'), may_view='value')
def sum_to_shape(y, value, like, times=None):
    if times is None:
        change = d[y]
        if np.ndim(y) > np.ndim(value):  # of length 1, which an assignment dropped
            change = unbroadcast(change, value)
        d[value] = np.broadcast_to(change, np.shape(value))
    else:
        d[value] = np.broadcast_to(d[y], np.shape(times)) * times
        d[times] = np.broadcast_to(d[y], np.shape(value)) * value


@formula(shared_out)
def parts_of_value(value, to_one, to_other):
    half = 0.5 * value
    one = np.where(to_one, np.where(to_other, half, value), 0.0)
    return one, np.where(to_other, np.where(to_one, half, value), 0.0)


@linear(unpadded, in_='value')
def sum_of_padded(y, value, like, before, mode):
    widths = ()
    for k in range(np.ndim(like)):
        after = np.shape(value)[k] - before[k] - np.shape(like)[k]
        widths = (*widths, (before[k], after))
    d[value] = np.pad(d[y], widths, mode)


@adjoint(valued, may_view='value')
def value_of_formula(y, value, formula):
    d[formula] = d[y]


@tangent(valued)
def value_of_formula_tangent(y, value, formula):
    d[y] = d[formula]


@adjoint(hooked, may_view='x')
def cotangent_by_hook(y, x, hook, *captured):
    g = d[y] if np.ndim(x) == 0 else np.copy(d[y])
    new = hook(g, *captured)
    if new is None:
        d[x] = g
    elif np.ndim(x) == 0:
        d[x] = new
    else:
        d[x] = np.broadcast_to(new, np.shape(x))


@tangent(hooked)
def tangent_of_hooked(y, x, hook, *captured):
    only_looks_on(x, hook, *captured)
    d[y] = d[x]


@linear(cast_like, in_='value', may_view='value')
def to_dtype(y, value, like):
    d[value] = cast_like(d[y], value)


@linear(stored_at_once, in_='value')
def stored(y, value, place):
    d[value] = d[y]


@elementwise(with_imaginary)
def with_part(y, z, imaginary):
    d[z] = np.real(d[y])
    d[imaginary] = 1j * d[y]


@elementwise(bessel_j)
def slope_of_bessel_j(y, n, x):
    d[x] = d[y] * 0.5 * (bessel_j(n - 1, x) - bessel_j(n + 1, x))


@elementwise(polygamma)
def next_polygamma(y, n, x):
    d[x] = d[y] * polygamma(n + 1, x)


@linear(last_written, in_='adjoint')
def kept_places(y, adjoint, index):
    d[adjoint] = put_last(d[y], adjoint, index)


@linear(put_last, in_='part')
def placed(y, part, like, index):
    d[part] = last_written(d[y], index)


@adjoint(called)
def called_adjoint(y, function, arguments):
    d[arguments] = tuple(
        numerical_vjp(function, arguments, k, d[y]) for k in range(len(arguments))
    )


@tangent(called)
def called_tangent(y, function, arguments):
    d[y] = numerical_jvp(function, arguments, d[arguments])
