"""Functions that write into an array, as assignments to its elements."""
import numpy as np

from tangentlite.rules.registry import constant, definition
from tangentlite.templates.ordering import along_axis, require_places

constant(np.unravel_index)


@definition(np.copyto, writes='dst')
def copyto(dst, src, casting='same_kind', where=True):
    if isinstance(src, (list, tuple)):  # it may have more axes, unlike in assignments
        src = np.array(src)
    if where is True:
        dst[...] = src
    else:
        dst[...] = np.where(where, src, dst)


@definition(np.ndarray.fill, writes='a')
def fill(a, value):
    if np.ndim(value) > 0:
        raise ValueError('setting an array element with a sequence.')
    a[...] = value


@definition(np.ndarray.sort, writes='a')
def sort(a, axis=-1, kind=None):
    a[...] = np.sort(a, axis)


@definition(np.ndarray.partition, writes='a')
def partition(a, kth, axis=-1, kind=None):
    a[...] = np.partition(a, kth, axis)


@definition(np.put, np.ndarray.put, writes='a')
def put(a, ind, v, mode='raise'):
    places = np.ravel(ind)
    if mode == 'wrap':
        places = places % np.size(a)
    elif mode == 'clip':
        places = np.clip(places, 0, np.size(a) - 1)
    if np.ndim(v) == 0:
        write_flat(a, places, v)
    else:
        values = np.ravel(v)
        places = written_places(places, values)
        write_flat(a, places, repeated(values, np.arange(len(places))))


def write_flat(a, places, values):
    if np.ndim(a) == 1:
        a[places] = values
    elif np.ndim(a) == 0:
        row = a[None]
        row[places] = values
    else:
        counted = np.where(places < 0, places + np.size(a), places)
        a[np.unravel_index(counted, np.shape(a))] = values


def written_places(places, values):
    """The places, none of them if there are no values."""
    return places[: len(places) * (len(values) > 0)]


def repeated(values, places):
    """The values at places, starting again where they end."""
    return values[places % len(values)]


@definition(np.place, writes='arr')
def place(arr, mask, vals):
    if np.shape(mask) != np.shape(arr) and np.size(mask) != np.size(arr):
        raise ValueError('place: mask and data must be the same size')
    chosen = np.asarray(mask, bool)
    if np.shape(mask) != np.shape(arr):
        chosen = np.reshape(chosen, np.shape(arr))
    if np.size(vals) == 0 and np.any(chosen):
        raise ValueError('Cannot insert from an empty array!')
    arr[chosen] = repeated(np.ravel(vals), np.arange(np.count_nonzero(chosen)))


@definition(np.putmask, writes='a')
def putmask(a, mask, values):
    if np.shape(mask) != np.shape(a) and np.size(mask) != np.size(a):
        raise ValueError('putmask: mask and data must be the same size')
    if np.ndim(values) == 0:
        write_flat(a, np.flatnonzero(mask), values)
    else:
        row = np.ravel(values)
        places = written_places(np.flatnonzero(mask), row)
        write_flat(a, places, repeated(row, places))


@definition(np.fill_diagonal, writes='a')
def fill_diagonal(a, val, wrap=False):
    if np.ndim(a) < 2:
        raise ValueError('array must be at least 2-d')
    if np.ndim(a) > 2:
        for size in np.shape(a)[1:]:
            if size != np.shape(a)[0]:
                raise ValueError('All dimensions of input must be of equal length')
    if wrap and np.ndim(a) == 2:  # again after the last column, a row further down
        places = np.arange(0, np.size(a), np.shape(a)[1] + 1)
        row = np.ravel(val)
        places = written_places(places, row)
        write_flat(a, places, repeated(row, np.arange(len(places))))
        return
    places = np.arange(min(np.shape(a)))
    if np.ndim(val) > 0:
        row = np.ravel(val)
        places = written_places(places, row)
        values = repeated(row, places)
    else:
        values = val
    a[(places,) * np.ndim(a)] = values


@definition(np.put_along_axis, writes='arr')
def put_along_axis(arr, indices, values, axis):
    require_places(arr, indices, axis)
    if axis is None:
        write_flat(arr, indices, values)
    elif np.ndim(arr) == 1:
        arr[indices] = values
    elif np.ndim(arr) == 2:
        if axis == 0 or axis == -2:
            arr[indices, np.arange(np.shape(arr)[1])] = values
        else:
            arr[np.arange(np.shape(arr)[0])[:, None], indices] = values
    else:
        arr[along_axis(arr, indices, axis)] = values


def update_at(change, a, indices, b):
    """Change elements one after the other, so that repeated ones change repeatedly."""
    if isinstance(indices, list):
        indices = np.asarray(indices)
    if isinstance(indices, (tuple, slice)):
        update_places(change, a, indices, b)
    elif np.ndim(indices) != 1 or np.asarray(indices).dtype == bool:
        update_places(change, a, np.asarray(indices), b)
    elif np.ndim(b) == 0:
        for place in indices:
            a[place] = change(a[place], b)
    else:
        values = np.broadcast_to(b, (len(indices), *np.shape(a)[1:]))
        for place, value in zip(indices, values):
            a[place] = change(a[place], value)


def update_places(change, a, indices, b):
    """Change the elements of any index, by their places in the flat array."""
    chosen = np.reshape(np.arange(np.size(a)), np.shape(a))[indices]
    places = np.ravel(chosen)
    if np.ndim(b) == 0:
        for k in range(len(places)):
            place = np.unravel_index(places[k], np.shape(a))
            a[place] = change(a[place], b)
    else:
        values = np.ravel(np.broadcast_to(b, np.shape(chosen)))
        for k in range(len(places)):
            place = np.unravel_index(places[k], np.shape(a))
            a[place] = change(a[place], values[k])


# The compiler knows it as a write: what it means is said here, and not walked.
@definition(np.add.at, writes='a')
def add_at(a, indices, b):
    update_at(np.add, a, indices, b)


@definition(np.subtract.at, writes='a')
def subtract_at(a, indices, b):
    np.add.at(a, indices, np.negative(b))
