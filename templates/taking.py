"""Entries taken by their positions, or chosen among arrays by conditions."""
import numpy as np

from tangentlite.rules.registry import (
    adjoint,
    d,
    definition,
    formula,
    linear,
    tangent,
)
from tangentlite.templates.assembly import along, scattered
from tangentlite.templates.ordering import along_axis, flat_if_none


# Adding to the entries of a vector is much the fastest.
@linear(np.take, in_='a')
def take(y, a, indices, axis=None, *, mode='raise'):
    if np.ndim(a) == 1 and mode == 'raise':
        places = indices
    else:
        numbers = np.reshape(np.arange(np.size(a)), np.shape(a))
        places = np.take(numbers, indices, axis, mode=mode)
    total = np.zeros_like(a if np.ndim(a) == 1 else np.ravel(a))
    if np.ndim(places) == 0:
        total[places] = d[y]
    elif np.ndim(places) == 1:
        np.add.at(total, places, d[y])
    else:
        np.add.at(total, np.ravel(places), np.ravel(d[y]))
    d[a] = total if np.ndim(a) == 1 else np.reshape(total, np.shape(a))


@linear(np.compress, in_='a')
def compress(y, condition, a, axis=None):
    places = np.flatnonzero(condition)
    if axis is None:
        d[a] = scattered(d[y], places, a)
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
@formula(np.select, takes_lists=True)
def select(condlist, choicelist, default=0):
    result = default
    for k in range(len(condlist) - 1, -1, -1):
        result = np.where(condlist[k], choicelist[k], result)
    return result


@formula(np.choose, takes_lists=True)
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
        return choices[places] if np.ndim(places) > 0 else choices[places[()]]
    result = np.zeros_like(choices[0])
    for k in range(count):
        result = np.where(places == k, choices[k], result)
    return result if np.ndim(result) > 0 else result[()]  # a number of numbers


# Which entry is which is found by sorting both: np.argpartition may differ from
# np.partition in the order of the others.
@adjoint(np.partition)
def partition(y, a, kth, axis=-1):
    rows, k = flat_if_none(a, axis)
    total = np.empty_like(rows)
    seeds = np.take_along_axis(d[y], np.argsort(y, k, kind='stable'), k)
    total[along_axis(rows, np.argsort(rows, k, kind='stable'), k)] = seeds
    d[a] = np.reshape(total, np.shape(a)) if axis is None else total


@tangent(np.partition)
def partition_tangent(y, a, kth, axis=-1):
    rows, k = flat_if_none(y, axis)
    total = np.empty_like(rows)
    changes = np.take_along_axis(d[a], np.argsort(a, axis, kind='stable'), axis)
    total[along_axis(rows, np.argsort(rows, k, kind='stable'), k)] = changes
    d[y] = total


@definition(np.sort_complex)
def sort_complex(a):
    return np.sort(a) if np.iscomplexobj(a) else np.sort(a).astype(complex)
