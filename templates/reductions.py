"""Reductions over axes: sums, moments, extrema and products.

An axis may be None, an integer or a tuple; loops over a tuple are unrolled. The entries
that `where` leaves out have no part in the result.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.runtime import unbroadcast
from tangentlite.templates.assembly import part
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.conversion import as_array


# What was reduced from an array, laid out to broadcast to it again.
def laid_out(value, a, axis, keepdims):
    reduced = len(axis) if isinstance(axis, tuple) else 1
    if axis is None or keepdims or np.ndim(a) <= reduced:
        return value
    return np.expand_dims(value, axis)


def kept(value, where):
    return value if where is None else np.where(as_array(where), value, 0.0)


# Numbers of entries, and quotients by them, which would raise what is of single
# precision to double. Half precision counts no further than 65504.
def as_precise(value, a):
    single = a.dtype == np.float32 or a.dtype == np.complex64
    exact = value.dtype == np.float32 or value.dtype == np.complex64
    return value.astype(np.float32) if single and not exact else value


# How many entries make one of the result.
def counted(a, axis, where, keepdims):
    if where is not None:
        chosen = np.broadcast_to(as_array(where), np.shape(a))
        return as_precise(np.sum(chosen, axis, keepdims=keepdims), a)
    if axis is None:
        return np.size(a)
    if not isinstance(axis, tuple):
        return np.shape(a)[axis]
    count = 1
    for k in axis:
        count = count * np.shape(a)[k]
    return count


@adjoint(np.sum)
def array_sum(
    y, a, axis=None, dtype=None, *, keepdims=False, initial=None, where=None
):
    d[a] = kept(laid_out(d[y], a, axis, keepdims), where)
    d[initial] = np.sum(d[y])


@tangent(np.sum)
def array_sum_tangent(
    y, a, axis=None, dtype=None, *, keepdims=False, initial=None, where=None
):
    total = np.sum(d[a], axis, keepdims=keepdims, where=where)
    d[y] = total if initial is None else total + d[initial]


@adjoint(np.mean)
def array_mean(y, a, axis=None, dtype=None, *, keepdims=False, where=None):
    share = np.divide(d[y], counted(a, axis, where, keepdims))
    d[a] = kept(laid_out(share, a, axis, keepdims), where)


@tangent(np.mean)
def array_mean_tangent(y, a, axis=None, dtype=None, *, keepdims=False, where=None):
    d[y] = np.mean(d[a], axis, keepdims=keepdims, where=where)


# The number that the squares are divided by.
def degrees(a, axis, where, keepdims, ddof, correction):
    count = counted(a, axis, where, keepdims)
    if correction is not None:
        return count - correction
    return count if ddof is None else count - ddof


# The distances from the mean, of which the squares are summed: of complex numbers those
# of both parts. A mean that is given need not be the true one.
def distances(a, axis, where, mean):
    if mean is None and axis is None:
        center = np.mean(a, where=where)
    elif mean is None:
        center = np.mean(a, axis, keepdims=True, where=where)
    else:
        center = mean
    distance = kept(a - center, where)
    return conjugated(distance)


@adjoint(np.var)
def array_var(
    y, a, axis=None, dtype=None, *, ddof=None, keepdims=False, where=None, mean=None,
    correction=None,
):  # fmt: skip
    count = degrees(a, axis, where, keepdims, ddof, correction)
    scale = as_precise(np.divide(2.0 * d[y], count), y)
    change = laid_out(scale, a, axis, keepdims) * distances(a, axis, where, mean)
    d[a] = change
    d[mean] = -unbroadcast(change, mean)


@tangent(np.var)
def array_var_tangent(
    y, a, axis=None, dtype=None, *, ddof=None, keepdims=False, where=None, mean=None,
    correction=None,
):  # fmt: skip
    change = d[a] if mean is None else d[a] - d[mean]
    products = distances(a, axis, where, mean) * change
    total = np.sum(products, axis, keepdims=keepdims)
    count = degrees(a, axis, where, keepdims, ddof, correction)
    d[y] = np.divide(2.0 * total, count)


# Where the deviation is 0 the distances from the mean are 0, and divided by 1 they give
# the subgradient of least norm. Equal entries whose mean is rounded have a deviation,
# of about that rounding: their gradient is one of the others.
@adjoint(np.std)
def array_std(
    y, a, axis=None, dtype=None, *, ddof=None, keepdims=False, where=None, mean=None,
    correction=None,
):  # fmt: skip
    count = degrees(a, axis, where, keepdims, ddof, correction)
    scale = as_precise(np.divide(d[y], count * (y + (y == 0))), y)
    change = laid_out(scale, a, axis, keepdims) * distances(a, axis, where, mean)
    d[a] = change
    d[mean] = -unbroadcast(change, mean)


@tangent(np.std)
def array_std_tangent(
    y, a, axis=None, dtype=None, *, ddof=None, keepdims=False, where=None, mean=None,
    correction=None,
):  # fmt: skip
    change = d[a] if mean is None else d[a] - d[mean]
    products = distances(a, axis, where, mean) * change
    total = np.sum(products, axis, keepdims=keepdims)
    count = degrees(a, axis, where, keepdims, ddof, correction)
    d[y] = np.divide(total, count * (y + (y == 0)))


# The entries that equal the result share alike, and so does the number to start from.
# Where the result is not a number, the derivative is none.
@adjoint(np.max, np.amax, np.nanmax, np.min, np.amin, np.nanmin)
def array_extremum(y, a, axis=None, *, keepdims=False, initial=None, where=None):
    extremum = laid_out(y, a, axis, keepdims)
    chosen = (a == extremum) | np.isnan(extremum)
    if where is not None:
        chosen = chosen & as_array(where)
    count = np.sum(chosen, axis, keepdims=keepdims)
    if initial is not None:
        count = count + (y == initial)
    share = np.where(np.isnan(y), np.nan, np.divide(d[y], as_precise(count, a)))
    d[a] = np.where(chosen, laid_out(share, a, axis, keepdims), 0.0)
    d[initial] = np.sum(np.where(y == initial, share, 0.0))


@tangent(np.max, np.amax, np.nanmax, np.min, np.amin, np.nanmin)
def array_extremum_tangent(
    y, a, axis=None, *, keepdims=False, initial=None, where=None
):
    chosen = a == laid_out(y, a, axis, keepdims)
    if where is not None:
        chosen = chosen & as_array(where)
    total = np.sum(np.where(chosen, d[a], 0.0), axis, keepdims=keepdims)
    count = np.sum(chosen, axis, keepdims=keepdims)
    if initial is not None:
        total = total + np.where(y == initial, d[initial], 0.0)
        count = count + (y == initial)
    change = np.divide(total, as_precise(count + (y != y), a))
    d[y] = np.where(np.isnan(y), np.nan, change)


# The product of the other entries is the quotient y / a; where y is 0, or over- or
# underflows, it is the product of those before times that of those after. Several axes
# are taken one after the other, each in the products over those before it.
def products_of_others(factors, axes):
    others = 1.0
    products = factors
    for k in axes:
        first = np.ones_like(part(products, k, None, 1))
        ahead = np.concatenate((first, part(products, k, None, -1)), k)
        behind = np.flip(part(products, k, 1, None), k)
        after = np.cumprod(np.concatenate((first, behind), k), k)
        others = others * np.cumprod(ahead, k) * np.flip(after, k)
        products = np.prod(products, k, keepdims=True)
    return others


def products_of_all_others(factors, axis):
    if axis is None:
        others = products_of_others(np.ravel(factors), (0,))
        return np.reshape(others, np.shape(factors))
    return products_of_others(factors, axis if isinstance(axis, tuple) else (axis,))


@adjoint(np.prod)
def array_prod(
    y, a, axis=None, dtype=None, *, keepdims=False, initial=None, where=None
):
    factors = a if where is None else np.where(as_array(where), a, 1.0)
    sizes = np.abs(y)
    if np.all((sizes > np.finfo(y.dtype).tiny) & (sizes < np.inf)):
        d[a] = kept(laid_out(d[y] * y, a, axis, keepdims) / factors, where)
    else:
        start = d[y] if initial is None else d[y] * initial
        others = products_of_all_others(factors, axis)
        d[a] = kept(laid_out(start, a, axis, keepdims) * others, where)
    d[initial] = np.sum(d[y] * np.prod(factors, axis, keepdims=keepdims))


@tangent(np.prod)
def array_prod_tangent(
    y, a, axis=None, dtype=None, *, keepdims=False, initial=None, where=None
):
    factors = a if where is None else np.where(as_array(where), a, 1.0)
    sizes = np.abs(y)
    if np.all((sizes > np.finfo(y.dtype).tiny) & (sizes < np.inf)):
        change = y * np.sum(d[a] / factors, axis, keepdims=keepdims, where=where)
    else:
        changes = products_of_all_others(factors, axis) * d[a]
        total = np.sum(changes, axis, keepdims=keepdims, where=where)
        change = total if initial is None else total * initial
    if initial is None:
        d[y] = change
    else:
        whole = np.prod(factors, axis, keepdims=keepdims)
        d[y] = change + whole * d[initial]
