"""Moments of samples, their means and spreads, and what standardises them."""

import math

import numpy as np
from scipy import stats

from tangentlite.rules.registry import formula
from tangentlite.templates.subscripts import refuse


def require_propagation(nan_policy):
    if nan_policy != 'propagate':
        refuse('nan_policy other than "propagate"', 'Leave out what is nan before.')


# Of tests of samples.
def require_plain(nan_policy, keepdims):
    require_propagation(nan_policy)
    if keepdims:
        refuse('keepdims of a test of samples', 'Use np.expand_dims.')


def count(a, axis):
    if axis is None:
        return np.size(a)
    if isinstance(axis, tuple):
        return math.prod([np.shape(a)[k] for k in axis])
    return np.shape(a)[axis]


def divisible_count(a, axis):
    """The same as a number of NumPy, by which it divides if it is 0."""
    return np.float64(count(a, axis))


def deviations(a, axis):
    return a - np.mean(a, axis=axis, keepdims=True)


def standardised(scores, compare, axis, ddof):
    spread = np.std(compare, axis=axis, ddof=ddof, keepdims=True)
    return (scores - np.mean(compare, axis=axis, keepdims=True)) / spread


@formula(stats.zscore)
def zscore(a, axis=0, ddof=0, nan_policy='propagate'):
    require_propagation(nan_policy)
    return standardised(a, a, axis, ddof)


@formula(stats.zmap)
def zmap(scores, compare, axis=0, ddof=0, nan_policy='propagate'):
    require_propagation(nan_policy)
    return standardised(scores, compare, axis, ddof)


@formula(stats.gzscore)
def gzscore(a, *, axis=0, ddof=0, nan_policy='propagate'):
    require_propagation(nan_policy)
    return standardised(np.log(a), np.log(a), axis, ddof)


@formula(stats.moment)
def moment(a, order=1, axis=0, nan_policy='propagate', *, center=None, keepdims=False):
    require_propagation(nan_policy)
    shifted = deviations(a, axis) if center is None else a - center
    if np.ndim(order) == 0:
        return np.mean(shifted**order, axis=axis, keepdims=keepdims)
    powers = shifted ** np.reshape(order, (-1, *(1,) * np.ndim(a)))
    return np.mean(powers, axis=behind_first(axis, np.ndim(a)), keepdims=keepdims)


# The axes of an array that has one more in front.
def behind_first(axis, rank):
    if axis is None:
        return tuple(range(1, rank + 1))
    if isinstance(axis, tuple):
        return tuple([k + 1 if k >= 0 else k for k in axis])
    return axis + 1 if axis >= 0 else axis


@formula(stats.skew)
def skew(a, axis=0, bias=True, nan_policy='propagate', *, keepdims=False):
    require_propagation(nan_policy)
    shifted, n = deviations(a, axis), count(a, axis)
    square = np.mean(shifted**2, axis=axis, keepdims=keepdims)
    found = np.mean(shifted**3, axis=axis, keepdims=keepdims) / square**1.5
    if bias:
        return found
    return np.where(n > 2, np.sqrt(n * (n - 1.0)) / max(n - 2.0, 1.0), 1.0) * found


@formula(stats.kurtosis)
def kurtosis(
    a, axis=0, fisher=True, bias=True, nan_policy='propagate', *, keepdims=False
):
    require_propagation(nan_policy)
    shifted, n = deviations(a, axis), count(a, axis)
    square = np.mean(shifted**2, axis=axis, keepdims=keepdims)
    found = np.mean(shifted**4, axis=axis, keepdims=keepdims) / square**2
    if bias:
        return found
    return np.where(n > 3, (n * n - 1.0) / max((n - 2.0) * (n - 3.0), 1.0), 1.0) * found


def averaged(a, axis, weights, keepdims):
    if weights is None:
        return np.mean(a, axis=axis, keepdims=keepdims)
    if np.ndim(weights) > np.ndim(a):
        refuse('weights of a higher rank', 'Give a weight for each number.')
    if np.ndim(weights) < np.ndim(a):
        if axis is None:
            weights = np.reshape(weights, np.shape(a))
        else:
            weights = np.broadcast_to(weights, np.shape(a))
    whole = np.sum(weights, axis=axis, keepdims=keepdims)
    return np.sum(weights * a, axis=axis, keepdims=keepdims) / whole


@formula(stats.gmean)
def gmean(
    a, axis=0, dtype=None, weights=None, *, nan_policy='propagate', keepdims=False
):
    require_propagation(nan_policy)
    return np.exp(averaged(np.log(a), axis, weights, keepdims))


@formula(stats.hmean)
def hmean(
    a, axis=0, dtype=None, *, weights=None, nan_policy='propagate', keepdims=False
):
    require_propagation(nan_policy)
    return 1.0 / averaged(1.0 / a, axis, weights, keepdims)


@formula(stats.pmean)
def pmean(
    a, p, *, axis=0, dtype=None, weights=None, nan_policy='propagate', keepdims=False
):
    require_propagation(nan_policy)
    if isinstance(p, int) and p == 0:
        return np.exp(averaged(np.log(a), axis, weights, keepdims))
    if not isinstance(p, int) and np.abs(p) < 1e-3:
        logs = np.log(a)
        middle = averaged(logs, axis, weights, True)
        if p == 0 or np.max(np.abs(p * (logs - middle))) < 1e-3:
            found = np.exp(middle + rise_of(logs - middle, p, axis, weights))
            return found if keepdims else np.squeeze(found, axis)
    return averaged(a**p, axis, weights, keepdims) ** (1.0 / p)


