"""Coefficients of functions of whole arrays of power series, in Taylor mode.

See `series_products` for what series are.
"""

from __future__ import annotations

import numpy as np

from tangentlite.runtime.functions.series_functions import series_exp
from tangentlite.runtime.functions.series_products import (
    series_of_integral,
    series_of_rates,
    series_product,
)


def series_solve(result, a, a_series, b_series):
    """Return the coefficients of result = solve(a, b); those of b may be a number.

    >>> series_solve(np.ones(1), np.ones((1, 1)), -np.ones((2, 1, 1)), 0.0)
    array([[1.],
           [2.]])
    """
    right = b_series + np.zeros_like(result) * np.ones(
        (len(a_series),) + (1,) * np.ndim(result)
    )
    series = np.zeros_like(right)
    for k in range(len(series)):
        rest = right[k] - a_series[k] @ result
        for i in range(k):
            rest = rest - a_series[i] @ series[k - 1 - i]
        series[k] = np.linalg.solve(a, rest)
    return series


def series_solve_lower(result, factor, factor_series, b_series, adjoint=False):
    """Return the coefficients of result = solve_lower(factor, b, adjoint).

    >>> series_solve_lower(np.ones(1), np.ones((1, 1)), -np.ones((2, 1, 1)), 0.0)
    array([[1.],
           [2.]])
    """
    lower, changes = np.tril(factor), np.tril(factor_series)
    if adjoint:
        lower, changes = (np.conj(np.swapaxes(a, -1, -2)) for a in (lower, changes))
    return series_solve(result, lower, changes, b_series)


def series_det(result, a, a_series):
    """Return the coefficients of result = det(a), of a matrix that has an inverse.

    >>> series_det(1.0, np.eye(2), np.array([np.eye(2), np.zeros((2, 2))]))
    array([2., 1.])
    """
    inverse = np.linalg.inv(a)
    inverses = series_solve(inverse, a, a_series, 0.0)
    turned, rates = np.swapaxes(inverses, -1, -2), series_of_rates(a_series)
    first = np.swapaxes(inverse, -1, -2)
    terms = series_product(first, turned, a_series[0], rates)
    rate = np.sum(first * a_series[0], axis=(-1, -2))
    logarithm = series_of_integral(rate, np.sum(terms, axis=(-1, -2)))
    return series_exp(result, logarithm)


def series_cumprod(a, a_series, axis):
    """Return the coefficients of cumulative products along an axis, not negative.

    >>> a_series = np.array([[1.0, 1.0], [0.0, 0.0]])
    >>> series_cumprod(np.array([1.0, 1.0]), a_series, 0)
    array([[1., 2.],
           [0., 1.]])
    """
    items, series = np.moveaxis(a, axis, 0), np.moveaxis(a_series, axis + 1, 1)
    result = series.copy()
    product = np.ones_like(items[0])
    for k in range(1, len(items)):
        product = product * items[k - 1]
        result[:, k] = series_product(product, result[:, k - 1], items[k], series[:, k])
    return np.moveaxis(result, 1, axis + 1)


def series_prod(a, a_series, axis):
    """Return the coefficients of products along an axis, not negative."""
    products = np.moveaxis(series_cumprod(a, a_series, axis), axis + 1, 1)
    return products[:, -1]


def series_polyval(p, x, x_series):
    """Return the coefficients of a polynomial with constant coefficients.

    >>> series_polyval(np.array([1.0, 0.0, 0.0]), 1.0, np.array([1.0, 0.0, 0.0]))
    array([2., 1., 0.])
    """
    value, series = p[0] + 0.0 * x, 0.0 * x_series
    for k in range(1, len(p)):
        series = series_product(value, series, x, x_series)
        value = value * x + p[k]
    return series
