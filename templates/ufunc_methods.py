"""reduce, accumulate, reduceat and at of NumPy's elementwise functions.

Those of sums, products and extremes are functions that NumPy has under another name;
the derivatives of the others are those of the loops that they stand for.
"""
import numpy as np

from tangentlite.rules.registry import (
    adjoint,
    constant,
    d,
    definition,
    formula,
    linear,
    refused,
    tangent,
)
from tangentlite.templates.conversion import as_array, as_floats
from tangentlite.templates.cumulative import recurrence
from tangentlite.templates.writing import update_at

_BINARY = (
    np.add, np.arctan2, np.copysign, np.divide, np.float_power, np.floor_divide,
    np.fmax, np.fmin, np.fmod, np.heaviside, np.hypot, np.logaddexp, np.logaddexp2,
    np.maximum, np.minimum, np.multiply, np.nextafter, np.power, np.remainder,
    np.subtract,
)  # fmt: skip
_CONSTANT = (
    np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.equal, np.gcd, np.greater,
    np.greater_equal, np.lcm, np.left_shift, np.less, np.less_equal, np.logical_and,
    np.logical_or, np.logical_xor, np.not_equal, np.right_shift,
)  # fmt: skip
_UNARY = tuple(
    ufunc
    for ufunc in map(np.__dict__.get, dir(np))
    if isinstance(ufunc, np.ufunc) and (ufunc.nin, ufunc.nout) == (1, 1)
)

for _ufunc in _CONSTANT:
    constant(_ufunc.reduce, _ufunc.accumulate, _ufunc.reduceat)


# The entries that are reduced in front, in one axis.
def rows_along(array, axis):
    if axis is None:
        return np.ravel(array)
    if not isinstance(axis, tuple):
        return np.moveaxis(array, axis, 0)
    moved = np.moveaxis(array, axis, tuple(range(len(axis))))
    return np.reshape(moved, (-1, *np.shape(moved)[len(axis) :]))


# What `where` leaves out changes nothing.
def reduced(ufunc, identity, array, axis, keepdims, initial, where):
    rows = rows_along(array, axis)
    if where is not None:
        chosen = np.broadcast_to(as_array(where), np.shape(array))
        flags = rows_along(chosen, axis)
    others = rows
    if initial is not None:
        one_row = np.ndim(rows) == 1
        result = initial if one_row else np.broadcast_to(initial, np.shape(rows)[1:])
    elif identity is None or (where is None and len(rows) > 1):
        result = rows[0]
        others = rows[1:]
    elif np.ndim(rows) == 1:
        result = identity
    else:  # of no rows it is the result
        result = np.full(np.shape(rows)[1:], identity, array.dtype)
    for k in range(len(others)):
        if where is None:
            result = ufunc(result, others[k])
        else:
            result = np.where(flags[k], ufunc(result, others[k]), result)
    if not keepdims:
        return result
    if axis is None:
        return np.reshape(result, (1,) * np.ndim(array))
    return np.expand_dims(result, axis)


def loops_of(ufunc):
    """Register the methods of a function as the loops that they are."""
    identity = ufunc.identity

    @formula(ufunc.reduce)
    def reduce(array, axis=0, *, keepdims=False, initial=None, where=None):
        return reduced(ufunc, identity, array, axis, keepdims, initial, where)

    @formula(ufunc.accumulate)
    def accumulate(array, axis=0):
        rows = np.moveaxis(array, axis, 0)
        results = np.empty_like(rows)
        results[:1] = rows[:1]  # none, if there are no rows
        for k in range(1, len(rows)):
            results[k] = ufunc(results[k - 1], rows[k])
        return np.moveaxis(results, 0, axis)

    @formula(ufunc.reduceat)
    def reduceat(array, indices, axis=0):
        rows = np.moveaxis(array, axis, 0)
        places = np.asarray(indices)
        results = np.empty((len(places), *np.shape(rows)[1:]), array.dtype)
        for k in range(len(places)):
            first = places[k]
            last = places[k + 1] if k + 1 < len(places) else len(rows)
            results[k] = rows[first]
            for i in range(first + 1, last):
                results[k] = ufunc(results[k], rows[i])
        return np.moveaxis(results, 0, axis)


for _ufunc in _BINARY:
    loops_of(_ufunc)
# Loops of NumPy for several numbers at a time, in which each needs the one before.
for _ufunc in (np.arctan2, np.power):
    refused(
        'What NumPy gives depends on the processor: write a loop.',
        _ufunc.reduce,
        _ufunc.reduceat,
    )


