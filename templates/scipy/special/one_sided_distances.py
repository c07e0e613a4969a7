"""The distribution of the largest distance to one side, Smirnov's, and its inverse.

For each number n of points it is a polynomial between multiples of 1 / n: Birnbaum and
Tingey, One-sided confidence contours for probability distribution functions (1951).
Where two polynomials meet a derivative is that to the right.
"""

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise


def smirnov_slope(n, x, order):
    """Return the derivative of an order of `smirnov` by the distance x."""
    dtype = np.result_type(n, x, 0.0)
    counts, places = np.broadcast_arrays(np.floor(n), np.asarray(x, float))
    whole = np.full(counts.shape, np.nan)
    is_inside = (places >= 0.0) & (places <= 1.0) & (counts >= 1.0)
    for count in np.unique(counts[is_inside]):
        at = is_inside & (counts == count)
        whole[at] = polynomial_slope(int(count), places[at], order)
    return whole.astype(dtype)[()]


@elementwise(smirnov_slope)
def next_slope(y, n, x, order):
    d[x] = d[y] * smirnov_slope(n, x, order + 1)


# The sum over j of binom(n, j) x (x + j / n)^(j - 1) (1 - x - j / n)^(n - j), of which
# the first term is no product.
def polynomial_slope(count, x, order):
    sign = (-1.0) ** order
    whole = sign * falling(count, order) * (1.0 - x) ** max(count - order, 0)
    j = np.expand_dims(np.arange(1.0, count), 1)
    right = (count - j) / count - x
    is_in = right > 0.0
    left, right = x + j / count, np.where(is_in, right, 1.0)
    powers = (j - 1.0) * np.log(left) + (count - j) * np.log(right)
    size = np.where(is_in, np.exp(log_binomial(count, j) + powers), 0.0)
    relative = x * relative_slope(count, j, left, right, order)
    relative = relative + order * relative_slope(count, j, left, right, order - 1)
    return whole + np.sum(size * relative, 0)


def log_binomial(n, k):
    ways = special.gammaln(k + 1.0) + special.gammaln(n - k + 1.0)
    return special.gammaln(n + 1.0) - ways


# Of the product of the two powers, over the product.
def relative_slope(count, j, left, right, order):
    whole = 0.0
    for k in range(order + 1):
        ways = falling(order, k) / falling(k, k)
        of_left = falling(j - 1.0, k) / left**k
        of_right = falling(count - j, order - k) / (-right) ** (order - k)
        whole = whole + ways * of_left * of_right
    return whole


def falling(n, k):
    product = 1.0
    for step in range(k):
        product = product * (n - step)
    return product


@elementwise(special.smirnov)
def smirnov(p, n, x):
    d[x] = d[p] * smirnov_slope(n, x, 1)


@elementwise(special.smirnovi)
def smirnovi(x, n, p):
    d[p] = np.divide(d[x], smirnov_slope(n, x, 1))
