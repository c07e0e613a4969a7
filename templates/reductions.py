"""Reductions over axes: sums, moments, extrema and products.

An axis may be None, an integer or a tuple; loops over a tuple are unrolled.
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
        count = np.size(a)
    elif isinstance(axis, tuple):
        count = 1
        for k in axis:
            count = count * np.shape(a)[k]
    else:
        count = np.shape(a)[axis]
    if axis is None or keepdims:
        d[a] = np.divide(d[y], count)
    else:
        d[a] = np.expand_dims(np.divide(d[y], count), axis)


@adjoint(np.var)
def array_var(y, a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    if axis is None:
        count = np.size(a)
    elif isinstance(axis, tuple):
        count = 1
        for k in axis:
            count = count * np.shape(a)[k]
    else:
        count = np.shape(a)[axis]
    scale = np.divide(2.0 * d[y], count - ddof)
    if axis is None:
        d[a] = scale * (a - np.mean(a))
    elif keepdims:
        d[a] = scale * (a - np.mean(a, axis, keepdims=True))
    else:
        d[a] = np.expand_dims(scale, axis) * (a - np.mean(a, axis, keepdims=True))


@tangent(np.var)
def array_var_tangent(y, a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    if axis is None:
        count = np.size(a)
        products = (a - np.mean(a)) * d[a]
    else:
        if isinstance(axis, tuple):
            count = 1
            for k in axis:
                count = count * np.shape(a)[k]
        else:
            count = np.shape(a)[axis]
        products = (a - np.mean(a, axis, keepdims=True)) * d[a]
    total = np.sum(products, axis, keepdims=keepdims)
    d[y] = np.divide(2.0 * total, count - ddof)


# Where the deviation is 0 all entries are equal: their distances from the mean are 0,
# and divided by 1 they give the subgradient of least norm.
@adjoint(np.std)
def array_std(y, a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    if axis is None:
        count = np.size(a)
    elif isinstance(axis, tuple):
        count = 1
        for k in axis:
            count = count * np.shape(a)[k]
    else:
        count = np.shape(a)[axis]
    scale = np.divide(d[y], (count - ddof) * (y + (y == 0)))
    if axis is None:
        d[a] = scale * (a - np.mean(a))
    elif keepdims:
        d[a] = scale * (a - np.mean(a, axis, keepdims=True))
    else:
        d[a] = np.expand_dims(scale, axis) * (a - np.mean(a, axis, keepdims=True))


@tangent(np.std)
def array_std_tangent(y, a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    if axis is None:
        count = np.size(a)
        products = (a - np.mean(a)) * d[a]
    else:
        if isinstance(axis, tuple):
            count = 1
            for k in axis:
                count = count * np.shape(a)[k]
        else:
            count = np.shape(a)[axis]
        products = (a - np.mean(a, axis, keepdims=True)) * d[a]
    total = np.sum(products, axis, keepdims=keepdims)
    d[y] = np.divide(total, (count - ddof) * (y + (y == 0)))


@adjoint(np.max, np.min)
def array_extremum(y, a, axis=None, *, keepdims=False):
    if axis is None or keepdims:
        chosen = a == y
        share = np.divide(d[y], np.sum(chosen, axis, keepdims=keepdims))
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
# Several axes are taken one after the other, each in the products over those before it.
@adjoint(np.prod)
def array_prod(y, a, axis=None, dtype=None, *, keepdims=False):
    if axis is None:
        products = np.ravel(a)
        axes = (0,)
        gradient = d[y]
    else:
        products = a
        axes = axis if isinstance(axis, tuple) else (axis,)
        gradient = d[y] if keepdims else np.expand_dims(d[y], axis)
    for k in axes:
        rows = np.moveaxis(products, k, -1)
        first = np.ones_like(rows[..., :1])
        before = np.cumprod(np.concatenate((first, rows[..., :-1]), -1), -1)
        after = np.cumprod(np.concatenate((first, rows[..., :0:-1]), -1), -1)
        gradient = gradient * np.moveaxis(before * after[..., ::-1], -1, k)
        products = np.prod(products, k, keepdims=True)
    d[a] = np.reshape(gradient, np.shape(a)) if axis is None else gradient


@tangent(np.prod)
def array_prod_tangent(y, a, axis=None, dtype=None, *, keepdims=False):
    if axis is None:
        products = np.ravel(a)
        axes = (0,)
        total = np.ravel(d[a])
    else:
        products = a
        axes = axis if isinstance(axis, tuple) else (axis,)
        total = d[a]
    for k in axes:
        rows = np.moveaxis(products, k, -1)
        first = np.ones_like(rows[..., :1])
        before = np.cumprod(np.concatenate((first, rows[..., :-1]), -1), -1)
        after = np.cumprod(np.concatenate((first, rows[..., :0:-1]), -1), -1)
        total = total * np.moveaxis(before * after[..., ::-1], -1, k)
        products = np.prod(products, k, keepdims=True)
    if axis is None and keepdims:
        d[y] = np.reshape(np.sum(total), np.shape(y))
    elif axis is None:
        d[y] = np.sum(total)
    else:
        d[y] = np.sum(total, axis, keepdims=keepdims)
