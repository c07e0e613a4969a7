"""Functions of the order of entries: sort, median, and entries taken along an axis.

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


# The one or two entries in the middle, by their ranks.
def in_the_middle(a, axis):
    ranks = np.argsort(np.argsort(a, axis, kind='stable'), axis)
    last = np.shape(a)[axis] - 1
    return (ranks >= last // 2) & (ranks <= (last + 1) // 2)


@adjoint(np.median)
def median(y, a, axis=None, *, keepdims=False):
    if axis is None:
        flat = np.ravel(a)
        chosen = in_the_middle(flat, 0)
        share = np.divide(d[y], np.sum(chosen))
        d[a] = np.where(np.reshape(chosen, np.shape(a)), share, 0.0)
    elif not isinstance(axis, tuple):
        chosen = in_the_middle(a, axis)
        seed = d[y] if keepdims else np.expand_dims(d[y], axis)
        share = np.divide(seed, np.sum(chosen, axis, keepdims=True))
        d[a] = np.where(chosen, share, 0.0)


@tangent(np.median)
def median_tangent(y, a, axis=None, *, keepdims=False):
    if axis is None:
        chosen = np.reshape(in_the_middle(np.ravel(a), 0), np.shape(a))
        total = np.sum(np.where(chosen, d[a], 0.0), keepdims=keepdims)
        d[y] = np.divide(total, np.sum(chosen))
    elif not isinstance(axis, tuple):
        chosen = in_the_middle(a, axis)
        total = np.sum(np.where(chosen, d[a], 0.0), axis, keepdims=keepdims)
        d[y] = np.divide(total, np.sum(chosen, axis, keepdims=keepdims))
