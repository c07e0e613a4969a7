"""Arrays made from numbers and arrays: joined, copied, filled and added into."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, linear, tangent
from tangentlite.runtime import unbroadcast


@linear(np.array, in_='object')
def array(y, object, dtype=None, order='K'):
    d[object] = d[y]


@linear(np.asarray, in_='a', may_view='a')
def asarray(y, a, dtype=None, order='K'):
    d[a] = d[y]


@linear(np.ascontiguousarray, np.asfortranarray, in_='a', may_view='a')
def ascontiguousarray(y, a, dtype=None):
    if np.ndim(a) == 0:
        d[a] = d[y][0]
    else:
        d[a] = d[y]


@linear(np.copy, in_='a')
def copy(y, a, order='K'):
    d[a] = d[y]


@linear(np.stack, in_='arrays')
def stack(y, arrays, axis=0):
    d[arrays] = np.moveaxis(d[y], axis, 0)


# For a list that grew at run time; the parts of a display are told apart below.
def pieces(value, arrays, axis):
    parts = []
    start = 0
    for array in arrays:
        stop = start + np.shape(array)[axis]
        if axis == 0:
            parts.append(value[start:stop])
        else:
            parts.append(np.moveaxis(np.moveaxis(value, axis, 0)[start:stop], 0, axis))
        start = stop
    return parts


@linear(np.concatenate, in_='arrays')
def concatenate(y, arrays, axis=0):
    if isinstance(arrays, list):
        d[arrays] = pieces(d[y], arrays, axis)
        return
    parts = ()
    start = 0
    for array in arrays:
        stop = start + np.shape(array)[axis]
        if axis == 0 or np.ndim(y) == 1:
            part = d[y][start:stop]
        elif axis == -1 or axis == np.ndim(y) - 1:
            part = d[y][..., start:stop]
        else:
            part = np.moveaxis(np.moveaxis(d[y], axis, 0)[start:stop], 0, axis)
        parts = parts + (part,)
        start = stop
    d[arrays] = parts


@linear(np.broadcast_to, in_='array', may_view='array')
def broadcast_to(y, array, shape):
    d[array] = unbroadcast(d[y], array)


@linear(np.full, in_='fill_value')
def full(y, shape, fill_value, dtype=None):
    if np.ndim(fill_value) == 0:
        d[fill_value] = np.sum(d[y])
    else:
        d[fill_value] = unbroadcast(d[y], fill_value)


# Of the array only the shape and the dtype are used.
@adjoint(np.full_like)
def full_like(y, a, fill_value, dtype=None):
    d[a] = 0.0
    if np.ndim(fill_value) == 0:
        d[fill_value] = np.sum(d[y])
    else:
        d[fill_value] = unbroadcast(d[y], fill_value)


@tangent(np.full_like)
def full_like_tangent(y, a, fill_value, dtype=None):
    d[y] = np.full_like(y, d[fill_value])


@adjoint(np.linspace)
def linspace(y, start, stop, num=50, endpoint=True):
    weights = np.linspace(0.0, 1.0, num, endpoint)
    if np.ndim(y) == 1:
        d[start] = np.dot(1.0 - weights, d[y])
        d[stop] = np.dot(weights, d[y])
    else:
        rows = np.moveaxis(d[y], 0, -1)
        d[start] = unbroadcast(rows @ (1.0 - weights), start)
        d[stop] = unbroadcast(rows @ weights, stop)


@tangent(np.linspace)
def linspace_tangent(y, start, stop, num=50, endpoint=True):
    d[y] = np.linspace(d[start], d[stop], num, endpoint)


# The limit decides how many numbers there are, not what they are.
@adjoint(np.arange)
def arange(y, start, stop=None, step=1, dtype=None):
    if stop is None:
        d[start] = 0.0
    else:
        d[start] = np.sum(d[y])
    d[stop] = 0.0
    d[step] = np.dot(d[y], np.arange(np.size(y)))


@tangent(np.arange)
def arange_tangent(y, start, stop=None, step=1, dtype=None):
    if stop is None:
        d[y] = np.arange(np.size(y)) * d[step]
    else:
        d[y] = d[start] + np.arange(np.size(y)) * d[step]


@adjoint(np.add.at, writes='a')
def add_at(result, a, indices, b):
    d[b] = unbroadcast(d[a][indices], b)


@tangent(np.add.at)
def add_at_tangent(result, a, indices, b):
    np.add.at(d[a], indices, d[b])
