"""Distributions of powers of exponential, logistic and uniform variables."""

import numpy as np
from scipy import special, stats

from tangentlite.templates.scipy.stats.methods import continuous
from tangentlite.templates.scipy.stats.parts import (
    excess,
    log_ratio,
    stretched,
    widened,
)  # fmt: skip


def weibull(z, c):
    return np.log(c) + special.xlogy(c - 1.0, z) - z**c


def weibull_above(z, c):
    return c * z ** (c - 1.0)


def weibull_left(z, c):
    return weibull(-z, c)


def weibull_left_below(z, c):
    return weibull_above(-z, c)


def double_weibull(z, c):
    return weibull(np.abs(z), c) - np.log(2.0)


def inverse_weibull(z, c):
    return np.log(c) - (c + 1.0) * np.log(z) - z**-c


# The a-th power of the probability of a Weibull distribution.
def exponentiated_weibull(z, a, c):
    below = special.xlogy(a - 1.0, -np.expm1(-(z**c)))
    return np.log(a) + weibull(z, c) + below


def exponentiated_by_a(z, a, c):
    # Beyond 700 the quotient is 1 and the exponential too large.
    power = np.minimum(z**c, 700.0)
    below = -np.expm1(-power)
    return -z * special.xlogy(below, below) * np.exp(power) / (a * c * z**c)


def exponentiated_by_c(z, a, c):
    return stretched(z, c)


def exponential_power(z, b):
    return 1.0 + np.log(b) + special.xlogy(b - 1.0, z) + z**b - np.exp(z**b)


def gompertz(z, c):
    return np.log(c) + z - c * np.expm1(z)


def by_hazard(z, c):
    return np.expm1(-z) / c


def pareto(z, b):
    return np.log(b) - (b + 1.0) * np.log(z)


def lomax(z, c):
    return np.log(c) - (c + 1.0) * np.log1p(z)


def lomax_by_c(z, c):
    return stretched(1.0 + z, c)


def generalised_pareto(z, c):
    return -(1.0 + c) * log_ratio(c, z)


def pareto_by_c(z, c):
    return z * z * excess(c * z)


def extreme_value(z, c):
    log_power = log_ratio(-c, z)
    return -np.exp(-log_power) - (1.0 - c) * log_power


def extreme_below(z, c):
    return np.exp((c - 1.0) * log_ratio(-c, z))


def extreme_by_c(z, c):
    return -z * z * excess(-c * z)


def power(z, a):
    return np.log(a) + special.xlogy(a - 1.0, z)


def log_logistic(z, c):
    return np.log(c) + special.xlogy(c - 1.0, z) - 2.0 * np.log1p(z**c)


def burr_12(z, c, d):
    return np.log(c * d) + special.xlogy(c - 1.0, z) - (d + 1.0) * np.log1p(z**c)


def burr_3(z, c, d):
    return np.log(c * d) + special.xlogy(c * d - 1.0, z) - (d + 1.0) * np.log1p(z**c)


def burr_by_c(z, c, d):
    return stretched(z, c)


def burr_12_by_d(z, c, d):
    return -z * widened(c * np.log(z)) / (c * d)


def burr_3_by_d(z, c, d):
    return z * widened(-c * np.log(z)) / (c * d)


def mielke(z, k, s):
    return np.log(k) + special.xlogy(k - 1.0, z) - (1.0 + k / s) * np.log1p(z**s)


def mielke_by_k(z, k, s):
    return z * widened(-s * np.log(z)) / (s * k)


def mielke_by_s(z, k, s):
    log_t = -s * np.log(z)
    return z * (log_t - widened(log_t)) / s**2


def kappa_3(z, a):
    return np.log(a) - (1.0 / a + 1.0) * np.log(a + z**a)


def kappa_by_a(z, a):
    log_t = np.log(a) - a * np.log(z)
    return z * ((1.0 - widened(log_t)) / a - np.log(z)) / a


def log_laplace(z, c):
    return np.log(0.5 * c) + special.xlogy(np.where(z < 1.0, c, -c) - 1.0, z)


def generalised_logistic(z, c):
    return np.log(c) - z - (c + 1.0) * np.logaddexp(0.0, -z)


def logistic_below(z, c):
    return c * special.expit(-z)


def logistic_by_c(z, c):
    return widened(-z) / c


