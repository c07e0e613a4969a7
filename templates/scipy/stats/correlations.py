"""Correlation of two samples and the straight line through them."""

import numpy as np
from scipy import special, stats
from scipy.stats import _stats_py

from tangentlite.rules.registry import definition, formula, refused
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.stats.descriptive import (
    deviations,
    require_propagation,
)
from tangentlite.templates.scipy.stats.results import Line
from tangentlite.templates.scipy.stats.t_tests import student_p_value
from tangentlite.templates.subscripts import refuse

refused(
    'It is a function of ranks, which are constant between ties: call it outside of '
    'the function, or use pearsonr.',
    *(
        getattr(stats, name)
        for name in (
            'spearmanr', 'kendalltau', 'weightedtau', 'somersd', 'chatterjeexi',
            'spearmanrho',
        )
        if hasattr(stats, name)
    ),
)  # fmt: skip


# Two samples have a coefficient of 1 or -1, whatever they are. The distribution of
# those of more is a beta distribution between -1 and 1.
def p_value_of_coefficient(r, n, alternative):
    shape = max(0.5 * n - 1.0, 0.5)
    if alternative == 'less':
        found = special.betainc(shape, shape, 0.5 * (1.0 + r))
    elif alternative == 'greater':
        found = special.betainc(shape, shape, 0.5 * (1.0 - r))
    else:
        found = 2.0 * special.betainc(shape, shape, 0.5 * (1.0 - np.abs(r)))
    return np.where(n > 2, found, 1.0)


# Of a constant sample it is not defined: SciPy warns and returns nan, and the
# derivative is nan, too, as its limits differ with the direction.
def coefficient(x, y, axis):
    u, v = deviations(x, axis), deviations(y, axis)
    squares = np.sum(u * u, axis) * np.sum(v * v, axis)
    return np.sum(u * v, axis) / np.sqrt(squares)


def correlated(x, y, alternative):
    """Return a coefficient and its p-value, of samples along the first axis."""
    found = stats.pearsonr(x, y, alternative=alternative)
    return found.statistic, found.pvalue


def correlated_along(x, y, alternative, axis):
    """Return coefficients and their p-values, of samples along an axis."""
    found = stats.pearsonr(x, y, alternative=alternative, axis=axis)
    return found.statistic, found.pvalue


@formula(correlated)
def correlated_formula(x, y, alternative):
    return correlated_along_formula(x, y, alternative, 0)


@formula(correlated_along)
def correlated_along_formula(x, y, alternative, axis):
    r = coefficient(x, y, axis)
    n = np.size(x) if axis is None else np.shape(x)[axis]
    return r, p_value_of_coefficient(r, n, alternative)


@definition(stats.pearsonr)
def pearsonr(x, y, *, alternative='two-sided', method=None, axis=0):
    if method is not None:
        refuse('a method of pearsonr', 'Use it without.')
    x, y = as_array(x), as_array(y)
    if axis == 0:
        statistic, pvalue = correlated(x, y, alternative)
    else:  # of SciPy 1.14 on
        statistic, pvalue = correlated_along(x, y, alternative, axis)
    n = np.size(x) if axis is None else np.shape(x)[axis]
    return _stats_py.PearsonRResult(statistic, pvalue, alternative, n)


def line_through(x, y, alternative):
    """Return slope, intercept, coefficient, p-value and errors of a straight line."""
    found = stats.linregress(x, y, alternative)
    return (
        found.slope, found.intercept, found.rvalue, found.pvalue, found.stderr,
        found.intercept_stderr,
    )  # fmt: skip


# By the residuals, as 1 - r * r loses digits where the line fits well.
@formula(line_through)
def line_through_formula(x, y, alternative):
    n = np.size(x)
    u, v = deviations(x, None), deviations(y, None)
    square, product = np.sum(u * u), np.sum(u * v)
    slope = product / square
    r = product / np.sqrt(square * np.sum(v * v))
    intercept = np.mean(y) - slope * np.mean(x)
    if n == 2:  # no point is beside the line
        return slope, intercept, r, 0.0, 0.0, 0.0
    error = np.std(v - slope * u) * np.sqrt(n / ((n - 2) * square))
    p = student_p_value(slope / error, n - 2, alternative)
    return slope, intercept, r, p, error, error * np.sqrt(np.mean(x * x))


@definition(stats.linregress)
def linregress(
    x, y, alternative='two-sided', *, axis=0, nan_policy='propagate', keepdims=False
):
    require_propagation(nan_policy)
    x, y = as_array(x), as_array(y)
    if np.ndim(x) != 1 or np.ndim(y) != 1 or axis != 0 or keepdims:
        refuse('linregress of several samples at once', 'Call it for each.')
    slope, intercept, r, p, error, of_intercept = line_through(x, y, alternative)
    return Line(slope, intercept, r, p, error, intercept_stderr=of_intercept)
