"""Arrays made from numbers and arrays: joined, copied, filled, cut and added into."""
import numpy as np

from tangentlite.rules.registry import adjoint, constant, d, linear, tangent
from tangentlite.runtime import boundaries, unbroadcast

constant(boundaries)


@linear(np.array, in_='object')
def array(y, object, dtype=None):
    d[object] = d[y]


@linear(np.asarray, in_='a', may_view='a')
def asarray(y, a, dtype=None):
    d[a] = d[y]


@linear(np.copy, in_='a')
def copy(y, a, order='K'):
    d[a] = d[y]


@linear(np.stack, in_='arrays')
def stack(y, arrays, axis=0):
    d[arrays] = np.moveaxis(d[y], axis, 0)


@linear(np.concatenate, in_='arrays')
def concatenate(y, arrays, axis=0):
    d[arrays] = np.split(d[y], boundaries(arrays, axis), axis)


@linear(np.split, in_='ary', may_view='ary')
def split(parts, ary, indices_or_sections, axis=0):
    d[ary] = np.concatenate(d[parts], axis)


@linear(np.broadcast_to, in_='array', may_view='array')
def broadcast_to(y, array, shape):
    d[array] = unbroadcast(d[y], array)


@linear(np.full, in_='fill_value')
def full(y, shape, fill_value, dtype=None):
    if np.ndim(fill_value) == 0:
        d[fill_value] = np.sum(d[y])
    else:
        d[fill_value] = unbroadcast(d[y], fill_value)


@linear(np.full_like, in_='fill_value')
def full_like(y, a, fill_value, dtype=None):
    if np.ndim(fill_value) == 0:
        d[fill_value] = np.sum(d[y])
    else:
        d[fill_value] = unbroadcast(d[y], fill_value)


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
        d[y] = np.full(np.shape(y), d[start]) + np.arange(np.size(y)) * d[step]


@adjoint(np.add.at, writes='a')
def add_at(result, a, indices, b):
    d[b] = unbroadcast(d[a][indices], b)


@tangent(np.add.at)
def add_at_tangent(result, a, indices, b):
    np.add.at(d[a], indices, d[b])
