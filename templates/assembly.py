"""Arrays made from numbers and arrays: joined, copied, filled and added into."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, linear, tangent
from tangentlite.runtime import unbroadcast


# The index of places along an axis; it asks for no rank, which may be unknown.
def along(axis, places):
    if axis == 0:
        return places
    if axis > 0:
        return (slice(None),) * axis + (places,)
    return (..., places) + (slice(None),) * (-1 - axis)


# The index of a place or slice along an axis of an array whose rank is known.
def at(place, a, axis):
    if axis == -1 and np.ndim(a) > 1:
        return ..., place
    ahead = (slice(None),) * (axis % np.ndim(a))
    return place if len(ahead) == 0 else (*ahead, place)


def part(a, axis, start, stop):
    return a[at(slice(start, stop), a, axis)]


# An axis that is not there is another one of a remainder, or none of a slice.
def require_axis(axis, rank):
    if axis < -rank or axis >= rank:
        raise np.exceptions.AxisError(axis, rank)


# The array of another's shape with a value at places of its entries, 0 elsewhere.
def scattered(value, places, like):
    total = np.zeros_like(np.ravel(like))
    total[places] = value
    return np.reshape(total, np.shape(like))


@linear(np.array, in_='object', takes_lists=True)
def array(y, object, dtype=None, *, order='K', ndmin=0):
    if ndmin > 0 and ndmin > np.ndim(object):
        added = np.ndim(y) - np.ndim(object)
        d[object] = np.reshape(d[y], np.shape(y)[added:])
    else:
        d[object] = d[y]


@linear(
    np.asarray, np.asanyarray, np.asarray_chkfinite, in_='a', may_view='a',
    takes_lists=True,
)
def asarray(y, a, dtype=None, order='K', *, copy=None):
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


@linear(np.stack, in_='arrays', takes_lists=True)
def stack(y, arrays, axis=0, *, dtype=None, casting='same_kind'):
    d[arrays] = np.moveaxis(d[y], axis, 0)


# For a list that grew at run time; the parts of a display are told apart below.
def pieces(value, arrays, axis):
    parts = []
    start = 0
    for array in arrays:
        stop = start + (np.size(array) if axis is None else np.shape(array)[axis])
        if axis is None:
            parts.append(np.reshape(value[start:stop], np.shape(array)))
        elif axis == 0:
            parts.append(value[start:stop])
        else:
            parts.append(value[along(axis, slice(start, stop))])
        start = stop
    return parts


@linear(np.concatenate, in_='arrays', takes_lists=True)
def concatenate(y, arrays, axis=0, *, dtype=None, casting='same_kind'):
    if isinstance(arrays, list):
        d[arrays] = pieces(d[y], arrays, axis)
        return
    parts = ()
    start = 0
    for array in arrays:
        stop = start + (np.size(array) if axis is None else np.shape(array)[axis])
        if axis is None:
            part = np.reshape(d[y][start:stop], np.shape(array))
        elif axis == 0 or np.ndim(y) == 1:
            part = d[y][start:stop]
        elif axis == -1 or axis == np.ndim(y) - 1:
            part = d[y][..., start:stop]
        else:
            part = d[y][along(axis, slice(start, stop))]
        parts = parts + (part,)
        start = stop
    d[arrays] = parts


@linear(np.broadcast_to, in_='array', may_view='array')
def broadcast_to(y, array, shape):
    d[array] = unbroadcast(d[y], array)


@linear(np.full, in_='fill_value')
def full(y, shape, fill_value, dtype=None, order='C'):
    if np.ndim(fill_value) == 0:
        d[fill_value] = np.sum(d[y])
    else:
        d[fill_value] = unbroadcast(d[y], fill_value)


# Of the array only the shape and the dtype are used.
@adjoint(np.full_like)
def full_like(y, a, fill_value, dtype=None, *, order='K', shape=None):
    d[a] = 0.0
    if np.ndim(fill_value) == 0:
        d[fill_value] = np.sum(d[y])
    else:
        d[fill_value] = unbroadcast(d[y], fill_value)


@tangent(np.full_like)
def full_like_tangent(y, a, fill_value, dtype=None, *, order='K', shape=None):
    d[y] = np.full_like(y, d[fill_value])
