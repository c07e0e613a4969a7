"""Tests of means by the distribution of Student.

Degrees of freedom that depend on the samples, as those of Welch, have no elementary
derivative in the p-value: the statistic alone has one.
"""

import numpy as np
from scipy import special, stats
from scipy.stats import _stats_py

from tangentlite.rules.registry import definition, formula
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.stats.descriptive import (
    divisible_count,
    require_propagation,
)
from tangentlite.templates.subscripts import refuse


def student_p_value(t, df, alternative):
    if alternative == 'less':
        return special.stdtr(df, t)
    if alternative == 'greater':
        return special.stdtr(df, -t)
    return 2.0 * special.stdtr(df, -np.abs(t))


# As results know what they were asked for; of other words SciPy raises before.
def number_of(alternative):
    return {'less': -1, 'greater': 1}.get(alternative, 0)


# What a result consists of, without what says how it was asked for.
def parts_of(result):
    return (
        result.statistic, result.pvalue, result.df, result._standard_error,
        result._estimate,
    )  # fmt: skip


def made_result(parts, alternative):
    statistic, pvalue, df, error, estimate = parts
    number = number_of(alternative)
    return _stats_py.TtestResult(statistic, pvalue, df, number, error, estimate)


def of_one_sample(a, popmean, axis, alternative, keepdims):
    """Return the parts of a test of one mean."""
    found = stats.ttest_1samp(
        a, popmean, axis, alternative=alternative, keepdims=keepdims
    )
    return parts_of(found)


@formula(of_one_sample)
def of_one_sample_formula(a, popmean, axis, alternative, keepdims):
    n = divisible_count(a, axis)
    mean = np.mean(a, axis=axis, keepdims=keepdims)
    error = np.std(a, axis=axis, ddof=1, keepdims=keepdims) / np.sqrt(n)
    if np.ndim(popmean) > 0 and not keepdims:
        popmean = np.squeeze(popmean, axis)
    t = (mean - popmean) / error
    return t, student_p_value(t, n - 1, alternative), n - 1, error, mean


@definition(stats.ttest_1samp)
def ttest_1samp(
    a, popmean, axis=0, nan_policy='propagate', alternative='two-sided', *,
    keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    parts = of_one_sample(
        as_array(a), as_array(popmean), axis, alternative, keepdims
    )
    return made_result(parts, alternative)


def of_pairs(a, b, axis, alternative, keepdims):
    """Return the parts of a test of the differences of pairs."""
    found = stats.ttest_rel(a, b, axis, alternative=alternative, keepdims=keepdims)
    return parts_of(found)


@formula(of_pairs)
def of_pairs_formula(a, b, axis, alternative, keepdims):
    return of_one_sample_formula(a - b, 0.0, axis, alternative, keepdims)


@definition(stats.ttest_rel)
def ttest_rel(
    a, b, axis=0, nan_policy='propagate', alternative='two-sided', *, keepdims=False
):
    require_propagation(nan_policy)
    parts = of_pairs(as_array(a), as_array(b), axis, alternative, keepdims)
    return made_result(parts, alternative)


def of_two_samples(a, b, axis, equal_var, alternative, keepdims):
    """Return the parts of a test of two means."""
    found = stats.ttest_ind(
        a, b, axis=axis, equal_var=equal_var, alternative=alternative, keepdims=keepdims
    )
    return parts_of(found)


def compared_means(means, squares, counts, equal_var, alternative):
    """Return the parts of a test of means by the sums of squares around them."""
    n1, n2 = counts
    if equal_var:
        df = n1 + n2 - 2
        error = np.sqrt((squares[0] + squares[1]) / df * (1.0 / n1 + 1.0 / n2))
    else:
        first, second = squares[0] / ((n1 - 1) * n1), squares[1] / ((n2 - 1) * n2)
        df = (first + second) ** 2 / (first**2 / (n1 - 1) + second**2 / (n2 - 1))
        error = np.sqrt(first + second)
    estimate = means[0] - means[1]
    t = estimate / error
    return t, student_p_value(t, df, alternative), df, error, estimate


def squares_around(a, mean, axis, keepdims):
    if not keepdims and axis is not None:
        mean = np.expand_dims(mean, axis)
    return np.sum((a - mean) ** 2, axis=axis, keepdims=keepdims)


@formula(of_two_samples)
def of_two_samples_formula(a, b, axis, equal_var, alternative, keepdims):
    mean1 = np.mean(a, axis=axis, keepdims=keepdims)
    mean2 = np.mean(b, axis=axis, keepdims=keepdims)
    square1 = squares_around(a, mean1, axis, keepdims)
    square2 = squares_around(b, mean2, axis, keepdims)
    counts = divisible_count(a, axis), divisible_count(b, axis)
    return compared_means(
        (mean1, mean2), (square1, square2), counts, equal_var, alternative
    )


@definition(stats.ttest_ind)
def ttest_ind(
    a, b, *, axis=0, equal_var=True, nan_policy='propagate', alternative='two-sided',
    trim=0, method=None, keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    if method is not None or not (isinstance(trim, int) and trim == 0):
        refuse('trim or method of ttest_ind', 'Use it without.')
    parts = of_two_samples(
        as_array(a), as_array(b), axis, equal_var, alternative, keepdims
    )
    return made_result(parts, alternative)


def of_summaries(mean1, std1, nobs1, mean2, std2, nobs2, equal_var, alternative):
    """Return statistic and p-value of a test of two means by their spreads."""
    found = stats.ttest_ind_from_stats(
        mean1, std1, nobs1, mean2, std2, nobs2, equal_var, alternative
    )
    return found[0], found[1]


@formula(of_summaries)
def of_summaries_formula(
    mean1, std1, nobs1, mean2, std2, nobs2, equal_var, alternative
):
    squares = (nobs1 - 1) * std1**2, (nobs2 - 1) * std2**2
    means, counts = (mean1, mean2), (nobs1, nobs2)
    return compared_means(means, squares, counts, equal_var, alternative)[:2]


SummaryResult = type(stats.ttest_ind_from_stats(0.0, 1.0, 2, 1.0, 1.0, 2))


@definition(stats.ttest_ind_from_stats)
def ttest_ind_from_stats(
    mean1, std1, nobs1, mean2, std2, nobs2, equal_var=True, alternative='two-sided'
):
    statistic, pvalue = of_summaries(
        mean1, std1, nobs1, mean2, std2, nobs2, equal_var, alternative
    )
    return SummaryResult(statistic, pvalue)
