"""Functions of the order of entries: sort, and entries taken along an axis.

Of equal entries the stable argsort decides which is which.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, tangent


@adjoint(np.sort)
def sort(y, a, axis=-1, kind=None, *, stable=None):
    if axis is None:
        ranks = np.argsort(np.argsort(np.ravel(a), kind='stable'))
        d[a] = np.reshape(d[y][ranks], np.shape(a))
    else:
        ranks = np.argsort(np.argsort(a, axis, kind='stable'), axis)
        d[a] = np.take_along_axis(d[y], ranks, axis)


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
    rank = np.ndim(arr)
    index = ()
    for k in range(rank):
        if k == axis % rank:
            index = index + (indices,)
        else:
            shape = (1,) * k + (-1,) + (1,) * (rank - 1 - k)
            index = index + (np.reshape(np.arange(np.shape(arr)[k]), shape),)
    return arr[index]
