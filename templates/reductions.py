"""Reductions over axes: sums, moments, extrema and products.

An axis may be None, an integer or a tuple. A sum of one entry for each of those that
were reduced has the size `np.size(a) // max(np.size(y), 1)`, also for empty arrays.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, linear, tangent


@linear(np.sum, in_='a')
def array_sum(y, a, axis=None, dtype=None, *, keepdims=False):
    if axis is None or keepdims:
        d[a] = d[y]
    else:
        d[a] = np.expand_dims(d[y], axis)


@linear(np.mean, in_='a')
def array_mean(y, a, axis=None, dtype=None, *, keepdims=False):
    if axis is None:
        d[a] = np.divide(d[y], np.size(a))
    else:
        if isinstance(axis, tuple):
            count = np.size(a) // max(np.size(y), 1)
        else:
            count = np.shape(a)[axis]
        if keepdims:
            d[a] = np.divide(d[y], count)
        else:
            d[a] = np.expand_dims(np.divide(d[y], count), axis)


@adjoint(np.var)
def array_var(y, a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    if axis is None:
        scale = np.divide(2.0 * d[y], np.size(a) - ddof)
        d[a] = scale * (a - np.mean(a))
    else:
        if isinstance(axis, tuple):
            count = np.size(a) // max(np.size(y), 1)
        else:
            count = np.shape(a)[axis]
        if keepdims:
            scale = np.divide(2.0 * d[y], count - ddof)
        else:
            scale = np.expand_dims(np.divide(2.0 * d[y], count - ddof), axis)
        d[a] = scale * (a - np.mean(a, axis, keepdims=True))


@tangent(np.var)
def array_var_tangent(y, a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    if axis is None:
        count = np.size(a)
        products = (a - np.mean(a)) * d[a]
    else:
        if isinstance(axis, tuple):
            count = np.size(a) // max(np.size(y), 1)
        else:
            count = np.shape(a)[axis]
        products = (a - np.mean(a, axis, keepdims=True)) * d[a]
    d[y] = np.divide(2.0 * np.sum(products, axis, keepdims=keepdims), count - ddof)


# Where the deviation is 0 all entries are equal: their distances from the mean are 0,
# and divided by 1 they give the subgradient of least norm.
@adjoint(np.std)
def array_std(y, a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    if axis is None:
        scale = np.divide(d[y], (np.size(a) - ddof) * (y + (y == 0)))
        d[a] = scale * (a - np.mean(a))
    else:
        if isinstance(axis, tuple):
            count = np.size(a) // max(np.size(y), 1)
        else:
            count = np.shape(a)[axis]
        if keepdims:
            scale = np.divide(d[y], (count - ddof) * (y + (y == 0)))
        else:
            scale = np.expand_dims(
                np.divide(d[y], (count - ddof) * (y + (y == 0))), axis
            )
        d[a] = scale * (a - np.mean(a, axis, keepdims=True))


@tangent(np.std)
def array_std_tangent(y, a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    if axis is None:
        count = np.size(a)
        products = (a - np.mean(a)) * d[a]
    else:
        if isinstance(axis, tuple):
            count = np.size(a) // max(np.size(y), 1)
        else:
            count = np.shape(a)[axis]
        products = (a - np.mean(a, axis, keepdims=True)) * d[a]
    total = np.sum(products, axis, keepdims=keepdims)
    d[y] = np.divide(total, (count - ddof) * (y + (y == 0)))


@adjoint(np.max, np.min)
def array_extremum(y, a, axis=None, *, keepdims=False):
    if axis is None:
        chosen = a == y
        d[a] = np.where(chosen, np.divide(d[y], np.sum(chosen)), 0.0)
    elif keepdims:
        chosen = a == y
        share = np.divide(d[y], np.sum(chosen, axis, keepdims=True))
        d[a] = np.where(chosen, share, 0.0)
    else:
        chosen = a == np.expand_dims(y, axis)
        share = np.expand_dims(np.divide(d[y], np.sum(chosen, axis)), axis)
        d[a] = np.where(chosen, share, 0.0)


@tangent(np.max, np.min)
def array_extremum_tangent(y, a, axis=None, *, keepdims=False):
    if axis is None or keepdims:
        chosen = a == y
    else:
        chosen = a == np.expand_dims(y, axis)
    total = np.sum(np.where(chosen, d[a], 0.0), axis, keepdims=keepdims)
    d[y] = np.divide(total, np.sum(chosen, axis, keepdims=keepdims))


# The product of the other entries is the product of those before times that of those
# after; the quotient y / a would fail at zeros and lose what over- or underflows.
@adjoint(np.prod)
def array_prod(y, a, axis=None, dtype=None, *, keepdims=False):
    if axis is None:
        rows = np.ravel(a)
        scale = d[y]
    elif isinstance(axis, tuple):
        moved = np.moveaxis(a, axis, range(-len(axis), 0))
        rows = np.reshape(moved, np.shape(y) + (np.size(a) // max(np.size(y), 1),))
        scale = np.expand_dims(d[y], -1)
    else:
        rows = np.moveaxis(a, axis, -1)
        if keepdims:
            scale = np.moveaxis(d[y], axis, -1)
        else:
            scale = np.expand_dims(d[y], -1)
    first = np.ones_like(rows[..., :1])
    before = np.cumprod(np.concatenate((first, rows[..., :-1]), -1), -1)
    after = np.cumprod(np.concatenate((first, rows[..., :0:-1]), -1), -1)
    gradient = scale * before * after[..., ::-1]
    if axis is None:
        d[a] = np.reshape(gradient, np.shape(a))
    elif isinstance(axis, tuple):
        d[a] = np.moveaxis(
            np.reshape(gradient, np.shape(moved)), range(-len(axis), 0), axis
        )
    else:
        d[a] = np.moveaxis(gradient, -1, axis)


@tangent(np.prod)
def array_prod_tangent(y, a, axis=None, dtype=None, *, keepdims=False):
    if axis is None:
        rows = np.ravel(a)
        rows_tangent = np.ravel(d[a])
    elif isinstance(axis, tuple):
        last = range(-len(axis), 0)
        shape = np.shape(y) + (np.size(a) // max(np.size(y), 1),)
        rows = np.reshape(np.moveaxis(a, axis, last), shape)
        rows_tangent = np.reshape(np.moveaxis(d[a], axis, last), shape)
    else:
        rows = np.moveaxis(a, axis, -1)
        rows_tangent = np.moveaxis(d[a], axis, -1)
    first = np.ones_like(rows[..., :1])
    before = np.cumprod(np.concatenate((first, rows[..., :-1]), -1), -1)
    after = np.cumprod(np.concatenate((first, rows[..., :0:-1]), -1), -1)
    total = np.sum(rows_tangent * before * after[..., ::-1], -1)
    if keepdims:
        d[y] = np.reshape(total, np.shape(y))
    else:
        d[y] = total
