"""Tests whether samples are from a normal distribution, by their moments."""

import numpy as np
from scipy import special, stats

from tangentlite.rules.registry import definition, formula
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.stats.descriptive import (
    count,
    divisible_count,
    require_plain,
)
from tangentlite.templates.scipy.stats.results import Significance

SAMPLE = [0.0, 1.0, 2.0, 3.0, 5.0, 4.0, 7.0, 9.0, 8.0, 6.0] * 2
SkewnessResult = type(stats.skewtest(SAMPLE))
KurtosisResult = type(stats.kurtosistest(SAMPLE))
NormalityResult = type(stats.normaltest(SAMPLE))


def normal_p_value(z, alternative):
    if alternative == 'less':
        return special.ndtr(z)
    if alternative == 'greater':
        return special.ndtr(-z)
    return 2.0 * special.ndtr(-np.abs(z))


def skewed(a, axis, alternative):
    """Return how much samples are skewed, as a normal number, and the p-value."""
    found = stats.skewtest(a, axis, alternative=alternative)
    return found[0], found[1]


# D'Agostino, Biometrika 57 (1970); SciPy takes a skewness of exactly 0 for another one.
@formula(skewed)
def skewed_formula(a, axis, alternative):
    n = divisible_count(a, axis)
    y = stats.skew(a, axis) * np.sqrt((n + 1.0) * (n + 3.0) / (6.0 * (n - 2.0)))
    fourth = 3.0 * (n**2 + 27.0 * n - 70.0) * (n + 1.0) * (n + 3.0)
    fourth = fourth / ((n - 2.0) * (n + 5.0) * (n + 7.0) * (n + 9.0))
    square = np.sqrt(2.0 * (fourth - 1.0)) - 1.0
    z = np.arcsinh(y / np.sqrt(2.0 / (square - 1.0))) / np.sqrt(0.5 * np.log(square))
    return z, normal_p_value(z, alternative)


@definition(stats.skewtest)
def skewtest(
    a, axis=0, nan_policy='propagate', alternative='two-sided', *, keepdims=False
):
    require_plain(nan_policy, keepdims)
    statistic, pvalue = skewed(as_array(a), axis, alternative)
    return SkewnessResult(statistic, pvalue)


def peaked(a, axis, alternative):
    """Return how much samples are peaked, as a normal number, and the p-value."""
    found = stats.kurtosistest(a, axis, alternative=alternative)
    return found[0], found[1]


# Anscombe and Glynn, Biometrika 70 (1983).
@formula(peaked)
def peaked_formula(a, axis, alternative):
    n = divisible_count(a, axis)
    mean = 3.0 * (n - 1.0) / (n + 1.0)
    variance = 24.0 * n * (n - 2.0) * (n - 3.0)
    variance = variance / ((n + 1.0) ** 2 * (n + 3.0) * (n + 5.0))
    x = (stats.kurtosis(a, axis, fisher=False) - mean) / np.sqrt(variance)
    skewness = 6.0 * (n * n - 5.0 * n + 2.0) / ((n + 7.0) * (n + 9.0))
    ratio = 6.0 * (n + 3.0) * (n + 5.0) / (n * (n - 2.0) * (n - 3.0))
    skewness = skewness * np.sqrt(ratio)
    root = np.sqrt(1.0 + 4.0 / skewness**2)
    degrees = 6.0 + 8.0 / skewness * (2.0 / skewness + root)
    base = 1.0 + x * np.sqrt(2.0 / (degrees - 4.0))
    cube = np.sign(base) * ((1.0 - 2.0 / degrees) / np.abs(base)) ** (1.0 / 3.0)
    z = (1.0 - 2.0 / (9.0 * degrees) - cube) / np.sqrt(2.0 / (9.0 * degrees))
    return z, normal_p_value(z, alternative)


@definition(stats.kurtosistest)
def kurtosistest(
    a, axis=0, nan_policy='propagate', alternative='two-sided', *, keepdims=False
):
    require_plain(nan_policy, keepdims)
    statistic, pvalue = peaked(as_array(a), axis, alternative)
    return KurtosisResult(statistic, pvalue)


def both_tested(a, axis):
    """Return the sum of the squares of both statistics, and the p-value."""
    found = stats.normaltest(a, axis)
    return found[0], found[1]


@formula(both_tested)
def both_tested_formula(a, axis):
    skewness, _ = skewed_formula(a, axis, 'less')
    kurtosis, _ = peaked_formula(a, axis, 'less')
    statistic = skewness**2 + kurtosis**2
    return statistic, special.chdtrc(2.0, statistic)


@definition(stats.normaltest)
def normaltest(a, axis=0, nan_policy='propagate', *, keepdims=False):
    require_plain(nan_policy, keepdims)
    statistic, pvalue = both_tested(as_array(a), axis)
    return NormalityResult(statistic, pvalue)


def of_moments(x, axis):
    """Return the statistic of Jarque and Bera, and the p-value."""
    found = stats.jarque_bera(x, axis=axis)
    return found[0], found[1]


@formula(of_moments)
def of_moments_formula(x, axis):
    squares = stats.skew(x, axis) ** 2 + stats.kurtosis(x, axis) ** 2 / 4.0
    statistic = count(x, axis) / 6.0 * squares
    return statistic, special.chdtrc(2.0, statistic)


@definition(stats.jarque_bera)
def jarque_bera(x, *, axis=None, nan_policy='propagate', keepdims=False):
    require_plain(nan_policy, keepdims)
    statistic, pvalue = of_moments(as_array(x), axis)
    return Significance(statistic, pvalue)
