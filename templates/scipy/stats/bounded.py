"""Distributions between bounds, on the circle, and of folded and skewed variables."""

import numpy as np
from scipy import special, stats

from tangentlite.templates.scipy.stats.methods import FINITE, continuous
from tangentlite.templates.scipy.stats.parts import above_zero, excess


def height(z, c):
    """The height of a triangle over z, as a part of that at its top c."""
    is_left = (z < c) | (c == 1.0)
    return np.where(is_left, z, 1.0 - z) / np.where(is_left, c, 1.0 - c)


def triangle(z, c):
    return np.log(2.0 * height(z, c))


def triangle_by_c(z, c):
    return 0.5 * height(z, c)


def trapezium(z, c, d):
    is_left, is_right = z < c, z > d
    side = np.where(is_left, z, np.where(is_right, 1.0 - z, 1.0))
    width = np.where(is_left, c, np.where(is_right, 1.0 - d, 1.0))
    return np.log(2.0 * side / width) - np.log(d - c + 1.0)


def trapezium_by_c(z, c, d):
    is_left, is_right = z < c, z > d
    left = z * (d + 1.0 - 2.0 * c) / np.where(is_left, c, 1.0)
    right = np.where(is_right, 1.0 - z, d + 1.0 - 2.0 * z)
    return 0.5 * np.where(is_left, left, right) / (d - c + 1.0)


def trapezium_by_d(z, c, d):
    is_left, is_right = z < c, z > d
    right = (1.0 - z) * (2.0 * d - c) / np.where(is_right, 1.0 - d, 1.0)
    left = np.where(is_left, z, 2.0 * z - c)
    return 0.5 * np.where(is_right, right, left) / (d - c + 1.0)


def bradford(z, c):
    return np.log(c) - np.log1p(c * z) - np.log(np.log1p(c))


def bradford_by_c(z, c):
    return z * (z * excess(c * z) - excess(c)) / (1.0 + c * excess(c))


def truncated_exponential(z, b):
    return -z - np.log(-np.expm1(-b))


def truncated_exponential_by_b(z, b):
    return np.exp(z - b) * np.expm1(-z) / np.expm1(-b)


def log_uniform(z, a, b):
    return -np.log(z) - np.log(np.log(b / a))


def log_uniform_by_a(z, a, b):
    return z * np.log(b / z) / (a * np.log(b / a))


def log_uniform_by_b(z, a, b):
    return z * np.log(z / a) / (b * np.log(b / a))


def truncated_pareto(z, b, c):
    return np.log(b) - np.log(-np.expm1(-b * np.log(c))) - (b + 1.0) * np.log(z)


def truncated_pareto_by_b(z, b, c):
    log_end, log_z = np.log(c), np.log(z)
    return z * (log_end * np.expm1(b * log_z) / np.expm1(b * log_end) - log_z) / b


def truncated_pareto_by_c(z, b, c):
    log_end, log_z = np.log(c), np.log(z)
    return z / c * np.expm1(b * log_z) / np.expm1(b * log_end)


def truncated_weibull(z, c, a, b):
    size = np.log(-np.expm1(a**c - b**c))
    return np.log(c) + special.xlogy(c - 1.0, z) + (a**c - z**c) - size


# How near the lower and the upper end is, in powers: the weights of their speeds.
def nearness(z, c, a, b):
    whole, rest = np.expm1(a**c - b**c), z**c - b**c
    return np.expm1(rest) / whole, np.exp(rest) * np.expm1(a**c - z**c) / whole


def truncated_weibull_by_c(z, c, a, b):
    low, high = nearness(z, c, a, b)
    end = np.where(b == np.inf, 1.0, b)
    ends = low * special.xlogy(a**c, a) + high * special.xlogy(end**c, end)
    return (ends - special.xlogy(z**c, z)) / (c * z ** (c - 1.0))


def truncated_weibull_by_a(z, c, a, b):
    low, high = nearness(z, c, a, b)
    return low * (a / z) ** (c - 1.0)


def truncated_weibull_by_b(z, c, a, b):
    low, high = nearness(z, c, a, b)
    return high * (b / z) ** (c - 1.0)


def wrapped_cauchy(z, c):
    spread = (1.0 - c) ** 2 + 4.0 * c * np.sin(0.5 * z) ** 2
    return np.log1p(-c * c) - np.log(2.0 * np.pi) - np.log(spread)


def wrapped_by_c(z, c):
    return -2.0 * np.sin(z) / (1.0 - c * c)


def von_mises(z, kappa):
    size = np.log(2.0 * np.pi * special.i0e(above_zero(kappa)))
    return -2.0 * kappa * np.sin(0.5 * z) ** 2 - size


def folded_cauchy(z, c):
    both = 1.0 / (1.0 + (z - c) ** 2) + 1.0 / (1.0 + (z + c) ** 2)
    return np.log(both) - np.log(np.pi)


def folded_by_c(z, c):
    return 2.0 * z * c / (1.0 + z * z + c * c)


def skewed_cauchy(z, a):
    scaled = z / (1.0 + a * np.where(z < 0.0, -1.0, 1.0))
    return -np.log1p(scaled * scaled) - np.log(np.pi)


def skewed_by_a(z, a):
    sign = np.where(z < 0.0, -1.0, 1.0)
    size = sign * z / (1.0 + a * sign)
    return (1.0 + size * size) * np.arctan2(1.0, size) + size


LINE = '(z >= 0.0) & (z <= 1.0)'

continuous(
    stats.triang, triangle,
    '(z > 0.0) & (z < 1.0) | (z == 0.0) & (c == 0.0) | (z == 1.0) & (c == 1.0)',
    c=triangle_by_c,
)  # fmt: skip
continuous(
    stats.trapezoid, trapezium,
    '(z > 0.0) & (z < 1.0) | (z == 0.0) & (c == 0.0) | (z == 1.0) & (d == 1.0)',
    c=trapezium_by_c, d=trapezium_by_d,
)  # fmt: skip
continuous(stats.bradford, bradford, LINE, c=bradford_by_c)
continuous(
    stats.truncexpon, truncated_exponential, '(z >= 0.0) & (z <= b)',
    b=truncated_exponential_by_b,
)  # fmt: skip
for known in (stats.loguniform, stats.reciprocal):
    continuous(
        known, log_uniform, '(z >= a) & (z <= b)', 'a', a=log_uniform_by_a,
        b=log_uniform_by_b,
    )  # fmt: skip
if hasattr(stats, 'truncpareto'):
    continuous(
        stats.truncpareto, truncated_pareto, '(z >= 1.0) & (z <= c)', '1.0',
        b=truncated_pareto_by_b, c=truncated_pareto_by_c,
    )  # fmt: skip
continuous(
    stats.truncweibull_min, truncated_weibull,
    '(z >= a) & (z <= b) & ((z > 0.0) | (c == 1.0))',
    '0.5 * (a + np.minimum(b, a + 1.0))', a=truncated_weibull_by_a,
    b=truncated_weibull_by_b, c=truncated_weibull_by_c,
)  # fmt: skip
continuous(
    stats.wrapcauchy, wrapped_cauchy, '(z >= 0.0) & (z <= 2.0 * np.pi)',
    c=wrapped_by_c,
)  # fmt: skip
continuous(stats.vonmises, von_mises, FINITE)
continuous(stats.vonmises_line, von_mises, 'np.abs(z) <= np.pi')
continuous(stats.foldcauchy, folded_cauchy, 'z >= 0.0', c=folded_by_c)
continuous(stats.skewcauchy, skewed_cauchy, FINITE, a=skewed_by_a)
