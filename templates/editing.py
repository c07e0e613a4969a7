"""Arrays with entries put in, taken out, or repeated to a size."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, linear, tangent
from tangentlite.runtime import unbroadcast
from tangentlite.templates.assembly import along, scattered
from tangentlite.templates.subscripts import refuse


# Where the entries of arr, and after them those of values, are found in the result.
def places_in_result(obj, old, new):
    numbers = np.insert(np.full(old, -1), obj, np.arange(new - old))
    return np.argsort(numbers, kind='stable')


# For a single place the first axis of the values is the one of the insertion.
@adjoint(np.insert)
def insert(y, arr, obj, values, axis=None):
    if axis is None:
        places = places_in_result(obj, np.size(arr), np.size(y))
        d[arr] = np.reshape(d[y][places[: np.size(arr)]], np.shape(arr))
        d[values] = unbroadcast(d[y][places[np.size(arr) :]], values)
    else:
        rank = np.ndim(arr)
        count = np.shape(arr)[axis]
        places = places_in_result(obj, count, np.shape(y)[axis])
        d[arr] = d[y][along(axis, places[:count])]
        added = d[y][along(axis, places[count:])]
        if not isinstance(obj, slice) and np.ndim(obj) == 0:
            added = np.moveaxis(added, axis, 0)
        d[values] = unbroadcast(added, values)


@tangent(np.insert)
def insert_tangent(y, arr, obj, values, axis=None):
    change = np.broadcast_to(d[arr], np.shape(arr))
    d[y] = np.insert(change, obj, np.broadcast_to(d[values], np.shape(values)), axis)


@linear(np.delete, in_='arr')
def delete(y, arr, obj, axis=None):
    if axis is None and np.ndim(arr) != 1:
        d[arr] = scattered(d[y], np.delete(np.arange(np.size(arr)), obj), arr)
    else:
        first = 0 if axis is None else axis
        kept = np.delete(np.arange(np.shape(arr)[first]), obj)
        total = np.zeros_like(arr)
        total[along(first, kept)] = d[y]
        d[arr] = total


# The copies lie one after the other, the last one cut off. Of no entries there are
# zeros.
@linear(np.resize, in_='a')
def resize(y, a, new_shape):
    size = np.size(a) + (np.size(a) == 0)
    missing = np.zeros(-np.size(y) % size)
    copies = np.concatenate((np.ravel(d[y]), missing))
    total = np.sum(np.reshape(copies, (-1, size)), 0)
    d[a] = np.reshape(total[: np.size(a)], np.shape(a))


@definition(np.trim_zeros)
def trim_zeros(filt, trim='fb'):
    if np.ndim(filt) != 1:
        refuse('np.trim_zeros of several axes', 'Use slices.')
    places = np.flatnonzero(filt)
    start = 0
    stop = len(filt)
    if 'f' in trim.lower():
        start = places[0] if len(places) > 0 else len(filt)
    if 'b' in trim.lower():
        stop = places[-1] + 1 if len(places) > 0 else 0
    return filt[start:stop]
