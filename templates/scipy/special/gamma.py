"""The gamma function and its like.

The reciprocal of the gamma function is entire. Its slope at the poles of gamma is
found from the reflection formula (DLMF 5.5.3), and with it that of products which have
the reciprocal as a factor.
"""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import constant, d, elementwise, formula
from tangentlite.templates.subscripts import refuse

constant(special.gammasgn, special.bernoulli, special.euler)


@elementwise(special.gammaln, special.loggamma)
def gammaln(y, x):
    d[x] = special.digamma(x) * d[y]


@formula(special.multigammaln)
def multigammaln(a, d):
    total = d * (d - 1) * (0.25 * math.log(math.pi))
    for j in range(d):
        total = total + special.gammaln(a - 0.5 * j)
    return total


@elementwise(special.gamma)
def gamma(y, x):
    d[x] = y * special.digamma(x) * d[y]


@elementwise(special.digamma)
def digamma(y, x):
    if np.iscomplexobj(x):
        refuse(
            'special.digamma of complex numbers',
            'SciPy has no trigamma function of them.',
        )
    d[x] = special.zeta(2.0, x) * d[y]


@elementwise(special.polygamma)
def polygamma(y, n, x):
    d[x] = special.polygamma(n + 1, x) * d[y]


@elementwise(special.rgamma)
def rgamma(y, x):
    if np.iscomplexobj(x):
        d[x] = -special.digamma(x) * y * d[y]
    else:
        d[x] = slope_of_reciprocal(x) * d[y]


def slope_of_reciprocal(x):
    left = np.where(x < 0.5, x, 0.5)
    right = np.where(x < 0.5, 0.5, x)
    angle = math.pi * left
    sine = np.sin(angle) * special.digamma(1.0 - left) * (1.0 / math.pi)
    size = np.where(x < 0.5, special.gamma(1.0 - left), special.rgamma(right))
    return size * np.where(x < 0.5, np.cos(angle) - sine, -special.digamma(right))


@elementwise(special.zeta)
def zeta(y, x, q=None, out=None):
    d[q] = -x * special.zeta(x + 1.0, q) * d[y]


@elementwise(special.poch)
def poch(y, x, m):
    last = x + m
    d[x] = rising_slope(y, x, m, last) * d[y]
    d[m] = y * special.digamma(last) * d[y]


# At a pole of gamma(x) the product is zero and gamma(x + m) times the slope of the
# reciprocal. For a whole number m of factors below zero they are counted down from -x.
def rising_slope(y, x, m, last):
    is_low = (x < 0.5) & (last < 0.5) & (m == np.floor(m))
    is_pole = (x <= 0.0) & (x == np.floor(x)) & ~is_low
    low = np.where(is_low, x, 0.0)
    low_end = np.where(is_low, last, 0.0)
    pole = np.where(is_pole, x, 1.0)
    end = np.where(is_pole, last, 1.0)
    start = np.where(is_low | is_pole, 1.0, x)
    regular_end = np.where(is_low | is_pole, 1.0, last)
    counted_down = special.digamma(1.0 - low_end) - special.digamma(1.0 - low)
    slope = slope_of_reciprocal(pole)
    at_pole = slope + special.digamma(end) * special.rgamma(pole)
    regular = special.digamma(regular_end) - special.digamma(start)
    relative = np.where(is_low, counted_down, np.where(is_pole, at_pole, regular))
    return relative * np.where(is_pole, special.gamma(end), y)


@elementwise(special.binom)
def binom(y, n, k):
    rest = n - k + 1.0
    is_pole = (rest <= 0.0) & (rest == np.floor(rest))
    at = np.where(is_pole, rest, 1.0)
    slope = special.gamma(n + 1.0) * special.rgamma(k + 1.0) * slope_of_reciprocal(at)
    beyond = special.digamma(np.where(is_pole, 1.0, rest))
    by_rest = np.where(is_pole, slope, -y * beyond)
    d[n] = (y * special.digamma(n + 1.0) + by_rest) * d[y]
    d[k] = (-y * special.digamma(k + 1.0) - by_rest) * d[y]


# With repetition SciPy asks for k <= N + k - 1 in some of its versions.
repeated = special.binom if special.comb(0.5, 2, repetition=True) else special.comb


@formula(special.comb)
def comb(N, k, *, exact=False, repetition=False):
    if repetition:
        return repeated(N + k - 1, k)
    return np.where((k <= N) & (N >= 0) & (k >= 0), special.binom(N, k), 0.0)


@formula(special.perm)
def perm(N, k, exact=False):
    is_valid = (k <= N) & (N >= 0) & (k >= 0)
    return np.where(is_valid, special.poch(N - k + 1, k), 0.0)


@formula(special.factorial)
def factorial(n, exact=False, extend='zero'):
    return np.where(n >= 0, special.gamma(n + 1.0), 0.0)