def generalised_half_logistic(z, c):
    rest = (1.0 - c * z) ** (1.0 / c)
    return np.log(2.0) + special.xlog1py(1.0 / c - 1.0, -c * z) - 2.0 * np.log1p(rest)


def generalised_exponential(z, a, b, c):
    missing = np.expm1(-c * z)
    return np.log(a - b * missing) - (a + b) * z - b * missing / c


def exponential_by_a(z, a, b, c):
    return -z / (a - b * np.expm1(-c * z))


def exponential_by_b(z, a, b, c):
    missing = np.expm1(-c * z)
    return -(z + missing / c) / (a - b * missing)


def exponential_by_c(z, a, b, c):
    missing = np.expm1(-c * z)
    return b * (z * (1.0 + missing) + missing / c) / (c * (a - b * missing))


def asymmetric_laplace(z, kappa):
    decay = np.where(z < 0.0, z / kappa, -z * kappa)
    return decay - np.log(kappa + 1.0 / kappa)


def laplace_by_kappa(z, kappa):
    return np.where(z < 0.0, z, -z) / kappa - 2.0 / (1.0 + kappa * kappa)


POSITIVE = '(z > 0.0) | (z == 0.0) & (c == 1.0)'

continuous(stats.weibull_min, weibull, POSITIVE, above=weibull_above, c=stretched)
continuous(
    stats.weibull_max, weibull_left, '(z < 0.0) | (z == 0.0) & (c == 1.0)', '-0.5',
    below=weibull_left_below, c=stretched,
)  # fmt: skip
continuous(stats.dweibull, double_weibull, '(z != 0.0) | (c == 1.0)', c=stretched)
continuous(stats.invweibull, inverse_weibull, 'z > 0.0', c=stretched)
continuous(
    stats.exponweib, exponentiated_weibull,
    '(z > 0.0) | (z == 0.0) & (a == 1.0) & (c == 1.0)',
    a=exponentiated_by_a, c=exponentiated_by_c,
)  # fmt: skip
continuous(
    stats.exponpow, exponential_power, '(z > 0.0) | (z == 0.0) & (b == 1.0)',
    b=stretched,
)  # fmt: skip
continuous(stats.gompertz, gompertz, 'z >= 0.0', c=by_hazard)
continuous(stats.pareto, pareto, 'z >= 1.0', '2.0', b=stretched)
continuous(stats.lomax, lomax, 'z >= 0.0', c=lomax_by_c)
continuous(
    stats.genpareto, generalised_pareto,
    '(z >= 0.0) & ((c * z > -1.0) | (c == -1.0) & (z == 1.0))', '0.0', c=pareto_by_c,
)  # fmt: skip
continuous(
    stats.genextreme, extreme_value, '(c * z < 1.0) | (c == 1.0) & (z == 1.0)', '0.0',
    below=extreme_below, c=extreme_by_c,
)  # fmt: skip
continuous(
    stats.powerlaw, power, '(z > 0.0) & (z <= 1.0) | (z == 0.0) & (a == 1.0)',
    a=stretched,
)  # fmt: skip
continuous(stats.fisk, log_logistic, POSITIVE, c=stretched)
continuous(stats.burr12, burr_12, POSITIVE, c=burr_by_c, d=burr_12_by_d)
continuous(
    stats.burr, burr_3, '(z > 0.0) | (z == 0.0) & (c * d == 1.0)', c=burr_by_c,
    d=burr_3_by_d,
)  # fmt: skip
continuous(
    stats.mielke, mielke, '(z > 0.0) | (z == 0.0) & (k == 1.0)', k=mielke_by_k,
    s=mielke_by_s,
)  # fmt: skip
continuous(stats.kappa3, kappa_3, 'z >= 0.0', a=kappa_by_a)
continuous(stats.loglaplace, log_laplace, POSITIVE, c=stretched)
continuous(
    stats.genlogistic, generalised_logistic, below=logistic_below, c=logistic_by_c
)
continuous(
    stats.genhalflogistic, generalised_half_logistic,
    '(z >= 0.0) & ((c * z < 1.0) | (c == 1.0) & (z == 1.0))', '0.0', c=extreme_by_c,
)  # fmt: skip
continuous(
    stats.genexpon, generalised_exponential, 'z >= 0.0', a=exponential_by_a,
    b=exponential_by_b, c=exponential_by_c,
)  # fmt: skip
continuous(stats.laplace_asymmetric, asymmetric_laplace, kappa=laplace_by_kappa)
