"""Distributions whose probabilities are incomplete gamma and beta functions.

Those have no elementary derivative by most shapes.
"""

import numpy as np
from scipy import special, stats

from tangentlite.templates.scipy.stats.methods import FINITE, continuous
from tangentlite.templates.scipy.stats.parts import log_beta, stretched


def student(z, df):
    weights = special.gammaln(0.5 * (df + 1.0)) - special.gammaln(0.5 * df)
    return weights - 0.5 * np.log(np.pi * df) - 0.5 * (df + 1.0) * np.log1p(z * z / df)


# With r = sqrt(a + b + z**2) the factors are 1 + z / r and 1 - z / r.
def skew_student(z, a, b):
    whole = a + b
    angle = np.arcsinh(z / np.sqrt(whole))
    size = 0.5 * np.log1p(z * z / whole)
    constant = (whole - 1.0) * np.log(2.0) + log_beta(a, b) + 0.5 * np.log(whole)
    return (a + 0.5) * (angle - size) - (b + 0.5) * (angle + size) - constant


def gamma(z, a):
    return special.xlogy(a - 1.0, z) - z - special.gammaln(a)


def double_gamma(z, a):
    return gamma(np.abs(z), a) - np.log(2.0)


def log_gamma(z, c):
    return c * z - np.exp(z) - special.gammaln(c)


def inverse_gamma(z, a):
    return -(a + 1.0) * np.log(z) - special.gammaln(a) - 1.0 / z


def generalised_gamma(z, a, c):
    power = special.xlogy(c * a - 1.0, z) - z**c
    return np.log(np.abs(c)) + power - special.gammaln(a)


def chi_squared(z, df):
    half = 0.5 * df
    scale = special.gammaln(half) + half * np.log(2.0)
    return special.xlogy(half - 1.0, z) - 0.5 * z - scale


def chi(z, df):
    half = 0.5 * df
    scale = special.gammaln(half) + (half - 1.0) * np.log(2.0)
    return special.xlogy(df - 1.0, z) - 0.5 * (z * z) - scale


def nakagami(z, nu):
    size = np.log(2.0) + nu * np.log(nu) - special.gammaln(nu)
    return size + special.xlogy(2.0 * nu - 1.0, z) - nu * (z * z)


def generalised_normal(z, beta):
    size = np.abs(z)
    # which has a second derivative at z = 0, unlike the power of a size
    square = z * z * (size + (size == 0.0)) ** (beta - 2.0)
    power = np.where(beta == 2.0, square, size**beta)
    return np.log(0.5 * beta) - special.gammaln(1.0 / beta) - power


def half_generalised_normal(z, beta):
    return np.log(beta) - special.gammaln(1.0 / beta) - z**beta


def beta(z, a, b):
    return special.xlogy(a - 1.0, z) + special.xlog1py(b - 1.0, -z) - log_beta(a, b)


def beta_prime(z, a, b):
    return special.xlogy(a - 1.0, z) - (a + b) * np.log1p(z) - log_beta(a, b)


def f_ratio(z, dfn, dfd):
    n, m = 0.5 * dfn, 0.5 * dfd
    rest = n * np.log(dfn) + m * np.log(dfd) - (n + m) * np.log(dfd + dfn * z)
    return rest + special.xlogy(n - 1.0, z) - log_beta(n, m)


def symmetric_beta(z, c):
    return special.xlog1py(0.5 * c - 1.0, -z * z) - log_beta(0.5, 0.5 * c)


def by_power_of_gamma(z, a, c):
    return stretched(z, c)


UNIT = '(z > 0.0) & (z < 1.0) | (z == 0.0) & (a == 1.0) | (z == 1.0) & (b == 1.0)'

continuous(stats.t, student, FINITE)
if hasattr(stats, 'jf_skew_t'):
    continuous(stats.jf_skew_t, skew_student, FINITE)
continuous(stats.gamma, gamma, '(z > 0.0) | (z == 0.0) & (a == 1.0)')
continuous(stats.erlang, gamma, '(z > 0.0) | (z == 0.0) & (a == 1.0)')
continuous(stats.dgamma, double_gamma, '(z != 0.0) | (a == 1.0)')
continuous(stats.loggamma, log_gamma)
continuous(stats.invgamma, inverse_gamma, 'z > 0.0')
continuous(
    stats.gengamma, generalised_gamma, '(z > 0.0) | (z == 0.0) & (a * c == 1.0)',
    c=by_power_of_gamma,
)  # fmt: skip
continuous(stats.chi2, chi_squared, '(z > 0.0) | (z == 0.0) & (df == 2.0)')
continuous(stats.chi, chi, '(z > 0.0) | (z == 0.0) & (df == 1.0)')
continuous(stats.nakagami, nakagami, '(z > 0.0) | (z == 0.0) & (nu == 0.5)')
continuous(stats.gennorm, generalised_normal)
continuous(stats.halfgennorm, half_generalised_normal, 'z >= 0.0')
continuous(stats.beta, beta, UNIT)
continuous(stats.betaprime, beta_prime, 'z > 0.0')
continuous(stats.f, f_ratio, '(z > 0.0) | (z == 0.0) & (dfn == 2.0)')
continuous(
    stats.rdist, symmetric_beta,
    '(np.abs(z) < 1.0) | (np.abs(z) == 1.0) & (c == 2.0)',
)  # fmt: skip
