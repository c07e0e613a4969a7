"""Distributions without shapes, by the logarithms of their standard densities."""

import numpy as np
from scipy import special, stats

from tangentlite.templates.scipy.special.error_functions import mills
from tangentlite.templates.scipy.stats.methods import FINITE, continuous


def normal(z):
    return -0.5 * (z * z) - 0.5 * np.log(2.0 * np.pi)


def cauchy(z):
    return -np.log1p(z * z) - np.log(np.pi)


def logistic(z):
    return special.log_expit(z) + special.log_expit(-z)


def logistic_below(z):
    return special.expit(-z)


def laplace(z):
    return -np.abs(z) - np.log(2.0)


def gumbel_right(z):
    return -z - np.exp(-z)


def gumbel_left(z):
    return z - np.exp(z)


def exponential_of_minus(z):
    return np.exp(-z)


def mills_above(z):
    return mills(-z)


def hyperbolic_secant(z):
    return -np.logaddexp(z, -z) + np.log(2.0 / np.pi)


def moyal(z):
    return -0.5 * (z + np.exp(-z)) - 0.5 * np.log(2.0 * np.pi)


def exponential(z):
    return -z


def half_normal(z):
    return -0.5 * (z * z) + 0.5 * np.log(2.0 / np.pi)


def half_cauchy(z):
    return np.log(2.0 / np.pi) - np.log1p(z * z)


def half_logistic(z):
    return np.log(2.0) - z - 2.0 * np.log1p(np.exp(-z))


def rayleigh(z):
    return np.log(z) - 0.5 * (z * z)


def maxwell(z):
    return 0.5 * np.log(2.0 / np.pi) + 2.0 * np.log(z) - 0.5 * (z * z)


def gibrat(z):
    return -0.5 * np.log(z) ** 2 - np.log(z) - 0.5 * np.log(2.0 * np.pi)


def levy(z):
    return -0.5 * np.log(2.0 * np.pi) - 1.5 * np.log(z) - 0.5 / z


def levy_left(z):
    return levy(-z)


def wald(z):
    return -0.5 * np.log(2.0 * np.pi) - 1.5 * np.log(z) - (z - 1.0) ** 2 / (2.0 * z)


def uniform(z):
    return 0.0 * z


def anglit(z):
    return np.log(np.cos(2.0 * z))


def arcsine(z):
    return -np.log(np.pi) - 0.5 * np.log(z) - 0.5 * np.log1p(-z)


# 1 + cos z is twice the square of the cosine of z / 2.
def cosine(z):
    return 2.0 * np.log(np.cos(0.5 * z)) - np.log(np.pi)


def semicircular(z):
    return np.log(2.0 / np.pi) + 0.5 * np.log1p(-z * z)


continuous(stats.norm, normal, below=mills, above=mills_above)
continuous(stats.cauchy, cauchy, FINITE)
continuous(stats.logistic, logistic, below=logistic_below, above=special.expit)
continuous(stats.laplace, laplace)
continuous(stats.gumbel_r, gumbel_right, below=exponential_of_minus)
continuous(stats.gumbel_l, gumbel_left, above=np.exp)
continuous(stats.hypsecant, hyperbolic_secant, FINITE)
continuous(stats.moyal, moyal)
continuous(stats.expon, exponential, 'z >= 0.0', above=np.ones_like)
continuous(stats.halfnorm, half_normal, 'z >= 0.0')
continuous(stats.halfcauchy, half_cauchy, 'z >= 0.0')
continuous(stats.halflogistic, half_logistic, 'z >= 0.0')
continuous(stats.rayleigh, rayleigh, 'z > 0.0', above=np.positive)
continuous(stats.maxwell, maxwell, 'z > 0.0')
continuous(stats.gibrat, gibrat, 'z > 0.0')
continuous(stats.levy, levy, 'z > 0.0')
continuous(stats.levy_l, levy_left, 'z < 0.0', middle='-0.5')
continuous(stats.wald, wald, 'z > 0.0')
continuous(stats.uniform, uniform, '(z >= 0.0) & (z <= 1.0)')
continuous(stats.arcsine, arcsine, '(z > 0.0) & (z < 1.0)')
continuous(stats.anglit, anglit, 'np.abs(z) < 0.25 * np.pi')
continuous(stats.cosine, cosine, 'np.abs(z) < np.pi')
continuous(stats.semicircular, semicircular, 'np.abs(z) < 1.0')
