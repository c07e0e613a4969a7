"""Derivatives of the gamma function, and a Bessel function, for generated code.

Abramowitz and Stegun, Handbook of Mathematical Functions (1964), chapters 6 and 9.
"""

from __future__ import annotations

import importlib
import math

import numpy as np

# B(2), B(4), ...: the Bernoulli numbers of even order.
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)


def polygamma(n, x):
    """Return the derivative of an order of the digamma function, that of log gamma.

    >>> round(polygamma(0, 1.0), 12)  # Euler's constant, negative
    -0.577215664902
    >>> round(polygamma(1, -0.5) - math.pi**2 / 2, 12)
    4.0
    """
    x = float(x)
    if x < 0.0:  # 6.4.7
        return (-1) ** n * polygamma(n, 1.0 - x) - float(_slope_of_cotangent(n, x))
    sign = -((-1) ** n)
    total = 0.0
    while x < 16.0 + n:  # 6.4.6
        total += np.divide(sign * math.factorial(n), x ** (n + 1))
        x += 1.0
    inverse = 1.0 / x
    if n == 0:  # 6.3.18
        series = -math.log(x)
    else:  # 6.4.11
        series = math.factorial(n - 1) * inverse**n
    series += 0.5 * math.factorial(n) * inverse ** (n + 1)
    for k, number in enumerate(_BERNOULLI, start=1):
        factor = math.factorial(2 * k + n - 1) / math.factorial(2 * k)
        series += number * factor * inverse ** (2 * k + n)
    return float(total + sign * series)


def _slope_of_cotangent(n, x):
    """Return pi times the derivative of an order of cot(pi x).

    That of a polynomial p of t = cot(u) is -(1 + t^2) p'(t).
    """
    t = 1.0 / math.tan(math.pi * (x - np.rint(x)))
    p = np.array([0.0, 1.0])
    for _ in range(n):
        p = -np.convolve([1.0, 0.0, 1.0], p[1:] * np.arange(1, len(p)))
    return math.pi ** (n + 1) * np.polyval(p[::-1], t)


def bessel_j(n, x):
    """Return a Bessel function of whole order of real numbers.

    The second is that of smaller orders, where no digits cancel (9.1.27), which takes a
    tenth of the time.

    >>> round(float(bessel_j(2, 3.0)), 12)
    0.486091260586
    """
    special = importlib.import_module("scipy.special")
    if n != 2:
        return special.jv(n, x)
    size = np.abs(x)
    is_near = ~((size >= 2.0) & (size < np.inf))
    divisor = np.where(is_near, 1.0, x)
    found = 2.0 * special.j1(x) / divisor - special.j0(x)
    if np.ndim(x) == 0:
        return special.jv(2, x) if is_near else found
    found[is_near] = special.jv(2, x[is_near])
    return found
