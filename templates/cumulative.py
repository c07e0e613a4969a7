"""Running sums and products along an axis."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, linear, tangent


@linear(np.cumsum, in_='a')
def cumsum(y, a, axis=None, dtype=None):
    if axis is None:
        d[a] = np.reshape(np.cumsum(d[y][::-1])[::-1], np.shape(a))
    else:
        d[a] = np.flip(np.cumsum(np.flip(d[y], axis), axis), axis)


# Entry i times the product `before[i]` of the entries before it and `later[i, k]`, that
# of the entries i + 1 to k, is the running product k. No entry is divided by.
@adjoint(np.cumprod)
def cumprod(y, a, axis=None, dtype=None):
    if axis is None:
        rows = np.ravel(a)
        seeds = d[y]
    else:
        rows = np.moveaxis(a, axis, -1)
        seeds = np.moveaxis(d[y], axis, -1)
    n = np.shape(rows)[-1]
    first = np.ones_like(rows[..., :1])
    before = np.cumprod(np.concatenate((first, rows[..., :-1]), -1), -1)
    factors = np.where(np.tri(n, dtype=bool), 1.0, np.expand_dims(rows, -2))
    later = np.cumprod(factors, -1)
    products = later * np.expand_dims(seeds, -2)
    reached = np.where(np.tri(n, k=-1, dtype=bool), 0.0, products)
    gradient = before * np.sum(reached, -1)
    if axis is None:
        d[a] = np.reshape(gradient, np.shape(a))
    else:
        d[a] = np.moveaxis(gradient, -1, axis)


@tangent(np.cumprod)
def cumprod_tangent(y, a, axis=None, dtype=None):
    if axis is None:
        rows = np.ravel(a)
        rows_tangent = np.ravel(d[a])
    else:
        rows = np.moveaxis(a, axis, -1)
        rows_tangent = np.moveaxis(d[a], axis, -1)
    n = np.shape(rows)[-1]
    first = np.ones_like(rows[..., :1])
    before = np.cumprod(np.concatenate((first, rows[..., :-1]), -1), -1)
    factors = np.where(np.tri(n, dtype=bool), 1.0, np.expand_dims(rows, -2))
    later = np.cumprod(factors, -1)
    products = later * np.expand_dims(before * rows_tangent, -1)
    reached = np.where(np.tri(n, k=-1, dtype=bool), 0.0, products)
    total = np.sum(reached, -2)
    if axis is None:
        d[y] = total
    else:
        d[y] = np.moveaxis(total, -1, axis)
