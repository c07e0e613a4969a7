"""Coefficients of products and quotients of power series, in Taylor mode.

The series of a value x is x + x_series[0] t + x_series[1] t**2 + ..., as far as
`x_series` goes: its leading axis counts the powers.
"""

from __future__ import annotations

import numpy as np


def series_product(x, x_series, y, y_series):
    """Return the coefficients of x * y.

    >>> series_product(2.0, np.array([1.0, 0.0]), 3.0, np.array([1.0, 0.0]))
    array([5., 1.])
    """
    axes = max(np.ndim(x), np.ndim(y))
    one, other = aligned(x_series, axes), aligned(y_series, axes)
    result = x * other + one * y
    for k in range(1, len(result)):
        result[k] += convolved(one[:k], other[:k])
    return result


def series_quotient(result, x_series, y, y_series):
    """Return the coefficients of result = x / y; those of x may be a number.

    >>> series_quotient(1.0, 0.0, 1.0, np.array([-1.0, 0.0]))  # 1 / (1 - t)
    array([1., 1.])
    """
    axes = np.ndim(result)
    upper, lower = aligned(x_series, axes), aligned(y_series, axes)
    series = np.divide(upper - lower * result, y)
    for k in range(1, len(series)):
        series[k] -= np.divide(convolved(lower[:k], series[:k]), y)
    return series


def series_cross_terms(function, arguments, places):
    """Return what products of series have beside those with a value.

    The function is linear in each argument of some `places`, at which `arguments` are
    coefficients from the first power on.

    >>> a = np.ones((3, 2))
    >>> series_cross_terms(np.dot, (a, a), (0, 1))
    array([0., 2., 4.])
    """
    items = list(arguments)
    first, second = arguments[places[0]], arguments[places[1]]
    items[places[0]], items[places[1]] = first[0], second[0]
    zero = 0.0 * function(*items)
    sums = [zero]
    for k in range(1, len(first)):
        total = zero
        for i in range(k):
            items[places[0]], items[places[1]] = first[i], second[k - 1 - i]
            total = total + function(*items)
        sums.append(total)
    return np.stack(sums)


def first_of_series(series):
    """Return the value of the derivative by t: the first coefficient."""
    return series[0]


def count_of_series(series):
    """Return up to which power a series goes."""
    return len(series)


def series_of_rates(series):
    """Return the coefficients of the derivative by t, behind its value.

    The last is not known, and 0 here: nothing may depend on it.

    >>> series_of_rates(np.array([1.0, 1.0, 1.0]))
    array([2., 3., 0.])
    """
    count = len(series)
    result = np.zeros_like(series)
    result[:-1] = series[1:] * counted(2, count + 1, series)
    return result


def series_of_integral(rate, rates):
    """Return the coefficients of what has a derivative by t.

    >>> series_of_integral(1.0, np.array([2.0, 3.0, 0.0]))
    array([1., 1., 1.])
    """
    result = np.empty_like(rates)
    result[0] = rate
    result[1:] = rates[:-1]
    return result / counted(1, len(rates) + 1, rates)


def counted(first, end, series):
    """Return numbers in a row along the leading axis of a series, and in its dtype."""
    shape = (end - first,) + (1,) * (np.ndim(series) - 1)
    return np.reshape(np.arange(first, end), shape).astype(np.real(series).dtype)


def convolved(one, other):
    """Return the sum of the products of coefficients, of which one runs backwards."""
    if np.ndim(one) == np.ndim(other) == 1:
        return one @ other[::-1]
    return np.sum(one * other[::-1], axis=0)


def aligned(series, axes):
    """Return coefficients with as many axes behind the leading one, or a number."""
    missing = axes + 1 - np.ndim(series)
    if np.ndim(series) == 0 or missing <= 0:
        return series
    shape = np.shape(series)
    return np.reshape(series, shape[:1] + (1,) * missing + shape[1:])
