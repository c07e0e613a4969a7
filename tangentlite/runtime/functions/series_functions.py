"""Coefficients of elementary functions of power series, by recurrences.

Each follows from a differential equation: y = exp(x) from y' = y x', which says
k y_k = sum of i x_i y_(k - i). See `series_products` for what series are.
"""

from __future__ import annotations

import numpy as np

from tangentlite.runtime.functions.series_products import (
    aligned,
    convolved,
    counted,
    series_of_integral,
    series_of_rates,
    series_product,
)


def series_quadratic(y, x_series, constant, linear, square):
    """Return the coefficients of y where y' = (constant + linear y + square y²) x'.

    >>> series_quadratic(1.0, np.array([1.0, 0.0, 0.0]), 0.0, 1.0, 0.0)  # exp(t)
    array([1.        , 0.5       , 0.16666667])
    """
    rates = rated(x_series)
    result = (constant + linear * y + square * y * y) * x_series
    slopes = np.zeros_like(result)
    for k in range(len(result)):
        result[k] += convolved(rates[:k], slopes[:k]) / (k + 1)
        slopes[k] = (linear + 2.0 * square * y) * result[k]
        slopes[k] += square * convolved(result[:k], result[:k])
    return result


def series_exp(y, x_series):
    """Return the coefficients of y where y' = y x', as of exp(x).

    >>> series_exp(1.0, np.array([1.0, 0.0, 0.0]))
    array([1.        , 0.5       , 0.16666667])
    """
    rates = rated(x_series)
    result = y * x_series
    for k in range(1, len(result)):
        result[k] += convolved(rates[:k], result[:k]) / (k + 1)
    return result


def series_log(x, x_series):
    """Return the coefficients of log(x).

    >>> series_log(1.0, np.array([1.0, 0.0, 0.0]))
    array([ 1.        , -0.5       ,  0.33333333])
    """
    result = np.divide(x_series, x)
    rates = result + 0.0
    for k in range(1, len(result)):
        terms = np.divide(convolved(rates[:k], x_series[:k]), x)
        rates[k] = (k + 1) * result[k] - terms
        result[k] -= terms / (k + 1)
    return result


def series_sqrt(y, x_series):
    """Return the coefficients of y = sqrt(x); where x stays 0 they are 0.

    >>> series_sqrt(1.0, np.array([2.0, 1.0, 0.0]))  # of (1 + t)**2
    array([1., 0., 0.])
    """
    at_zero = y == 0
    result = np.zeros_like(x_series)
    for k in range(len(result)):
        rest = x_series[k] - convolved(result[:k], result[:k])
        result[k] = np.divide(rest, 2.0 * y + at_zero * (rest == 0))
    return result


def series_sin(x, x_series):
    """Return the coefficients of sin(x).

    >>> series_sin(0.0, np.array([1.0, 0.0, 0.0]))
    array([ 1.        ,  0.        , -0.16666667])
    """
    return _turning(np.sin(x), np.cos(x), x_series, -1.0)[0]


def series_cos(x, x_series):
    """Return the coefficients of cos(x)."""
    return _turning(np.sin(x), np.cos(x), x_series, -1.0)[1]


def series_sinh(x, x_series):
    """Return the coefficients of sinh(x)."""
    return _turning(np.sinh(x), np.cosh(x), x_series, 1.0)[0]


def series_cosh(x, x_series):
    """Return the coefficients of cosh(x)."""
    return _turning(np.sinh(x), np.cosh(x), x_series, 1.0)[1]


def _turning(sine, cosine, x_series, sign):
    """Return the coefficients of s and c where s' = c x' and c' = sign s x'."""
    rates = rated(x_series)
    sines, cosines = cosine * x_series, sign * sine * x_series
    for k in range(1, len(sines)):
        sines[k] += convolved(rates[:k], cosines[:k]) / (k + 1)
        cosines[k] += sign * convolved(rates[:k], sines[:k]) / (k + 1)
    return sines, cosines