# What a small p adds to the mean of logarithms, by their second, third and fourth
# cumulants: where p is 0 its derivatives are made of these, and near it they would lose
# as many digits as are in p ** -2.
def rise_of(logs, p, axis, weights):
    square = logs * logs
    second = averaged(square, axis, weights, True)
    third = averaged(square * logs, axis, weights, True)
    fourth = averaged(square * square, axis, weights, True) - 3.0 * second * second
    return p * (0.5 * second + p * (third / 6.0 + p * fourth / 24.0))


@formula(stats.gstd)
def gstd(a, axis=0, ddof=1, *, keepdims=False, nan_policy='propagate'):
    require_propagation(nan_policy)
    return np.exp(np.std(np.log(a), axis=axis, ddof=ddof, keepdims=keepdims))


@formula(stats.variation)
def variation(a, axis=0, nan_policy='propagate', ddof=0, *, keepdims=False):
    require_propagation(nan_policy)
    spread = np.std(a, axis=axis, ddof=ddof, keepdims=keepdims)
    return spread / np.mean(a, axis=axis, keepdims=keepdims)


@formula(stats.sem)
def sem(a, axis=0, ddof=1, nan_policy='propagate', *, keepdims=False):
    require_propagation(nan_policy)
    spread = np.std(a, axis=axis, ddof=ddof, keepdims=keepdims)
    return spread / np.sqrt(count(a, axis))


def within(a, limits, inclusive):
    """Which numbers lie between limits, of which each may be None."""
    if limits is None:
        return np.ones(np.shape(a), bool)
    low = -np.inf if limits[0] is None else limits[0]
    high = np.inf if limits[1] is None else limits[1]
    above = a >= low if inclusive[0] else a > low
    return above & (a <= high if inclusive[1] else a < high)


def trimmed_mean(a, inside, axis):
    total = np.sum(np.where(inside, a, 0.0), axis=axis, keepdims=True)
    return total / np.sum(inside, axis=axis, keepdims=True)


def trimmed_variance(a, inside, axis, ddof, keepdims):
    square = np.where(inside, (a - trimmed_mean(a, inside, axis)) ** 2, 0.0)
    total = np.sum(square, axis=axis, keepdims=keepdims)
    return total / (np.sum(inside, axis=axis, keepdims=keepdims) - ddof)


@formula(stats.tmean, takes_lists=True)
def tmean(
    a, limits=None, inclusive=(True, True), axis=None, *, nan_policy='propagate',
    keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    a = np.asarray(a)  # lists come as they are, as limits may be None
    inside = within(a, limits, inclusive)
    total = np.sum(np.where(inside, a, 0.0), axis=axis, keepdims=keepdims)
    return total / np.sum(inside, axis=axis, keepdims=keepdims)


@formula(stats.tvar, takes_lists=True)
def tvar(
    a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy='propagate',
    keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    a = np.asarray(a)
    inside = within(a, limits, inclusive)
    return trimmed_variance(a, inside, axis, ddof, keepdims)


@formula(stats.tstd, takes_lists=True)
def tstd(
    a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy='propagate',
    keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    a = np.asarray(a)
    inside = within(a, limits, inclusive)
    return np.sqrt(trimmed_variance(a, inside, axis, ddof, keepdims))


@formula(stats.tsem, takes_lists=True)
def tsem(
    a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy='propagate',
    keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    a = np.asarray(a)
    inside = within(a, limits, inclusive)
    spread = trimmed_variance(a, inside, axis, ddof, keepdims)
    return np.sqrt(spread / np.sum(inside, axis=axis, keepdims=keepdims))


@formula(stats.trim_mean)
def trim_mean(a, proportiontocut, axis=0, *, nan_policy='propagate', keepdims=False):
    require_propagation(nan_policy)
    flat = np.ravel(a) if axis is None else np.moveaxis(a, axis, 0)
    size = np.shape(flat)[0]
    cut = int(proportiontocut * size)
    found = np.mean(np.sort(flat, axis=0)[cut : size - cut], axis=0)
    if not keepdims:
        return found
    return np.reshape(found, np.shape(np.sum(a, axis=axis, keepdims=True)))


@formula(stats.iqr)
def iqr(
    x, axis=None, rng=(25, 75), scale=1.0, nan_policy='propagate',
    interpolation='linear', keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    if np.size(x) == 0:
        return np.sum(x, axis=axis, keepdims=keepdims)
    unit = 2.0 * HALF_NORMAL if isinstance(scale, str) else scale
    high = np.percentile(x, rng[1], axis, method=interpolation, keepdims=keepdims)
    low = np.percentile(x, rng[0], axis, method=interpolation, keepdims=keepdims)
    return (high - low) / unit


@formula(stats.median_abs_deviation)
def median_abs_deviation(
    x, axis=0, center=None, scale=1.0, nan_policy='propagate', *, keepdims=False
):
    require_propagation(nan_policy)
    if center is not None and center is not np.median:
        refuse('a center other than the median', 'Take the median of deviations.')
    unit = HALF_NORMAL if isinstance(scale, str) else scale
    distance = np.abs(x - np.median(x, axis=axis, keepdims=True))
    return np.median(distance, axis=axis, keepdims=keepdims) / unit


# The upper quartile of the normal distribution.
HALF_NORMAL = 0.6744897501960817
