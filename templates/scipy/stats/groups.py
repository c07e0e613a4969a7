"""Tests of several samples and of counts: analysis of variance, and chi-squared."""

import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import definition, formula, refused
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.stats.descriptive import (
    count,
    divisible_count,
    require_plain,
    require_propagation,
)
from tangentlite.templates.subscripts import refuse

refused(
    'It is a function of ranks or of an order, constant between ties: call it outside '
    'of the function.',
    *(
        getattr(stats, name)
        for name in (
            'mannwhitneyu', 'wilcoxon', 'ranksums', 'kruskal', 'friedmanchisquare',
            'brunnermunzel', 'ansari', 'mood', 'fligner', 'ks_2samp',
            'epps_singleton_2samp', 'cramervonmises_2samp', 'median_test',
            'anderson_ksamp',
        )
        if hasattr(stats, name)
    ),
)  # fmt: skip

GroupsResult = type(stats.f_oneway([0.0, 1.0], [0.0, 2.0]))
BartlettResult = type(stats.bartlett([0.0, 1.0], [0.0, 2.0]))
LeveneResult = type(stats.levene([0.0, 1.0, 3.0], [0.0, 2.0, 3.0]))
DivergenceResult = type(stats.power_divergence([1.0, 2.0]))


def analysed(samples, axis):
    """Return the quotient of variances between and in groups, and its p-value."""
    found = stats.f_oneway(*samples, axis=axis)
    return found[0], found[1]


# How much the samples differ from the means of their groups, and these from each other.
@formula(analysed)
def analysed_formula(samples, axis):
    whole, groups = 0.0, len(samples)
    between, within, total = 0.0, 0.0, 0.0
    for sample in samples:
        n = divisible_count(sample, axis)
        whole = whole + n
        total = total + np.sum(sample, axis=axis)
        within = within + n * np.var(sample, axis=axis)
    for sample in samples:
        step = np.mean(sample, axis=axis) - total / whole
        between = between + count(sample, axis) * step**2
    dfn, dfd = groups - 1, whole - groups
    f = (between / dfn) / (within / dfd)
    return f, special.fdtrc(dfn, dfd, f)


@definition(stats.f_oneway)
def f_oneway(
    *samples, axis=0, equal_var=True, nan_policy='propagate', keepdims=False
):
    require_propagation(nan_policy)
    if keepdims or not equal_var:
        refuse('keepdims or equal_var=False of f_oneway', 'Use it without.')
    statistic, pvalue = analysed([as_array(a) for a in samples], axis)
    return GroupsResult(statistic, pvalue)


def compared_variances(samples):
    """Return how much the variances of samples differ, and the p-value."""
    found = stats.bartlett(*samples)
    return found[0], found[1]


@formula(compared_variances)
def compared_variances_formula(samples):
    whole, groups = 0.0, len(samples)
    pooled, logs, rests = 0.0, 0.0, 0.0
    for sample in samples:
        n = divisible_count(sample, 0)
        whole = whole + n
        variance = np.var(sample, axis=0, ddof=1)
        pooled = pooled + (n - 1) * variance
        logs = logs + (n - 1) * np.log(variance)
        rests = rests + 1.0 / (n - 1)
    df = whole - groups
    scale = 1.0 + (rests - 1.0 / df) / (3.0 * (groups - 1))
    statistic = (df * np.log(pooled / df) - logs) / scale
    return statistic, special.chdtrc(groups - 1, statistic)


@definition(stats.bartlett)
def bartlett(*samples, axis=0, nan_policy='propagate', keepdims=False):
    require_propagation(nan_policy)
    if keepdims or axis != 0:
        refuse('axis or keepdims of bartlett', 'Put the samples along the first axis.')
    statistic, pvalue = compared_variances([as_array(a) for a in samples])
    return BartlettResult(statistic, pvalue)


def compared_distances(samples, center, proportiontocut):
    """Return how much distances from the middles differ, and the p-value."""
    found = stats.levene(*samples, center=center, proportiontocut=proportiontocut)
    return found[0], found[1]


def middle_of(sample, center, proportiontocut):
    if center == 'mean':
        return np.mean(sample, axis=0)
    if center == 'trimmed':
        return stats.trim_mean(sample, proportiontocut, axis=0)
    return np.median(sample, axis=0)


# The analysis of variance of distances. What is itself the middle has none.
@formula(compared_distances)
def compared_distances_formula(samples, center, proportiontocut):
    distances = []
    for sample in samples:
        middle = middle_of(sample, center, proportiontocut)
        distances.append(np.abs(sample - middle))
    return analysed_formula(distances, 0)


@definition(stats.levene)
def levene(
    *samples, center='median', proportiontocut=0.05, axis=0, nan_policy='propagate',
    keepdims=False,
):  # fmt: skip
    require_propagation(nan_policy)
    if keepdims or axis != 0:
        refuse('axis or keepdims of levene', 'Put the samples along the first axis.')
    statistic, pvalue = compared_distances(
        [as_array(a) for a in samples], center, proportiontocut
    )
    return LeveneResult(statistic, pvalue)


# Of other names Pearson's, as SciPy raises for them.
def power_of(lambda_):
    if not isinstance(lambda_, str):
        return lambda_
    if lambda_ == 'log-likelihood':
        return 0
    if lambda_ == 'freeman-tukey':
        return -0.5
    if lambda_ == 'mod-log-likelihood':
        return -1
    if lambda_ == 'neyman':
        return -2
    return 2 / 3 if lambda_ == 'cressie-read' else 1


def diverging(f_obs, f_exp, ddof, axis, lambda_):
    """Return how much counts diverge from what is expected, and the p-value."""
    found = stats.power_divergence(f_obs, f_exp, ddof, axis, lambda_)
    return found[0], found[1]


@formula(diverging)
def diverging_formula(f_obs, f_exp, ddof, axis, lambda_):
    power = power_of(lambda_)
    if f_exp is None:
        f_exp = np.mean(f_obs, axis=axis, keepdims=True)
    if power == 1:
        terms = (f_obs - f_exp) ** 2 / f_exp
    elif power == 0:
        terms = 2.0 * special.xlogy(f_obs, f_obs / f_exp)
    elif power == -1:
        terms = 2.0 * special.xlogy(f_exp, f_exp / f_obs)
    else:
        scale = 0.5 * power * (power + 1)
        terms = f_obs * ((f_obs / f_exp) ** power - 1) / scale
    statistic = np.sum(terms, axis=axis)
    return statistic, special.chdtrc(count(terms, axis) - 1 - ddof, statistic)


@definition(stats.power_divergence)
def power_divergence(
    f_obs, f_exp=None, ddof=0, axis=0, lambda_=None, *, nan_policy='propagate',
    keepdims=False,
):  # fmt: skip
    require_plain(nan_policy, keepdims)
    power = 1 if lambda_ is None else lambda_
    expected = None if f_exp is None else as_array(f_exp)
    statistic, pvalue = diverging(as_array(f_obs), expected, ddof, axis, power)
    return DivergenceResult(statistic, pvalue)


@definition(stats.chisquare)
def chisquare(
    f_obs, f_exp=None, ddof=0, axis=0, *, sum_check=True, nan_policy='propagate',
    keepdims=False,
):  # fmt: skip
    if not sum_check:
        refuse('sum_check=False of chisquare', 'Scale what is expected to the sum.')
    return stats.power_divergence(
        f_obs, f_exp, ddof, axis, 'pearson', nan_policy=nan_policy, keepdims=keepdims
    )
