"""Quantiles and medians.

Which entries make a quantile is found by sorting their positions, so that derivatives
pass to these entries alone; of equal ones the sort decides which they are. A rank is
counted from 0; between two the quantile is interpolated.
"""
import math

import numpy as np

from tangentlite.rules.registry import constant, formula
from tangentlite.templates.assembly import at, part
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import fill_time, refuse

constant(np.argpartition)


@formula(np.median)
def median(a, axis=None, *, overwrite_input=False, keepdims=False):
    keep_order(overwrite_input)
    rows, along = reduced(a, axis)
    last = np.shape(rows)[along] - 1
    below, above = last // 2, (last + 1) // 2
    order = placed(rows, below, above, along)
    places = part(order, along, below, above + 1)  # none of no entries
    if np.ndim(rows) == 1:
        return with_axes(np.mean(rows[places]), a, 0, axis, keepdims)
    entries = np.take_along_axis(rows, places, along)
    return with_axes(np.mean(entries, along), a, 0, axis, keepdims)


def register_quantiles(function, interpolated):
    @formula(function)
    def quantiles(
        a, q, axis=None, *, overwrite_input=False, method='linear', keepdims=False,
        weights=None,
    ):  # fmt: skip
        keep_order(overwrite_input)
        is_entry = gives_an_entry(method, weights)
        if is_entry:
            return entries(function, a, q, axis, method, keepdims, weights)
        return interpolated(a, q, axis, method, keepdims)


def quantile(a, q, axis, method, keepdims):
    rows, along = reduced(a, axis)
    count = np.shape(rows)[along]
    rank = rank_of(in_a_row(q), count, method)
    below, above = around(rank, count - 1)
    order = placed(rows, below, above, along)
    low = chosen(rows, order, below, along)
    rise = chosen(rows, order, above, along) - low
    value = low + like_rows(rank - below, rows) * rise
    return with_axes(as_ranks(value, q), a, np.ndim(q), axis, keepdims)


def percentile(a, q, axis, method, keepdims):
    return quantile(a, np.divide(q, 100.0), axis, method, keepdims)


# Each row has a rank of its own, as many entries as it has that are numbers.
def nanquantile(a, q, axis, method, keepdims):
    rows, along = reduced(a, axis)
    rows = np.where(np.isnan(rows), np.nan, rows)  # no derivative passes to these
    if np.ndim(rows) > 1:
        rows = np.moveaxis(rows, along, 0)
    last = np.maximum(np.sum(~np.isnan(rows), 0), 1) - 1
    # the entry that is chosen where there is none
    margins = ((0, 1), *((0, 0),) * (np.ndim(rows) - 1))
    rows = np.pad(rows, margins, constant_values=np.nan)
    rank = rank_of(like_rows(in_a_row(q), rows), last + 1, method)
    if np.ndim(rows) == 1:
        below, above = around(rank, last)
        order = placed(rows, below, above, 0)
        low, high = rows[order[below]], rows[order[above]]
    else:
        order = np.argsort(rows, 0)
        ranks = rank if np.ndim(q) > 0 else np.expand_dims(rank, 0)
        below, above = around(ranks, last)
        low = np.take_along_axis(rows, np.take_along_axis(order, below, 0), 0)
        high = np.take_along_axis(rows, np.take_along_axis(order, above, 0), 0)
        if np.ndim(q) == 0:
            low, high = np.squeeze(low, 0), np.squeeze(high, 0)
            below = np.squeeze(below, 0)
    value = low + (rank - below) * (high - low)
    return with_axes(as_ranks(value, q), a, np.ndim(q), axis, keepdims)


def nanpercentile(a, q, axis, method, keepdims):
    return nanquantile(a, np.divide(q, 100.0), axis, method, keepdims)


register_quantiles(np.quantile, quantile)
register_quantiles(np.percentile, percentile)
register_quantiles(np.nanquantile, nanquantile)
register_quantiles(np.nanpercentile, nanpercentile)


@formula(np.nanmedian)
def nanmedian(a, axis=None, *, overwrite_input=False, keepdims=False):
    keep_order(overwrite_input)
    if axis is None or np.ndim(a) == 1:
        entries = np.ravel(a) if np.ndim(a) == 0 else a
        numbers = np.where(np.isnan(entries), 0.0, entries)[~np.isnan(entries)]
        return with_axes(median(numbers), a, 0, axis, keepdims)
    return nanquantile(a, 0.5, axis, 'linear', keepdims)


def keep_order(overwrite_input):
    if overwrite_input:
        refuse(
            'quantiles and medians with overwrite_input=True',
            'NumPy leaves the entries in any order then: leave it out.',
        )


# Some methods give an entry of the array, and so does every one with weights: between
# jumps the quantile does not change with q and the weights. Of equal entries it is the
# first. Which it is, is asked of NumPy, as rounding decides at a jump.
def gives_an_entry(method, weights):
    if weights is not None:
        return True
    return method == 'inverted_cdf' or method == 'closest_observation'


