"""Distributions of functions of normal variables."""

import numpy as np
from scipy import special, stats

from tangentlite.templates.scipy.special.error_functions import mills
from tangentlite.templates.scipy.stats.methods import FINITE, continuous
from tangentlite.templates.scipy.stats.parts import (
    above_zero,
    beyond_mills,
    log_normal_density,
)


def log_normal(z, s):
    return log_normal_density(np.log(z) / s) - np.log(s * z)


def log_normal_below(z, s):
    return mills(np.log(z) / s) / (s * z)


def log_normal_above(z, s):
    return mills(-np.log(z) / s) / (s * z)


def log_normal_by_s(z, s):
    return special.xlogy(z, z) / s


def power_normal(z, c):
    return np.log(c) + log_normal_density(z) + (c - 1.0) * special.log_ndtr(-z)


def power_normal_above(z, c):
    return c * mills(-z)


def power_normal_by_c(z, c):
    return special.log_ndtr(-z) / (c * mills(-z))


def power_log_normal(z, c, s):
    u = np.log(z) / s
    rest = (c - 1.0) * special.log_ndtr(-u)
    return np.log(c) + log_normal_density(u) - np.log(s * z) + rest


def power_log_normal_above(z, c, s):
    return c * log_normal_above(z, s)


def power_log_normal_by_c(z, c, s):
    return z * s * power_normal_by_c(np.log(z) / s, c)


def power_log_normal_by_s(z, c, s):
    return log_normal_by_s(z, s)


def skew_normal(z, a):
    return np.log(2.0) + log_normal_density(z) + special.log_ndtr(a * z)


# The slope of Owen's function T(z, a) by a.
def skew_normal_by_a(z, a):
    square = 1.0 + a * a
    log_ratio = -0.5 * square * (z * z) - skew_normal(z, a)
    return np.exp(log_ratio) / (np.pi * square)


# Below 1 / K its square, which is large for a small K, is part of the scaled function.
def exponential_normal(z, K):
    u = z - 1.0 / K
    below = np.where(u < 0.0, u, 0.0)
    scaled = np.log(0.5 * special.erfcx(-np.sqrt(0.5) * below)) - 0.5 * (z * z)
    beyond = 0.5 / K**2 - z / K + special.log_ndtr(np.where(u < 0.0, 0.0, u))
    return np.where(u < 0.0, scaled, beyond) - np.log(K)


# The mean of the exponential variable in a given sum.
def exponential_normal_by_k(z, K):
    return beyond_mills(z - 1.0 / K) / K


def johnson_unbounded(z, a, b):
    moved = a + b * np.arcsinh(z)
    return np.log(b) - 0.5 * np.log1p(z * z) + log_normal_density(moved)


def unbounded_by_a(z, a, b):
    return -np.sqrt(1.0 + z * z) / b


def unbounded_by_b(z, a, b):
    return -np.sqrt(1.0 + z * z) * np.arcsinh(z) / b


def johnson_bounded(z, a, b):
    moved = a + b * (np.log(z) - np.log1p(-z))
    return np.log(b) - np.log(z) - np.log1p(-z) + log_normal_density(moved)


def bounded_by_a(z, a, b):
    return -z * (1.0 - z) / b


def bounded_by_b(z, a, b):
    inner = special.xlogy(z, z) * (1.0 - z) - special.xlog1py(1.0 - z, -z) * z
    return -inner / b


def fatigue_life(z, c):
    root = (z - 1.0) ** 2 / (2.0 * z * c * c)
    return np.log1p(z) - np.log(2.0 * c) - 0.5 * np.log(2.0 * np.pi * z**3) - root


def fatigue_life_by_c(z, c):
    return 2.0 * z * (z - 1.0) / (c * (z + 1.0))


def inverse_gaussian(z, mu):
    deviation = (z - mu) / mu
    return -0.5 * np.log(2.0 * np.pi * z**3) - deviation**2 / (2.0 * z)


def inverse_gaussian_by_mu(z, mu):
    log_tail = 2.0 / mu + special.log_ndtr(-(z / mu + 1.0) / np.sqrt(z))
    return 2.0 / mu**2 * np.exp(log_tail - inverse_gaussian(z, mu))


def reciprocal_inverse_gaussian(z, mu):
    return -0.5 * np.log(2.0 * np.pi * z) - (1.0 - mu * z) ** 2 / (2.0 * z * mu**2)


