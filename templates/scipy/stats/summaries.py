"""Entropies estimated from samples, their ends, cumulants and combined p-values."""

import math

import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import definition, formula
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.stats.descriptive import (
    count,
    divisible_count,
    require_plain,
    require_propagation,
)
from tangentlite.templates.scipy.stats.results import Significance
from tangentlite.templates.scipy.stats.t_tests import student_p_value
from tangentlite.templates.subscripts import refuse


def spread_of_windows(rows, m, places):
    """Return how far the numbers `m` places above and below each are apart."""
    last = np.shape(rows)[-1] - 1
    high = rows[..., np.minimum(places + m, last)]
    return high - rows[..., np.maximum(places - m, 0)]


# Vasicek, J. Royal Stat. Soc. B 38 (1976); Ebrahimi et al., Stat. Prob. Letters 20
# (1994), who count less at the ends; van Es, Scand. J. Stat. 19 (1992); Correa,
# Comm. Stat. 24 (1995).
def entropy_by_windows(rows, m, method):
    n = np.shape(rows)[-1]
    places = np.arange(n)
    if method == 'vasicek':
        return np.mean(np.log(n / (2 * m) * spread_of_windows(rows, m, places)), -1)
    if method == 'ebrahimi':
        share = np.minimum(1.0 + places / m, 1.0 + (n - 1.0 - places) / m)
        share = np.minimum(share, 2.0)
        return np.mean(np.log(n * spread_of_windows(rows, m, places) / (share * m)), -1)
    if method == 'van es':
        logs = np.log((n + 1) / m * (rows[..., m:] - rows[..., : n - m]))
        rest = np.sum(1.0 / np.arange(m, n + 1)) + math.log(m) - math.log(n + 1)
        return np.sum(logs, -1) / (n - m) + rest
    steps = np.expand_dims(np.arange(-m, m + 1), 1)
    near = rows[..., np.clip(places + steps, 0, n - 1)]
    change = near - np.mean(near, axis=-2, keepdims=True)
    slope = np.sum(change * steps, -2) / (n * np.sum(change**2, -2))
    return -np.mean(np.log(slope), -1)


