"""Arrays stacked along an axis that their ranks decide, and arrays split into parts.

The items of a display are told apart, and each takes its part of the derivative; those
of a list that grew at run time are of one kind. Splits are written out as slices.
"""
import numpy as np

from tangentlite.rules.registry import d, definition, linear
from tangentlite.templates.assembly import at, part, pieces


@linear(np.hstack, in_='tup', takes_lists=True)
def hstack(y, tup, *, dtype=None, casting='same_kind'):
    if isinstance(tup, list):
        if np.ndim(tup[0]) == 0:
            d[tup] = d[y]
        else:
            d[tup] = pieces(d[y], tup, 0 if np.ndim(y) == 1 else 1)
    else:
        parts = ()
        start = 0
        for array in tup:
            if np.ndim(array) == 0:
                part = d[y][start]
                stop = start + 1
            elif np.ndim(array) == 1:
                stop = start + np.shape(array)[0]
                part = d[y][start:stop]
            else:
                stop = start + np.shape(array)[1]
                part = d[y][:, start:stop]
            parts = parts + (part,)
            start = stop
        d[tup] = parts


@definition(np.append)
def append(arr, values, axis=None):
    if axis is None:
        return np.concatenate((np.ravel(arr), np.ravel(values)))
    return np.concatenate((arr, values), axis)


@linear(np.vstack, in_='tup', takes_lists=True)
def vstack(y, tup, *, dtype=None, casting='same_kind'):
    if isinstance(tup, list):
        if np.ndim(tup[0]) == 0:
            d[tup] = d[y][:, 0]
        elif np.ndim(tup[0]) == 1:
            d[tup] = d[y]
        else:
            d[tup] = pieces(d[y], tup, 0)
    else:
        parts = ()
        start = 0
        for array in tup:
            if np.ndim(array) == 0:
                part = d[y][start, 0]
                stop = start + 1
            elif np.ndim(array) == 1:
                part = d[y][start]
                stop = start + 1
            else:
                stop = start + np.shape(array)[0]
                part = d[y][start:stop]
            parts = parts + (part,)
            start = stop
        d[tup] = parts


@linear(np.dstack, in_='tup', takes_lists=True)
def dstack(y, tup):
    if isinstance(tup, list):
        if np.ndim(tup[0]) == 0:
            d[tup] = d[y][0, 0]
        elif np.ndim(tup[0]) == 1:
            d[tup] = d[y][0].T
        elif np.ndim(tup[0]) == 2:
            d[tup] = np.moveaxis(d[y], 2, 0)
        else:
            d[tup] = pieces(d[y], tup, 2)
    else:
        parts = ()
        start = 0
        for array in tup:
            stop = start + 1
            if np.ndim(array) == 0:
                part = d[y][0, 0, start]
            elif np.ndim(array) == 1:
                part = d[y][0, :, start]
            elif np.ndim(array) == 2:
                part = d[y][:, :, start]
            else:
                stop = start + np.shape(array)[2]
                part = d[y][:, :, start:stop]
            parts = parts + (part,)
            start = stop
        d[tup] = parts


@linear(np.column_stack, in_='tup', takes_lists=True)
def column_stack(y, tup):
    if isinstance(tup, list):
        if np.ndim(tup[0]) == 0:
            d[tup] = d[y][0]
        elif np.ndim(tup[0]) == 1:
            d[tup] = d[y].T
        else:
            d[tup] = pieces(d[y], tup, 1)
    else:
        parts = ()
        start = 0
        for array in tup:
            stop = start + 1
            if np.ndim(array) == 0:
                part = d[y][0, start]
            elif np.ndim(array) == 1:
                part = d[y][:, start]
            else:
                stop = start + np.shape(array)[1]
                part = d[y][:, start:stop]
            parts = parts + (part,)
            start = stop
        d[tup] = parts