def series_power(result, x, x_series, exponent):
    """Return the coefficients of result = x**exponent, for a constant exponent.

    At 0 whole exponents have those of products, and others none but where x stays 0.

    >>> series_power(1.0, 1.0, np.array([1.0, 0.0]), -1.0)
    array([-1.,  1.])
    >>> series_power(0.0, 0.0, np.array([1.0, 0.0]), 2)
    array([0., 1.])
    """
    axes = np.ndim(result)
    terms = aligned(x_series, axes)
    rates = rated(terms)
    base = x + (x == 0)
    series = exponent * np.divide(result, base) * terms
    own_rates = series + 0.0
    for k in range(1, len(series)):
        sums = exponent * convolved(rates[:k], series[:k])
        sums = np.divide(sums - convolved(terms[:k], own_rates[:k]), base)
        own_rates[k] = (k + 1) * series[k] + sums
        series[k] += sums / (k + 1)
    if np.any(x == 0):
        at_zero = _power_of_zero(terms, exponent + np.zeros_like(result))
        series = np.where(x == 0, at_zero, series)
    return series


def _power_of_zero(terms, exponent):
    """Return the coefficients of a power of what is 0 at t = 0."""
    power = terms
    result = np.where(exponent == 1, power, 0.0 * power)
    for k in range(2, len(terms) + 1):
        zero = 0.0 * exponent
        power = series_product(zero, power, zero, terms)
        result = np.where(exponent == k, power, result)
    whole = (exponent == np.floor(exponent)) & (exponent >= 0)
    stays = np.all(terms == 0, axis=0) & (exponent > 0)
    return np.where(whole | stays, result, np.nan)


def series_whole_power(x, x_series, exponent):
    """Return the coefficients of x**exponent for a whole exponent of at least 1.

    >>> series_whole_power(0.0, np.array([1.0, 1.0, 0.0]), 2)
    array([0., 1., 2.])
    """
    result = x_series + 0.0
    for k in range(1, exponent):
        result = series_product(x**k, result, x, x_series)
    return result


def series_general_power(result, x, x_series, exponent, exponent_series):
    """Return the coefficients of result = x**exponent = exp(exponent * log(x)).

    Where x stays 0, they are 0.

    >>> one = np.array([1.0, 0.0])
    >>> series_general_power(1.0, 1.0, one, 1.0, one)
    array([1., 1.])
    """
    stays = (x == 0) & np.all(aligned(x_series, np.ndim(x)) == 0, axis=0)
    base = x + stays
    logarithm = series_log(base, x_series)
    return series_exp(
        result, series_product(exponent, exponent_series, np.log(base), logarithm)
    )


def series_exponential(result, base, exponent, exponent_series):
    """Return the coefficients of result = base**exponent, for a constant base.

    >>> series_exponential(1.0, 1.0, 0.0, np.array([1.0, 0.0]))
    array([0., 0.])
    """
    logarithm = np.log(base + (base == 0))
    axes = max(np.ndim(base), np.ndim(exponent))
    return series_exp(result, logarithm * aligned(exponent_series, axes))


def series_hypot(result, x, x_series, y, y_series):
    """Return the coefficients of result = hypot(x, y), real numbers.

    >>> series_hypot(5.0, 3.0, np.array([3.0, 0.0]), 4.0, np.array([4.0, 0.0]))
    array([5., 0.])
    """
    axes = np.ndim(result)
    one, other = aligned(x_series, axes), aligned(y_series, axes)
    squares = series_product(x, one, x, one) + series_product(y, other, y, other)
    return series_sqrt(result, squares)


def series_logaddexp(result, x, x_series, y, y_series):
    """Return the coefficients of result = log(exp(x) + exp(y)).

    >>> one = np.array([1.0, 0.0])
    >>> series_logaddexp(np.log(2.0), 0.0, one, 0.0, one)
    array([1., 0.])
    """
    axes = np.ndim(result)
    other = aligned(y_series, axes)
    difference = aligned(x_series, axes) - other
    share = np.exp(x - result)
    shares = series_quadratic(share, difference, 0.0, 1.0, -1.0)
    rate, rates = difference[0], series_of_rates(difference)
    whole = series_product(share, shares, rate, rates)
    return other + series_of_integral(share * rate, whole)


def rated(series):
    """Return k x_k for each coefficient."""
    return series * counted(1, len(series) + 1, series)