def updates_of(ufunc):
    """Register changes of elements, one after the other."""

    if ufunc.nin == 1:

        def changed(a, b):
            return ufunc(a)

        @definition(ufunc.at, writes='a')
        def at(a, indices):
            update_at(changed, a, indices, 0)

    else:

        @definition(ufunc.at, writes='a')
        def at(a, indices, b):
            update_at(ufunc, a, indices, b)


for _ufunc in (*_BINARY, *_CONSTANT, *_UNARY, np.ldexp):
    if _ufunc not in (np.add, np.subtract):  # templates/writing.py
        updates_of(_ufunc)


@definition(np.add.reduce)
def add_reduce(array, axis=0, **options):
    return np.sum(array, axis, **options)


@definition(np.multiply.reduce)
def multiply_reduce(array, axis=0, **options):
    return np.prod(array, axis, **options)


@definition(np.maximum.reduce)
def maximum_reduce(array, axis=0, **options):
    return np.max(array, axis, **options)


@definition(np.minimum.reduce)
def minimum_reduce(array, axis=0, **options):
    return np.min(array, axis, **options)


# log(sum(exp(array))) with its largest term taken out. A row of which all terms, or
# those that count, are -inf has the derivative 0.
@formula(np.logaddexp.reduce)
def logaddexp_reduce(array, axis=0, *, keepdims=False, initial=None, where=None):
    array = as_floats(array)  # integers have no -inf
    terms = array if where is None else np.where(as_array(where), array, -np.inf)
    start = -np.inf if initial is None else initial
    largest = np.max(terms, axis, keepdims=True, initial=start)
    largest = np.where(np.isinf(largest), 0.0, largest)
    total = np.sum(np.exp(terms - largest), axis, keepdims=True)
    if initial is not None:
        total = total + np.exp(initial - largest)
    result = largest + np.log(total + (total == 0))
    return result if keepdims else np.squeeze(result, axis)


@definition(np.add.accumulate)
def add_accumulate(array, axis=0, **options):
    return np.cumsum(array, axis, **options)


@definition(np.multiply.accumulate)
def multiply_accumulate(array, axis=0, **options):
    return np.cumprod(array, axis, **options)


# What is kept of the result before: all, nothing, or half of what is equal.
def share_kept(y, rows):
    before, after = y[:-1], y[1:]
    return 0.5 * (before == after) + 0.5 * (rows[1:] != after)


# y[k] = kept y[k - 1] + (1 - kept) a[k] along the first axis, of derivatives.
@adjoint(np.maximum.accumulate, np.minimum.accumulate)
def extremum_accumulate(y, array, axis=0):
    rows = np.moveaxis(array, axis, 0)
    seeds = np.moveaxis(d[y], axis, 0)
    kept = share_kept(np.moveaxis(y, axis, 0), rows)
    ones = np.ones_like(rows[:1])
    factors = np.concatenate((ones, kept[::-1]))
    shares = np.concatenate((ones, 1.0 - kept))
    gradient = shares * recurrence(factors, seeds[::-1])[::-1]
    d[array] = np.moveaxis(gradient, 0, axis)


@tangent(np.maximum.accumulate, np.minimum.accumulate)
def extremum_accumulate_tangent(y, array, axis=0):
    rows = np.moveaxis(array, axis, 0)
    kept = share_kept(np.moveaxis(y, axis, 0), rows)
    factors = np.concatenate((np.zeros_like(rows[:1]), kept))
    total = recurrence(factors, (1.0 - factors) * np.moveaxis(d[array], axis, 0))
    d[y] = np.moveaxis(total, 0, axis)


# Each sum is of the rows from its index to before the next, of one where that is none.
@linear(np.add.reduceat, in_='array')
def add_reduceat(y, array, indices, axis=0):
    first = np.asarray(indices)
    after = np.append(first[1:], np.shape(array)[axis])
    counts = np.maximum(after - first, 1)
    summands = np.repeat(np.moveaxis(d[y], axis, 0), counts, 0)
    sums = np.zeros_like(np.moveaxis(array, axis, 0), dtype=d[y].dtype)
    if np.all(after > first):
        sums[len(sums) - len(summands) :] = summands
    else:
        starts = np.cumsum(counts) - counts
        rows = np.arange(np.sum(counts)) + np.repeat(first - starts, counts)
        np.add.at(sums, rows, summands)
    d[array] = np.moveaxis(sums, 0, axis)