# A number of parts as an axis of its own: the reshape fails where the split does.
@definition(np.split)
def split(ary, indices_or_sections, axis=0):
    require_axis_of_shape(axis, np.ndim(ary))
    if np.ndim(indices_or_sections) == 1:
        return between(ary, indices_or_sections, axis)
    first = axis % np.ndim(ary)
    shape = np.shape(ary)
    count = indices_or_sections
    if count == 0:
        raise ZeroDivisionError('integer modulo by zero')
    if count < 0:
        raise ValueError('number sections must be larger than 0.')
    pair = (count, shape[first] // count)
    blocks = np.reshape(ary, shape[:first] + pair + shape[first + 1 :])
    parts = []
    for k in range(count):
        parts = parts + [blocks[at(k, blocks, first)]]
    return parts


@definition(np.array_split)
def array_split(ary, indices_or_sections, axis=0):
    require_axis_of_shape(axis, np.ndim(ary))
    if np.ndim(indices_or_sections) == 1:
        return between(ary, indices_or_sections, axis)
    size = np.shape(ary)[axis]
    count = indices_or_sections
    if count <= 0:
        raise ValueError('number sections must be larger than 0.')
    indices = ()
    for k in range(1, count):
        indices = indices + (k * (size // count) + min(k, size % count),)
    return between(ary, indices, axis)


def require_axis_of_shape(axis, rank):
    if axis < -rank or axis >= rank:
        raise IndexError('tuple index out of range')


# The parts that end and begin at the indices.
def between(array, indices, axis):
    parts = []
    if isinstance(indices, np.ndarray):  # their number is known at run time only
        start = 0
        for stop in indices:
            parts.append(part(array, axis, start, stop))
            start = stop
        parts.append(part(array, axis, start, None))
        return parts
    start = None
    for stop in (*indices, None):
        parts = parts + [part(array, axis, start, stop)]
        start = stop
    return parts


@definition(np.hsplit)
def hsplit(ary, indices_or_sections):
    if np.ndim(ary) == 0:
        raise ValueError('hsplit only works on arrays of 1 or more dimensions')
    return np.split(ary, indices_or_sections, 0 if np.ndim(ary) == 1 else 1)


@definition(np.vsplit)
def vsplit(ary, indices_or_sections):
    if np.ndim(ary) < 2:
        raise ValueError('vsplit only works on arrays of 2 or more dimensions')
    return np.split(ary, indices_or_sections, 0)


@definition(np.dsplit)
def dsplit(ary, indices_or_sections):
    if np.ndim(ary) < 3:
        raise ValueError('dsplit only works on arrays of 3 or more dimensions')
    return np.split(ary, indices_or_sections, 2)


if hasattr(np, 'unstack'):

    @definition(np.unstack)
    def unstack(x, *, axis=0):
        return tuple(np.moveaxis(x, axis, 0))


# Each level of the nesting is joined along an axis, the innermost along the last.
@definition(np.block, takes_lists=True)
def block(arrays):
    depth = depth_of(arrays)
    if depth == 0:
        return np.array(arrays, order='C')
    return joined(arrays, depth, max(depth, largest_rank(arrays)))


def depth_of(arrays):
    if isinstance(arrays, tuple):
        raise TypeError('Only lists can be used to arrange blocks, not tuples.')
    if not isinstance(arrays, list):
        return 0
    if len(arrays) == 0:
        raise ValueError('List at arrays cannot be empty')
    depths = [depth_of(item) for item in arrays]
    for depth in depths:
        if depth != depths[0]:
            raise ValueError('List depths are mismatched.')
    return 1 + depths[0]


def largest_rank(arrays):
    if not isinstance(arrays, list):
        return np.ndim(arrays)
    return max([largest_rank(item) for item in arrays])


def joined(arrays, depth, rank):
    if isinstance(arrays, list):
        parts = [joined(item, depth - 1, rank) for item in arrays]
        return np.concatenate(parts, -depth)
    if np.ndim(arrays) == rank:
        return arrays
    return np.reshape(arrays, (1,) * (rank - np.ndim(arrays)) + np.shape(arrays))


if hasattr(np, 'row_stack'):  # deprecated since NumPy 2.0

    @definition(np.row_stack)
    def row_stack(tup, dtype=None, casting='same_kind'):
        return np.vstack(tup, dtype=dtype, casting=casting)
