"""Functions that call the user's function on parts of an array."""
import math
import re

import numpy as np

from tangentlite.rules.registry import definition
from tangentlite.runtime import zeros_in_order_of
from tangentlite.templates.subscripts import fill_time


@definition(np.piecewise, takes_lists=True)
def piecewise(x, condlist, funclist, *args, **kw):
    conditions = (condlist,) if np.ndim(condlist) == np.ndim(x) else condlist
    if len(funclist) != len(conditions) and len(funclist) != len(conditions) + 1:
        raise ValueError(
            'the number of functions must be that of the conditions, or one more'
        )
    y = np.zeros_like(x)
    entries = np.asarray(x) if np.ndim(x) == 0 else x
    others = np.ones(np.shape(x), bool)
    for k in range(len(funclist)):
        if k < len(conditions):
            chosen = np.asarray(conditions[k], bool)
            others = others & ~chosen
        else:
            chosen = others
        function = funclist[k]
        if callable(function):
            if np.any(chosen):
                y[chosen] = function(entries[chosen], *args, **kw)
        else:
            y[chosen] = function
    return y


@definition(np.apply_along_axis)
def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    moved = np.moveaxis(arr, axis, -1)
    ahead = np.shape(moved)[:-1]
    rows = np.reshape(moved, (math.prod(ahead), np.shape(moved)[-1]))
    items = [func1d(row, *args, **kwargs) for row in rows]
    results = np.stack(items)
    if results.dtype != int and type(items[0]) is int:
        raise TypeError('np.apply_along_axis makes integers of results like the first')
    whole = np.reshape(results, ahead + np.shape(results)[1:])
    rank = np.ndim(results) - 1
    if rank == 0:
        return whole
    first = axis % np.ndim(arr)
    return np.moveaxis(whole, range(-rank, 0), range(first, first + rank))


@definition(np.apply_over_axes)
def apply_over_axes(func, a, axes):
    value = a
    for axis in axes if np.ndim(axes) == 1 else (axes,):
        place = axis % np.ndim(a)
        result = func(value, place)
        if np.ndim(result) == np.ndim(value):
            value = result
        else:
            value = np.expand_dims(result, place)
    return value


# A function of the entries of arrays, or of their last axes as its signature says.
@definition(np.vectorize)
def vectorize(
    pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None
):  # fmt: skip
    def called(*args, **kwargs):
        given = {**dict(enumerate(args)), **kwargs}
        varied = [k for k in given if excluded is None or k not in excluded]
        arrays = [given[k] for k in varied]
        if signature is None:
            arrays = np.broadcast_arrays(*arrays) if len(arrays) > 1 else arrays
            shape = np.shape(arrays[0])
            if otypes is None and math.prod(shape) == 0:
                raise ValueError('a function of no entries has no type of its results')
            rows = [np.ravel(array) for array in arrays]
        else:
            axes = core_axes(signature)
            ranks = [len(names) for names in axes]
            require_equal_sizes(arrays, axes)
            ahead = [np.shape(a)[: np.ndim(a) - r] for a, r in zip(arrays, ranks)]
            shape = np.broadcast_shapes(*ahead)
            rows = [in_rows(a, r, shape) for a, r in zip(arrays, ranks)]
        results = []
        for items in zip(*rows):
            now = {**given, **dict(zip(varied, items))}
            by_place = [now[k] for k in range(len(args))]
            results.append(pyfunc(*by_place, **{name: now[name] for name in kwargs}))
        like = arrays if signature is None else None
        if not isinstance(results[0], tuple):
            return gathered(results, shape, otypes, 0, like)
        found = [
            gathered([result[k] for result in results], shape, otypes, k, like)
            for k in range(len(results[0]))
        ]
        return tuple(found)

    return called


@fill_time
def core_axes(signature):
    """The names of the axes that a function of the signature takes of each argument."""
    lists = re.findall(r'\(([^)]*)\)', signature.split('->')[0])
    return tuple(tuple(re.findall(r'\w+', names)) for names in lists)


def require_equal_sizes(arrays, axes):
    sizes = {}
    for array, names in zip(arrays, axes):
        for k in range(len(names)):
            size = np.shape(array)[np.ndim(array) - len(names) + k]
            if names[k] in sizes and sizes[names[k]] != size:
                raise ValueError('np.vectorize: axes of one name have several sizes')
            sizes[names[k]] = size


def in_rows(array, rank, ahead):
    behind = np.shape(array)[np.ndim(array) - rank :]
    return np.reshape(
        np.broadcast_to(array, (*ahead, *behind)), (math.prod(ahead), *behind)
    )


# NumPy casts all results to the type of the first. A function of entries leaves
# them in the order in which its arguments lie in memory.
def gathered(results, shape, otypes, k, like):
    if otypes is None:
        values = np.array(results)
        if values.dtype != int and type(results[0]) is int:
            raise TypeError('np.vectorize makes integers of results like the first')
    else:
        values = np.array(results, otypes[k])
    behind = np.shape(values)[1:] if like is None else ()
    whole = np.reshape(values, (*shape, *behind))
    if like is None or len(shape) < 2:
        return whole
    if len(like) == 1 and getattr(like[0], 'dtype', None) == values.dtype:
        laid = np.zeros_like(like[0])
    else:
        laid = zeros_in_order_of(values.dtype, *like)
    laid[...] = whole
    return laid


@definition(np.fromfunction)
def fromfunction(function, shape, *, dtype=float, **kwargs):
    return function(*np.indices(shape, dtype=dtype), **kwargs)


@definition(np.fromiter)
def fromiter(iter, dtype, count=-1):
    if count == -1:
        return np.array(list(iter), dtype)
    return np.reshape(np.array(list(iter)[:count], dtype), (count,))
