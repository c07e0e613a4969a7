"""Special functions of one number, in operations that numba compiles."""

from __future__ import annotations

import numpy as np


def logistic(x):
    """Return the logistic function.

    >>> float(logistic(0.0)), float(logistic(-1000.0))
    (0.5, 0.0)
    """
    if x >= 0.0:
        return 1.0 / (1.0 + np.exp(-x))
    e = np.exp(x)
    return e / (1.0 + e)


def log_odds(p):
    """Return the inverse of the logistic function.

    >>> float(log_odds(0.5))
    0.0
    """
    return np.log(p) - np.log1p(-p)


def log_logistic(x):
    """Return the logarithm of the logistic function.

    >>> float(log_logistic(-1000.0))
    -1000.0
    """
    return min(x, 0.0) - np.log1p(np.exp(-abs(x)))


def x_log_y(x, y):
    """Return x log(y), zero where x is, unless y is no number.

    >>> x_log_y(0.0, 0.0)
    0.0
    """
    if x == 0.0 and y == y:
        return 0.0
    return x * np.log(y)


def x_log_1p_y(x, y):
    """Return x log(1 + y), zero where x is, unless y is no number.

    >>> x_log_1p_y(0.0, -1.0)
    0.0
    """
    if x == 0.0 and y == y:
        return 0.0
    return x * np.log1p(y)


def digamma(x):
    """Return the derivative of the logarithm of the gamma function.

    By its recurrence to numbers above 10, and the asymptotic series there (Abramowitz
    and Stegun, 6.3.5 and 6.3.18); by reflection (6.3.7) for negative numbers.

    >>> float(round(digamma(1.0) + 0.5772156649015329, 14))
    0.0
    """
    if x == 0.0:
        return -np.copysign(np.inf, x)
    if x < 0.0:
        if x == np.floor(x):
            return np.nan
        whole = x - np.floor(x)
        return digamma_of_positive(1.0 - x) - np.pi / np.tan(np.pi * whole)
    return digamma_of_positive(x)


def digamma_of_positive(x):
    """Return `digamma` of a positive number.

    >>> float(digamma_of_positive(np.inf))
    inf
    """
    total = 0.0
    while x < 10.0:
        total -= 1.0 / x
        x += 1.0
    if x == np.inf or x != x:
        return x
    square = 1.0 / (x * x)
    series = 1.0 / 12.0 - square * (
        1.0 / 120.0
        - square
        * (
            1.0 / 252.0
            - square * (1.0 / 240.0 - square * (1.0 / 132.0 - square * 691.0 / 32760.0))
        )
    )
    return total + np.log(x) - 0.5 / x - square * series


def finite_or_zero(x):
    """Return a number that is finite, 0.0 for others.

    >>> finite_or_zero(2.0), finite_or_zero(-np.inf)
    (2.0, 0.0)
    """
    return x if np.isfinite(x) else 0.0