def entries(function, a, q, axis, method, keepdims, weights):
    values = quantile_of(function, a, q, axis, method, weights)
    rows, along = reduced(a, axis)
    rows = np.moveaxis(rows, along, 0)
    if np.ndim(rows) == 1 and np.ndim(q) == 0:
        found = rows[np.argmax(rows == values)]
    else:
        ranks = np.reshape(values, (np.size(q), *np.shape(rows)[1:]))
        places = np.argmax(np.expand_dims(rows, 1) == ranks, 0)
        found = np.take_along_axis(rows, places, 0)
        found = np.squeeze(found, 0) if np.ndim(q) == 0 else as_ranks(found, q)
    return with_axes(found, a, np.ndim(q), axis, keepdims)


def quantile_of(function, a, q, axis, method, weights):
    """The quantile by one of NumPy's functions of them."""
    return function(a, q, axis, method=method, weights=weights)


constant(quantile_of)


# Ranks along one axis, and what belongs to them in their own axes again.
def in_a_row(q):
    return np.ravel(q) if np.ndim(q) > 1 else as_array(q)


def as_ranks(value, q):
    if np.ndim(q) < 2:
        return value
    return np.reshape(value, np.shape(q) + np.shape(value)[1:])


# The array with one axis that is reduced, and this axis.
def reduced(a, axis):
    if axis is None:
        return (a if np.ndim(a) == 1 else np.ravel(a)), 0
    if not isinstance(axis, tuple):
        return a, axis
    first = tuple(range(len(axis)))
    moved = np.moveaxis(a, axis, first)
    count = math.prod(np.shape(moved)[: len(axis)])
    return np.reshape(moved, (count,) + np.shape(moved)[len(axis) :]), 0


# Hyndman and Fan, Sample quantiles in statistical packages (1996), and the methods that
# take an entry or the mean of two.
def rank_of(q, count, method):
    last = count - 1
    if method == 'linear':
        return last * q
    if method == 'lower':
        return np.floor(last * q)
    if method == 'higher':
        return np.ceil(last * q)
    if method == 'nearest':
        return np.round(last * q)
    if method == 'midpoint':
        return 0.5 * (np.floor(last * q) + np.ceil(last * q))
    if method == 'averaged_inverted_cdf':
        place = count * q - 1
        return np.clip(0.5 * (np.ceil(place) + np.floor(place) + 1), 0, last)
    span, start = plotting_position(method)
    return np.clip((count + span) * q + start, 0, last)


# The rank of q among n entries is (n + span) q + start, counted from 0.
@fill_time
def plotting_position(method):
    if method == 'interpolated_inverted_cdf':
        return 0.0, -1.0
    offsets = {'hazen': 0.5, 'weibull': 0.0}
    offsets.update(median_unbiased=1.0 / 3.0, normal_unbiased=0.375)
    if method not in offsets:
        refuse(f'quantiles of method={method!r}', "Use 'lower' or 'linear'.")
    return 1.0 - 2.0 * offsets[method], offsets[method] - 1.0


# The ranks that a rank is between. At a whole one the slope is that of the piece behind
# it, at the last one of the piece before it.
def around(rank, last):
    floor = np.floor(rank)
    whole = int(floor) if np.ndim(rank) == 0 else np.asarray(floor, int)
    below = np.minimum(whole, np.maximum(last - 1, 0))
    return below, np.minimum(below + 1, last)


# The entries of some ranks: those of several ranks along a first axis, of one rank
# without that axis.
def chosen(rows, order, k, axis):
    if np.ndim(rows) == 1:
        return rows[order[k]]
    if np.ndim(k) == 1:
        places = np.moveaxis(order, axis, 0)[k]
        return np.take_along_axis(np.moveaxis(rows, axis, 0), places, 0)
    place = np.expand_dims(order[at(k, order, axis)], axis)
    found = np.take_along_axis(rows, place, axis)
    return np.squeeze(found, axis)


# The positions of the entries by rank, in the places of two ranks at least. The reshape
# tells the compiler the shape: np.argpartition fails for some of the sizes it tries.
def placed(rows, below, above, axis):
    if np.ndim(rows) == 1 and np.ndim(below) == 0:
        return np.reshape(np.argpartition(rows, (below, above)), np.shape(rows))
    return np.argsort(rows, axis)


# A number for each rank, beside the entries of these ranks.
def like_rows(numbers, rows):
    if np.ndim(numbers) == 0 or np.ndim(rows) == 1:
        return numbers
    return np.reshape(numbers, (-1,) + (1,) * (np.ndim(rows) - 1))


# The reduced axes behind those of the ranks, if they are kept.
def with_axes(value, a, ranks, axis, keepdims):
    if not keepdims:
        return value
    if axis is None:
        axes = tuple(range(np.ndim(a)))
    else:
        axes = axis if isinstance(axis, tuple) else (axis,)
    places = ()
    for k in axes:
        places = (*places, ranks + k % np.ndim(a))
    return np.expand_dims(value, places)
