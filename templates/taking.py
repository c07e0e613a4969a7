"""Entries taken by their positions, or chosen among arrays by conditions."""
import numpy as np

from tangentlite.rules.registry import (
    adjoint,
    constant,
    d,
    definition,
    formula,
    linear,
    tangent,
)
from tangentlite.templates.assembly import along

constant(np.argpartition)


@formula(np.take)
def take(a, indices, axis=None, *, mode='raise'):
    count = np.size(a) if axis is None else np.shape(a)[axis]
    places = indices if np.ndim(indices) == 0 else np.asarray(indices)
    if mode == 'wrap':
        places = places % count
    elif mode == 'clip':
        places = np.clip(places, 0, count - 1)
    if np.ndim(a) == 1:
        return a[places]
    if axis is None:
        return np.ravel(a)[places]
    return a[along(axis, places)]


@linear(np.compress, in_='a')
def compress(y, condition, a, axis=None):
    places = np.flatnonzero(condition)
    if axis is None:
        total = np.zeros_like(np.ravel(a))
        total[places] = d[y]
        d[a] = np.reshape(total, np.shape(a))
    else:
        total = np.zeros_like(a)
        total[along(axis, places)] = d[y]
        d[a] = total


# The method has the array in front.
@definition(np.ndarray.compress)
def compress_method(a, condition, axis=None):
    return np.compress(condition, a, axis)


@definition(np.extract)
def extract(condition, arr):
    return np.compress(np.ravel(condition), arr)


# The first condition that holds decides.
@definition(np.select)
def select(condlist, choicelist, default=0):
    result = default
    for k in range(len(condlist) - 1, -1, -1):
        result = np.where(condlist[k], choicelist[k], result)
    return result


@definition(np.choose)
def choose(a, choices, *, mode='raise'):
    count = len(choices)
    places = np.asarray(a)
    if mode == 'wrap':
        places = places % count
    elif mode == 'clip':
        places = np.clip(places, 0, count - 1)
    elif np.any((places < 0) | (places >= count)):
        raise ValueError('invalid entry in choice array')
    if isinstance(choices, np.ndarray) and np.ndim(choices) == 1:
        return choices[places]
    result = np.zeros_like(choices[0])
    for k in range(count):
        result = np.where(places == k, choices[k], result)
    return result


# Which entry is which is found by sorting both: np.argpartition may differ from
# np.partition in the order of the others.
@adjoint(np.partition)
def partition(y, a, kth, axis=-1):
    if axis is None:
        ranks = np.argsort(np.argsort(np.ravel(a), kind='stable'))
        d[a] = np.reshape(d[y][np.argsort(y, kind='stable')[ranks]], np.shape(a))
    else:
        ranks = np.argsort(np.argsort(a, axis, kind='stable'), axis)
        order = np.argsort(y, axis, kind='stable')
        places = np.take_along_axis(order, ranks, axis)
        d[a] = np.take_along_axis(d[y], places, axis)


@tangent(np.partition)
def partition_tangent(y, a, kth, axis=-1):
    if axis is None:
        ranks = np.argsort(np.argsort(y, kind='stable'))
        d[y] = np.ravel(d[a])[np.argsort(np.ravel(a), kind='stable')[ranks]]
    else:
        ranks = np.argsort(np.argsort(y, axis, kind='stable'), axis)
        order = np.argsort(a, axis, kind='stable')
        places = np.take_along_axis(order, ranks, axis)
        d[y] = np.take_along_axis(d[a], places, axis)


@definition(np.sort_complex)
def sort_complex(a):
    return np.sort(a) if np.iscomplexobj(a) else np.sort(a) + 0j