@formula(stats.differential_entropy)
def differential_entropy(
    values, *, window_length=None, base=None, axis=0, method='auto',
    nan_policy='propagate', keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    if axis is None:
        refuse('axis=None of differential_entropy', 'Flatten the samples before.')
    if np.size(values) == 0:
        return np.sum(values, axis=axis, keepdims=keepdims)
    rows = np.sort(np.moveaxis(values, axis, -1), -1)
    n = np.shape(rows)[-1]
    m = int(math.sqrt(n) + 0.5) if window_length is None else window_length
    if method != 'auto':
        found = entropy_by_windows(rows, m, method)
    elif n <= 10:
        found = entropy_by_windows(rows, m, 'van es')
    elif n <= 1000:
        found = entropy_by_windows(rows, m, 'ebrahimi')
    else:
        found = entropy_by_windows(rows, m, 'vasicek')
    if base is not None:
        found = found / np.log(base)
    return np.expand_dims(found, axis) if keepdims else found


# What is beyond a limit counts as `other`, which is no end of anything.
def within(a, limit, inclusive, other):
    if limit is None:
        return a
    beyond = a < limit if other > 0.0 else a > limit
    if not inclusive:
        beyond = beyond | (a == limit)
    return np.where(beyond, other, a)


@formula(stats.tmin)
def tmin(
    a, lowerlimit=None, axis=0, inclusive=True, nan_policy='propagate', *,
    keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    if np.size(a) == 0:
        return np.sum(a, axis=axis, keepdims=keepdims)
    a = within(a, lowerlimit, inclusive, np.inf)
    return np.min(a, axis=axis, keepdims=keepdims)


@formula(stats.tmax)
def tmax(
    a, upperlimit=None, axis=0, inclusive=True, nan_policy='propagate', *,
    keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    if np.size(a) == 0:
        return np.sum(a, axis=axis, keepdims=keepdims)
    a = within(a, upperlimit, inclusive, -np.inf)
    return np.max(a, axis=axis, keepdims=keepdims)


# By moments around the mean, which lose fewer digits than sums of powers.
@formula(stats.kstat)
def kstat(data, n=2, *, axis=None, nan_policy='propagate', keepdims=False):
    require_propagation(nan_policy)
    size = divisible_count(data, axis)
    mean = np.mean(data, axis=axis, keepdims=True)
    if n == 1:
        return np.mean(data, axis=axis, keepdims=keepdims)
    square = np.mean((data - mean) ** 2, axis=axis, keepdims=keepdims)
    if n == 2:
        return square * size / (size - 1.0)
    if n == 3:
        cube = np.mean((data - mean) ** 3, axis=axis, keepdims=keepdims)
        return cube * size**2 / ((size - 1.0) * (size - 2.0))
    fourth = np.mean((data - mean) ** 4, axis=axis, keepdims=keepdims)
    whole = (size + 1.0) * fourth - 3.0 * (size - 1.0) * square**2
    return whole * size**2 / ((size - 1.0) * (size - 2.0) * (size - 3.0))


def described(a, axis, ddof, bias):
    """Return size, ends, mean, variance, skewness and kurtosis of samples."""
    size, ends, *moments = stats.describe(a, axis, ddof, bias)
    return (size, *ends, *moments)


@formula(described)
def described_formula(a, axis, ddof, bias):
    ends = np.min(a, axis=axis), np.max(a, axis=axis)
    spread = np.var(a, axis=axis, ddof=ddof)
    forms = stats.skew(a, axis, bias), stats.kurtosis(a, axis, bias=bias)
    return (count(a, axis), *ends, np.mean(a, axis=axis), spread, *forms)


Description = type(stats.describe([0.0, 1.0, 3.0]))


@definition(stats.describe)
def describe(a, axis=0, ddof=1, bias=True, nan_policy='propagate'):
    require_propagation(nan_policy)
    a = as_array(a)
    size, low, high, mean, spread, skewness, peak = described(a, axis, ddof, bias)
    return Description(size, (low, high), mean, spread, skewness, peak)


def combined(pvalues, method, weights, axis):
    """Return the statistic and the p-value of several tests."""
    found = stats.combine_pvalues(pvalues, method, weights, axis=axis)
    return found[0], found[1]


@formula(combined)
def combined_formula(pvalues, method, weights, axis):
    if np.size(pvalues) == 0:
        empty = np.sum(pvalues, axis=axis)
        return empty, empty
    n = divisible_count(pvalues, axis)
    if method == 'stouffer':
        if weights is None:
            weights = np.ones(np.shape(pvalues))
        length = np.sqrt(np.sum(weights**2 * np.ones(np.shape(pvalues)), axis=axis))
        z = np.sum(-weights * special.ndtri(pvalues), axis=axis) / length
        return z, special.ndtr(-z)
    if method == 'tippett':
        least = np.min(pvalues, axis=axis)
        return least, 1.0 - (1.0 - least) ** n
    above = np.sum(np.log1p(-pvalues), axis=axis)
    if method == 'pearson':
        return 2.0 * above, special.chdtr(2.0 * n, -2.0 * above)
    logs = np.sum(np.log(pvalues), axis=axis)
    if method == 'mudholkar_george':
        df, statistic = 5.0 * n + 4.0, above - logs
        t = statistic * np.sqrt(3.0 / n * df / (df - 2.0)) / np.pi
        return statistic, student_p_value(t, df, 'greater')
    return -2.0 * logs, special.chdtrc(2.0 * n, -2.0 * logs)


@definition(stats.combine_pvalues)
def combine_pvalues(
    pvalues, method='fisher', weights=None, *, axis=0, nan_policy='propagate',
    keepdims=False,
):  # fmt: skip
    require_plain(nan_policy, keepdims)
    weights = None if weights is None else as_array(weights)
    statistic, pvalue = combined(as_array(pvalues), method, weights, axis)
    return Significance(statistic, pvalue)
