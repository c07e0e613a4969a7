"""Continuous distributions by the logarithms of their standard densities."""

import numpy as np
from scipy import special, stats

from tangentlite.templates.scipy.stats.methods import continuous


def normal(z):
    return -0.5 * (z * z) - 0.5 * np.log(2.0 * np.pi)


def student(z, df):
    weights = special.gammaln(0.5 * (df + 1.0)) - special.gammaln(0.5 * df)
    return weights - 0.5 * np.log(np.pi * df) - 0.5 * (df + 1.0) * np.log1p(z * z / df)


def cauchy(z):
    return -np.log1p(z * z) - np.log(np.pi)


def logistic(z):
    return -np.abs(z) - 2.0 * np.log1p(np.exp(-np.abs(z)))


def laplace(z):
    return -np.abs(z) - np.log(2.0)


def gumbel_right(z):
    return -z - np.exp(-z)


def gumbel_left(z):
    return z - np.exp(z)


def hyperbolic_secant(z):
    return -np.logaddexp(z, -z) + np.log(2.0 / np.pi)


def exponential(z):
    return -z


def uniform(z):
    return 0.0 * z


def half_normal(z):
    return -0.5 * (z * z) + 0.5 * np.log(2.0 / np.pi)


def half_cauchy(z):
    return np.log(2.0 / np.pi) - np.log1p(z * z)


def rayleigh(z):
    return np.log(z) - 0.5 * (z * z)


def maxwell(z):
    return 0.5 * np.log(2.0 / np.pi) + 2.0 * np.log(z) - 0.5 * (z * z)


def gamma(z, a):
    return (a - 1.0) * np.log(z) - z - special.gammaln(a)


def inverse_gamma(z, a):
    return -(a + 1.0) * np.log(z) - special.gammaln(a) - 1.0 / z


def chi_squared(z, df):
    half = 0.5 * df
    scale = special.gammaln(half) + half * np.log(2.0)
    return (half - 1.0) * np.log(z) - 0.5 * z - scale


def chi(z, df):
    half = 0.5 * df
    scale = special.gammaln(half) + (half - 1.0) * np.log(2.0)
    return (df - 1.0) * np.log(z) - 0.5 * (z * z) - scale


def beta(z, a, b):
    whole = special.gammaln(a + b) - special.gammaln(a) - special.gammaln(b)
    return (a - 1.0) * np.log(z) + (b - 1.0) * np.log1p(-z) + whole


def log_normal(z, s):
    return -0.5 * (np.log(z) / s) ** 2 - np.log(s * z) - 0.5 * np.log(2.0 * np.pi)


def weibull(z, c):
    return np.log(c) + (c - 1.0) * np.log(z) - z**c


def pareto(z, b):
    return np.log(b) - (b + 1.0) * np.log(z)


def f_ratio(z, dfn, dfd):
    n, m = 0.5 * dfn, 0.5 * dfd
    whole = special.gammaln(n + m) - special.gammaln(n) - special.gammaln(m)
    rest = n * np.log(dfn) + m * np.log(dfd) - (n + m) * np.log(dfd + dfn * z)
    return rest + (n - 1.0) * np.log(z) + whole


def log_logistic(z, c):
    return np.log(c) + (c - 1.0) * np.log(z) - 2.0 * np.log1p(z**c)


def power(z, a):
    return np.log(a) + (a - 1.0) * np.log(z)


def inverse_gaussian(z, mu):
    deviation = (z - mu) / mu
    return -0.5 * np.log(2.0 * np.pi * z**3) - deviation**2 / (2.0 * z)


def skew_normal(z, a):
    return np.log(2.0) + normal(z) + special.log_ndtr(a * z)


def generalised_normal(z, beta):
    return np.log(0.5 * beta) - special.gammaln(1.0 / beta) - np.abs(z) ** beta


for known, log_density in (
    (stats.norm, normal), (stats.t, student), (stats.cauchy, cauchy),
    (stats.logistic, logistic), (stats.laplace, laplace),
    (stats.gumbel_r, gumbel_right), (stats.gumbel_l, gumbel_left),
    (stats.hypsecant, hyperbolic_secant), (stats.expon, exponential),
    (stats.uniform, uniform), (stats.halfnorm, half_normal),
    (stats.halfcauchy, half_cauchy), (stats.gennorm, generalised_normal),
):  # fmt: skip
    continuous(known, log_density)

for known, log_density in (
    (stats.rayleigh, rayleigh), (stats.maxwell, maxwell), (stats.gamma, gamma),
    (stats.invgamma, inverse_gamma), (stats.chi2, chi_squared), (stats.chi, chi),
    (stats.beta, beta), (stats.lognorm, log_normal), (stats.weibull_min, weibull),
    (stats.f, f_ratio), (stats.fisk, log_logistic), (stats.powerlaw, power),
    (stats.invgauss, inverse_gaussian),
):  # fmt: skip
    continuous(known, log_density, closed=False)

continuous(stats.pareto, pareto, middle='2.0')