def reciprocal_by_mu(z, mu):
    return -z * z * inverse_gaussian_by_mu(1.0 / z, mu)


def folded_normal(z, c):
    both = np.logaddexp(c * z, -c * z) - 0.5 * (z * z + c * c)
    return both - 0.5 * np.log(2.0 * np.pi)


def folded_normal_by_c(z, c):
    return np.tanh(c * z)


# Where both ends are above zero their mirror images are taken, for digits.
def truncated_normal(z, a, b):
    low = np.where(a > 0.0, -b, a)
    high = np.where(a > 0.0, -a, b)
    log_low = special.log_ndtr(np.where(low == -np.inf, -1e100, low))
    log_high = special.log_ndtr(np.where(high == np.inf, 1e100, high))
    within = log_high + np.log(-np.expm1(log_low - log_high))
    return log_normal_density(z) - within


def truncated_by_a(z, a, b):
    end = np.where(a == -np.inf, -1e100, a)
    return np.exp(stats.truncnorm.logsf(z, a, b) + 0.5 * (z - end) * (z + end))


def truncated_by_b(z, a, b):
    end = np.where(b == np.inf, 1e100, b)
    return np.exp(stats.truncnorm.logcdf(z, a, b) + 0.5 * (z - end) * (z + end))


def alpha(z, a):
    return log_normal_density(a - 1.0 / z) - special.log_ndtr(a) - 2.0 * np.log(z)


def alpha_by_a(z, a):
    return z * z * (mills(a) / mills(a - 1.0 / z) - 1.0)


# A normal density down to -beta, and below it a power with the same slope there.
def crystal_ball(z, beta, m):
    is_tail = z <= -beta
    distance = m / beta - beta - tail_part(z, beta)
    tail = m * np.log(m / beta) - 0.5 * beta**2 - m * np.log(distance)
    middle = np.where(is_tail, 0.0, z)
    shape = np.where(is_tail, tail, -0.5 * middle * middle)
    return shape - np.log(size_of_tail(beta, m) + size_of_core(beta))


def size_of_tail(beta, m):
    return m / (beta * (m - 1.0)) * np.exp(-0.5 * beta**2)


def size_of_core(beta):
    return np.sqrt(2.0 * np.pi) * special.ndtr(beta)


def crystal_ball_by_beta(z, beta, m):
    tail = size_of_tail(beta, m)
    grown = np.exp(-0.5 * beta**2) - tail * (1.0 / beta + beta)
    growth = -grown / (tail + size_of_core(beta))
    left = (1.0 - m) * -(2.0 * beta + tail_part(z, beta)) / m
    return of_crystal_ball(z, beta, m, growth, -1.0 / beta - beta, left)


def crystal_ball_by_m(z, beta, m):
    tail = size_of_tail(beta, m)
    growth = tail / (m * (m - 1.0)) / (tail + size_of_core(beta))
    left = (1.0 - m) * beta * (beta + tail_part(z, beta)) / m**2
    first = -1.0 / (m * (m - 1.0)) - np.log(scaled_distance(z, beta, m))
    return of_crystal_ball(z, beta, m, growth, first, left)


def scaled_distance(z, beta, m):
    return 1.0 - beta * (beta + tail_part(z, beta)) / m


# At -beta itself what is made of either side has one slope.
def tail_part(z, beta):
    return np.where(z <= -beta, z, -beta)


def of_crystal_ball(z, beta, m, growth, first, left):
    u = scaled_distance(z, beta, m)
    in_tail = -(growth + first + left / u) * m * u / ((m - 1.0) * beta)
    in_core = growth / mills(np.where(z <= -beta, beta, -z))
    return np.where(z <= -beta, in_tail, in_core)


def normal_inverse_gaussian(z, a, b):
    root = np.hypot(1.0, z)
    log_bessel = np.log(special.kve(1, a * root)) - a * root
    rate = np.sqrt((a - b) * (a + b))
    return np.log(a / np.pi) - np.log(root) + log_bessel + rate + b * z


def rice(z, b):
    return np.log(z) - 0.5 * (z - b) ** 2 + np.log(special.i0e(above_zero(z * b)))


def rice_by_b(z, b):
    product = above_zero(z * b)
    return special.i1e(product) / special.i0e(product)


