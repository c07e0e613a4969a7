"""Functions that call the user's function on parts of an array."""
import math

import numpy as np

from tangentlite.rules.registry import definition


@definition(np.piecewise, takes_lists=True)
def piecewise(x, condlist, funclist, *args, **kw):
    conditions = (condlist,) if np.ndim(condlist) == np.ndim(x) else condlist
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
    results = np.stack([func1d(row, *args, **kwargs) for row in rows])
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


# NumPy casts all results to the type of the first.
@definition(np.vectorize)
def vectorize(pyfunc):
    def called(*args):
        arrays = np.broadcast_arrays(*args) if len(args) > 1 else args
        flat = [np.ravel(array) for array in arrays]
        results = [pyfunc(*numbers) for numbers in zip(*flat)]
        values = np.array(results)
        if values.dtype != int and type(results[0]) is int:
            raise TypeError('np.vectorize makes integers of results like the first')
        return np.reshape(values, np.shape(arrays[0]))

    return called


@definition(np.fromfunction)
def fromfunction(function, shape, *, dtype=float, **kwargs):
    return function(*np.indices(shape, dtype=dtype), **kwargs)


@definition(np.fromiter)
def fromiter(iter, dtype, count=-1):
    if count == -1:
        return np.array(list(iter), dtype)
    return np.reshape(np.array(list(iter)[:count], dtype), (count,))
