"""Incomplete gamma and beta functions and their inverses, by the end of the integral.

Densities are exponentials of logarithms, which neither overflow nor lose their tails.
At an infinite end they are those at LARGE, zero, as two infinities would cancel. At a
finite end they are powers, whose derivatives of every order are right there.
"""

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise

LARGE = 1e30


def log_gamma_density(a, x):
    end = np.minimum(x, LARGE)
    return special.xlogy(a - 1.0, end) - end - special.gammaln(a)


def gamma_density(a, x):
    is_end = x == 0.0
    inside = special.xlogy(a - 1.0, np.where(is_end, 1.0, np.minimum(x, LARGE)))
    size = np.exp(inside - np.minimum(x, LARGE) - special.gammaln(a))
    return size * np.power(np.where(is_end, x, 1.0), a - 1.0)


def log_beta_density(a, b, x):
    below = special.xlogy(a - 1.0, x)
    return below + special.xlog1py(b - 1.0, -x) - special.betaln(a, b)


def beta_density(a, b, x):
    is_start, is_end = x == 0.0, x == 1.0
    below = special.xlogy(a - 1.0, np.where(is_start, 1.0, x))
    above = special.xlog1py(b - 1.0, np.where(is_end, 0.0, -x))
    start = np.power(np.where(is_start, x, 1.0), a - 1.0)
    end = np.power(np.where(is_end, 1.0 - x, 1.0), b - 1.0)
    return np.exp(below + above - special.betaln(a, b)) * start * end


@elementwise(special.gammainc)
def gammainc(y, a, x):
    d[x] = d[y] * gamma_density(a, x)


@elementwise(special.gammaincc)
def gammaincc(y, a, x):
    d[x] = d[y] * -gamma_density(a, x)


@elementwise(special.gammaincinv)
def gammaincinv(x, a, y):
    d[y] = d[x] * np.exp(-log_gamma_density(a, x))


@elementwise(special.gammainccinv)
def gammainccinv(x, a, y):
    d[y] = d[x] * -np.exp(-log_gamma_density(a, x))


@elementwise(special.betainc)
def betainc(y, a, b, x):
    d[x] = d[y] * beta_density(a, b, x)


@elementwise(special.betaincinv)
def betaincinv(x, a, b, y):
    d[y] = d[x] * np.exp(-log_beta_density(a, b, x))


if hasattr(special, 'betaincc'):

    @elementwise(special.betaincc)
    def betaincc(y, a, b, x):
        d[x] = d[y] * -beta_density(a, b, x)

    @elementwise(special.betainccinv)
    def betainccinv(x, a, b, y):
        d[y] = d[x] * -np.exp(-log_beta_density(a, b, x))