# Near a product of 0 by 0F1 (DLMF 10.39.9), beyond by the Bessel function, scaled.
def noncentral_chi_squared(z, df, nc):
    is_near = nc * z < 1.0
    near = 0.25 * np.where(is_near, nc * z, 0.0)
    start = special.xlogy(0.5 * df - 1.0, 0.5 * z) - special.gammaln(0.5 * df)
    start = start - 0.5 * (z + nc) + np.log(special.hyp0f1(0.5 * df, near))
    root, rate = beyond_start(is_near, z, nc)
    log_bessel = np.log(special.ive(0.5 * df - 1.0, root))
    decay = -0.5 * (np.sqrt(z) - np.sqrt(rate)) ** 2
    beyond = decay + log_bessel + (0.25 * df - 0.5) * np.log(z / rate)
    return np.where(is_near, start, beyond) - np.log(2.0)


def noncentral_by_nc(z, df, nc):
    is_near = nc * z < 1.0
    near = 0.25 * np.where(is_near, nc * z, 0.0)
    start = special.hyp0f1(0.5 * df + 1.0, near) / special.hyp0f1(0.5 * df, near)
    root, rate = beyond_start(is_near, z, nc)
    ratio = special.ive(0.5 * df, root) / special.ive(0.5 * df - 1.0, root)
    return np.where(is_near, z / df * start, np.sqrt(z / rate) * ratio)


def beyond_start(is_near, z, nc):
    product = np.asarray(np.where(is_near, 1.0, nc * z), dtype=float)
    return np.sqrt(product), np.where(is_near, 1.0, nc)


def argus(z, chi):
    size = np.log(0.5 * special.gammainc(1.5, 0.5 * chi * chi))
    height = 3.0 * np.log(chi) - 0.5 * np.log(2.0 * np.pi) - size
    return height + np.log(z) + 0.5 * np.log1p(-z * z) - 0.5 * chi**2 * (1.0 - z * z)


def argus_by_chi(z, chi):
    square = 1.0 - z * z
    above = special.gammainc(1.5, 0.5 * chi * chi * square)
    ratio = above / special.gammainc(1.5, 0.5 * chi * chi)
    moved = ratio * np.exp(-0.5 * (chi * z) ** 2) / np.sqrt(square)
    return (square - moved) / (chi * z)


POSITIVE = 'z > 0.0'

continuous(
    stats.lognorm, log_normal, POSITIVE, below=log_normal_below,
    above=log_normal_above, s=log_normal_by_s,
)  # fmt: skip
continuous(
    stats.powernorm, power_normal, above=power_normal_above, c=power_normal_by_c
)
continuous(
    stats.powerlognorm, power_log_normal, POSITIVE, above=power_log_normal_above,
    c=power_log_normal_by_c, s=power_log_normal_by_s,
)  # fmt: skip
continuous(stats.skewnorm, skew_normal, a=skew_normal_by_a)
continuous(stats.exponnorm, exponential_normal, K=exponential_normal_by_k)
continuous(
    stats.johnsonsu, johnson_unbounded, FINITE, a=unbounded_by_a, b=unbounded_by_b
)
continuous(
    stats.johnsonsb, johnson_bounded, '(z > 0.0) & (z < 1.0)', a=bounded_by_a,
    b=bounded_by_b,
)  # fmt: skip
continuous(stats.fatiguelife, fatigue_life, POSITIVE, c=fatigue_life_by_c)
continuous(stats.invgauss, inverse_gaussian, POSITIVE, mu=inverse_gaussian_by_mu)
continuous(
    stats.recipinvgauss, reciprocal_inverse_gaussian, POSITIVE, mu=reciprocal_by_mu
)
continuous(stats.foldnorm, folded_normal, 'z >= 0.0', c=folded_normal_by_c)
continuous(
    stats.truncnorm, truncated_normal, '(z >= a) & (z <= b)', a=truncated_by_a,
    b=truncated_by_b,
)  # fmt: skip
continuous(stats.alpha, alpha, POSITIVE, a=alpha_by_a)
continuous(
    stats.crystalball, crystal_ball, FINITE, '0.0', beta=crystal_ball_by_beta,
    m=crystal_ball_by_m,
)  # fmt: skip
continuous(stats.norminvgauss, normal_inverse_gaussian, FINITE)
continuous(stats.rice, rice, POSITIVE, b=rice_by_b)
continuous(
    stats.ncx2, noncentral_chi_squared, '(z > 0.0) | (z == 0.0) & (df == 2.0)',
    nc=noncentral_by_nc,
)  # fmt: skip
continuous(stats.argus, argus, '(z > 0.0) & (z < 1.0)', chi=argus_by_chi)
