"""Functions of the order of entries: sort, and entries taken along an axis.

Of equal entries the stable argsort decides which is which.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, tangent


@adjoint(np.sort)
def sort(y, a, axis=-1, kind=None, *, stable=None):
    if axis is None:
        total = np.empty_like(np.ravel(a))
        total[np.argsort(np.ravel(a), kind='stable')] = d[y]
        d[a] = np.reshape(total, np.shape(a))
    else:
        total = np.empty_like(a)
        total[along_axis(a, np.argsort(a, axis, kind='stable'), axis)] = d[y]
        d[a] = total


@tangent(np.sort)
def sort_tangent(y, a, axis=-1, kind=None, *, stable=None):
    if axis is None:
        d[y] = np.ravel(d[a])[np.argsort(np.ravel(a), kind='stable')]
    else:
        order = np.argsort(a, axis, kind='stable')
        d[y] = np.take_along_axis(d[a], order, axis)


@definition(np.take_along_axis)
def take_along_axis(arr, indices, axis=-1):
    if axis is None:
        return np.ravel(arr)[indices]
    return arr[along_axis(arr, indices, axis)]


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
