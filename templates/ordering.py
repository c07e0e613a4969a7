"""Functions of the order of entries: sort, and entries taken along an axis.

Of equal entries the stable argsort decides which is which.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, tangent
from tangentlite.templates.assembly import require_axis


@adjoint(np.sort)
def sort(y, a, axis=-1, kind=None, *, stable=None):
    rows, k = flat_if_none(a, axis)
    total = np.empty_like(rows)
    total[along_axis(rows, np.argsort(rows, k, kind='stable'), k)] = d[y]
    d[a] = np.reshape(total, np.shape(a)) if axis is None else total


@tangent(np.sort)
def sort_tangent(y, a, axis=-1, kind=None, *, stable=None):
    d[y] = np.take_along_axis(d[a], np.argsort(a, axis, kind='stable'), axis)


# What is sorted, and along which of its axes.
def flat_if_none(a, axis):
    return (np.ravel(a), 0) if axis is None else (a, axis)


@definition(np.take_along_axis)
def take_along_axis(arr, indices, axis=-1):
    require_places(arr, indices, axis)
    if axis is None:
        return np.ravel(arr)[indices]
    return arr[along_axis(arr, indices, axis)]


# What NumPy asks of places along an axis; flags would be a mask.
def require_places(arr, indices, axis):
    if np.asarray(indices).dtype == bool:
        raise IndexError('`indices` must be an integer array')
    if axis is None:
        if np.ndim(indices) != 1:
            raise ValueError('when axis=None, `indices` must have a single dimension.')
    else:
        require_axis(axis, np.ndim(arr))
        if np.ndim(indices) != np.ndim(arr):
            raise ValueError(
                '`indices` and `arr` must have the same number of dimensions'
            )


# The index of the places along an axis that stand in an array of as many axes.
def along_axis(arr, indices, axis):
    rank = np.ndim(arr)
    if rank == 1:
        return indices
    index = ()
    for k in range(rank):
        if k == axis % rank:
            index = index + (indices,)
        else:
            shape = (1,) * k + (-1,) + (1,) * (rank - 1 - k)
            index = index + (np.reshape(np.arange(np.shape(arr)[k]), shape),)
    return index
