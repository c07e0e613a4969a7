"""Sets of values: the entries of arrays, sorted and without repetitions.

A value that occurs several times follows the first, as NumPy's `return_index` does.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, constant, d, definition, tangent
from tangentlite.templates.assembly import scattered

constant(np.isin)


# The first places of values, in whatever order they are.
def first_places(a, values):
    order = np.argsort(np.ravel(a), kind='stable')
    return order[np.searchsorted(np.ravel(a), values, sorter=order)]


# The places along an axis of the first of equal rows, columns or the like.
def first_lines(a, axis, equal_nan):
    return np.unique(a, True, axis=axis, equal_nan=equal_nan)[1]


@adjoint(np.unique)
def unique(
    y, a, return_index=False, return_inverse=False, return_counts=False, axis=None, *,
    equal_nan=True, sorted=True,
):  # fmt: skip
    several = return_index or return_inverse or return_counts
    values, seeds = (y[0], d[y][0]) if several else (y, d[y])
    if axis is None:
        d[a] = scattered(seeds, first_places(a, values), a)
    else:
        total = np.zeros_like(np.moveaxis(a, axis, 0))
        total[first_lines(a, axis, equal_nan)] = np.moveaxis(seeds, axis, 0)
        d[a] = np.moveaxis(total, 0, axis)


@tangent(np.unique)
def unique_tangent(
    y, a, return_index=False, return_inverse=False, return_counts=False, axis=None, *,
    equal_nan=True, sorted=True,
):  # fmt: skip
    several = return_index or return_inverse or return_counts
    values = y[0] if several else y
    if axis is None:
        change = np.ravel(d[a])[first_places(a, values)]
    else:
        change = np.take(d[a], first_lines(a, axis, equal_nan), axis)
    d[y] = (change,) + (0.0,) * (len(y) - 1) if several else change


@adjoint(np.unique_values)
def unique_values(y, x):
    d[x] = scattered(d[y], first_places(x, y), x)


@tangent(np.unique_values)
def unique_values_tangent(y, x):
    d[y] = np.ravel(d[x])[first_places(x, y)]


@adjoint(np.unique_all, np.unique_counts, np.unique_inverse)
def unique_all(y, x):
    d[x] = scattered(d[y][0], first_places(x, y[0]), x)


@tangent(np.unique_all, np.unique_counts, np.unique_inverse)
def unique_all_tangent(y, x):
    change = np.ravel(d[x])[first_places(x, y[0])]
    d[y] = (change,) + (0.0,) * (len(y) - 1)


@definition(np.union1d)
def union1d(ar1, ar2):
    return np.unique(np.concatenate((ar1, ar2), None))


@definition(np.intersect1d)
def intersect1d(ar1, ar2):
    both = np.concatenate((ar1, ar2), None)  # of their common dtype
    values = np.unique(both[: np.size(ar1)])
    return values[np.isin(values, ar2)]


@definition(np.setdiff1d)
def setdiff1d(ar1, ar2, assume_unique=False):
    values = np.ravel(ar1) if assume_unique else np.unique(ar1)
    return values[np.isin(values, ar2, invert=True)]


@definition(np.setxor1d)
def setxor1d(ar1, ar2):
    return np.sort(np.concatenate((np.setdiff1d(ar1, ar2), np.setdiff1d(ar2, ar1))))
