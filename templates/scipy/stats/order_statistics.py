"""Quantiles and L-moments, which are sums of the sorted entries of samples."""

import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import constant, formula
from tangentlite.templates.conversion import as_array
from tangentlite.templates.quantiles import around, rank_of
from tangentlite.templates.scipy.stats.descriptive import (
    require_plain,
    require_propagation,
)
from tangentlite.templates.subscripts import fill_time, refuse


# With further axes in front, and the one of the samples behind all others.
def rows_of(a, rank, axis):
    shape = (1,) * (rank - np.ndim(a)) + np.shape(a)
    return np.moveaxis(np.reshape(a, shape), axis, -1)


# Which entry it is, by the methods that give one. A jump is where SciPy has it, and of
# a position -1 it takes the last entry.
def entry_of(p, count, method):
    low, high = p * count, count * p - 1
    if method == 'round_outward':
        return np.where(p < 0.5, np.floor(low), np.ceil(high)) % count
    if method == 'round_inward':
        return np.where(p < 0.5, np.ceil(low), np.floor(high)) % count
    if method == 'round_nearest':
        return np.where(p < 0.5, np.round(low), np.round(high)) % count
    start = -0.5 if method == 'closest_observation' else 0.0
    place = p * count + start
    below = np.floor(place) - 1.0
    is_next = place % 1 > 0
    if method == 'closest_observation':
        is_next = is_next | (below % 2 != 1)
    return np.clip(below + np.where((place >= 0) & is_next, 1.0, 0.0), 0, count - 1)


@fill_time
def gives_an_entry(method):
    return method.startswith('round') or method in (
        'inverted_cdf', 'closest_observation',
    )  # fmt: skip


# Harrell and Davis, Biometrika 69 (1982): a mean of all entries, with weights of which
# the slopes by p are not elementary.
def weighted(rows, p, method):
    count = np.shape(rows)[-1]
    share = np.expand_dims(p, -1)
    a, b = share * (count + 1), (1 - share) * (count + 1)
    below = special.betainc(a, b, np.arange(count + 1) / count)
    weights = below[..., 1:] - below[..., :-1]
    weights = np.where(np.isnan(weights), 0.0, weights)
    return np.sum(weights * np.expand_dims(rows, -2), -1)


def interpolated(rows, p, method):
    count = np.shape(rows)[-1]
    if gives_an_entry(method):
        rank = entry_of(p, count, method)
    else:
        rank = rank_of(p, count, method[1:] if method[0] == '_' else method)
    below, above = around(rank, count - 1)
    low = np.take_along_axis(rows, below, -1)
    high = np.take_along_axis(rows, above, -1)
    return low + (rank - below) * (high - low)


# No number where there is none, neither as a value nor as a derivative.
def quantiles_of(rows, p, method):
    is_outside = (p > 1) | (p < 0) | np.isnan(p)
    is_none = is_outside | np.any(np.isnan(rows), -1, keepdims=True)
    p = np.where(is_outside, 0.5, p)
    found = weighted if method == 'harrell-davis' else interpolated
    return np.where(is_none, np.nan, 1.0) * found(rows, p, method)


if hasattr(stats, 'quantile'):  # from SciPy 1.16 on

    @formula(stats.quantile)
    def quantile(
        x, p, *, method='linear', axis=0, nan_policy='propagate', keepdims=None,
        weights=None,
    ):  # fmt: skip
        require_propagation(nan_policy)
        if weights is not None:
            refuse('quantile with weights', 'Use np.quantile, which has them.')
        if axis is None and keepdims:
            refuse('quantile with axis=None and keepdims', 'Flatten the sample before.')
        if axis is None:
            x, p, axis = np.ravel(x), np.ravel(p), 0
        rank = max(np.ndim(x), np.ndim(p))
        rows, shares = rows_of(x, rank, axis), rows_of(p, rank, axis)
        shares = shares + np.zeros((*np.shape(rows)[:-1], 1))
        if np.shape(rows)[-1] == 0:
            found = shares * np.nan
        else:
            rows = np.sort(rows, -1) + np.zeros((*np.shape(shares)[:-1], 1))
            found = quantiles_of(rows, shares, method)
        found = np.moveaxis(found, -1, axis)
        if keepdims is False or keepdims is None and np.shape(shares)[-1] == 1:
            return np.squeeze(found, axis)
        return found


def lmoment_weights(n, order):
    """Return the weights of sorted entries in L-moments up to an order, a row each.

    Hosking, J. Royal Stat. Soc. B 52 (1990): sums of probability-weighted moments, with
    the coefficients of shifted Legendre polynomials.
    """
    r = np.arange(float(order))[:, None]
    k = r.T
    sums = (-1.0) ** (r - k) * special.binom(r, k) * special.binom(r + k, k)
    entries = np.arange(float(n))
    moments = special.binom(entries, r) / special.binom(n - 1.0, r) / n
    return np.where(r < n, sums[:, : int(n)] @ moments[: int(n)], 0.0)


constant(lmoment_weights)

if hasattr(stats, 'lmoment'):  # from SciPy 1.15 on

    @formula(stats.lmoment, takes_lists=True)
    def lmoment(
        sample, order=None, *, axis=0, sorted=False, standardize=True,
        nan_policy='propagate', keepdims=False,
    ):  # fmt: skip
        require_plain(nan_policy, keepdims)
        orders = np.arange(1, 5) if order is None else as_array(order)
        highest = np.max(orders)
        rows = np.ravel(sample) if axis is None else np.moveaxis(sample, axis, -1)
        if not sorted:
            rows = np.sort(rows, -1)
        count = np.shape(rows)[-1]
        moments = rows @ lmoment_weights(count, highest).T
        if standardize and highest > 2:
            scale = moments[..., 1:2]
            is_flat = scale == 0.0
            ratios = moments[..., 2:] / np.where(is_flat, 1.0, scale)
            ratios = np.where(is_flat, np.nan, ratios)
            moments = np.concatenate((moments[..., :2], ratios), -1)
        is_none = np.arange(np.shape(moments)[-1]) >= count
        moments = np.where(is_none, np.nan, moments)
        return np.moveaxis(moments, -1, 0)[orders - 1]
