"""Noncentral distributions of ratios: Fisher's F and Student's t, and their inverses.

Their densities and their slopes by the noncentrality are positive sums and integrals,
taken by their logarithms: nothing cancels, overflows, or vanishes in a tail. By degrees
of freedom they have no elementary derivative.
"""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise

LARGE = 1e100
# Between these the transformed integrand of a moment falls to nothing: slowly on the
# left, where the power is hardly above -1, as of a thousandth of a degree of freedom.
STEP = 0.04
PLACES = np.arange(-20.0, 4.5, STEP)
STRETCHED, WEIGHTS = np.sinh(PLACES), np.log(STEP * np.cosh(PLACES))


def log_kummer(a, b, z):
    """Return log M(a + b, a, z) of a z that is not negative: DLMF 13.2.2.

    The terms have one largest one; of those around it none is too small to count.
    """
    dtype = np.result_type(a, b, z, 0.0)
    a, b, z = (np.expand_dims(np.asarray(part, float), -1) for part in (a, b, z))
    rise = z - a - 1.0
    root = np.sqrt(np.maximum(rise * rise + 4.0 * ((a + b) * z - a), 0.0))
    largest = np.floor(np.maximum(np.nan_to_num(0.5 * (rise + root), posinf=0.0), 0.0))
    width = 9.0 * np.sqrt(largest + 1.0) + 40.0
    first = np.maximum(largest - np.ceil(width), 0.0)
    j = first + np.arange(2 * math.ceil(np.max(width, initial=40.0)))
    relative = special.gammaln(a + b + j) - special.gammaln(a + b)
    relative = relative + special.gammaln(a) - special.gammaln(a + j)
    terms = relative + special.xlogy(j, z) - special.gammaln(j + 1.0)
    return special.logsumexp(terms, -1).astype(dtype)[()]


# DLMF 13.3.15.
@elementwise(log_kummer)
def log_kummer_slope(y, a, b, z):
    d[z] = d[y] * (a + b) / a * np.exp(log_kummer(a + 1.0, b, z) - y)


def log_moment(k, z):
    """Return the logarithm of the integral of y^k exp(-(y - z)^2 / 2) over y > 0.

    With y = exp(u) and u = mode + scale sinh(v) the integrand falls on both sides like
    an exponential of exponentials, where sums of equal steps are exact to rounding:
    Takahasi and Mori, Double exponential formulas for numerical integration (1974).
    """
    dtype = np.result_type(k, z, 0.0)
    k, z = (np.expand_dims(np.asarray(part, float), -1) for part in (k, z))
    root = np.sqrt(z * z + 4.0 * (k + 1.0))
    mode = np.where(z < 0.0, 2.0 * (k + 1.0) / (root - z), 0.5 * (root + z))
    # no wider than the bell, however flat the power is
    scale = np.minimum(1.0 / np.sqrt(mode * root), 1.0)
    rise = scale * STRETCHED
    distance = mode * np.exp(np.minimum(rise, 300.0)) - z
    terms = (k + 1.0) * rise - 0.5 * distance * distance + WEIGHTS
    whole = special.logsumexp(terms, -1, keepdims=True)
    whole = whole + (k + 1.0) * np.log(mode) + np.log(scale)
    return whole[..., 0].astype(dtype)[()]


# By parts; each of the two forms is a sum of what is positive where it is taken.
@elementwise(log_moment)
def log_moment_slope(y, k, z):
    is_left = (z < 0.0) | (k < 1.0)
    below = np.where(is_left, 1.0, k)
    right = below * np.exp(log_moment(below - 1.0, z) - y)
    left = np.exp(log_moment(k + 1.0, z) - y) - z
    d[z] = d[y] * np.where(is_left, left, right)


# The central density times Kummer's function (Johnson, Kotz and Balakrishnan,
# Continuous Univariate Distributions 2, 30.3), with the power as it is at the start.
def f_density(dfn, dfd, nc, f):
    a, b = 0.5 * dfn, 0.5 * dfd
    scale = np.divide(1.0 * dfn, dfd)
    is_end = np.isinf(f)
    odds = np.where(is_end, 1.0, scale * f)
    is_start = odds == 0.0
    share = 0.5 * nc * odds / (1.0 + odds)
    inside = special.xlogy(a - 1.0, np.where(is_start, 1.0, odds))
    inside = inside - (a + b) * np.log1p(odds) - special.betaln(a, b)
    size = np.exp(inside - 0.5 * nc + log_kummer(a, b, share))
    start = np.power(np.where(is_start, odds, 1.0), a - 1.0)
    return scale * np.where(is_end, 0.0, size * start)


# Each term of the mixture by Poisson's weights less the one after it: DLMF 8.17.20.
def f_slope(dfn, dfd, nc, f):
    a, b = 0.5 * dfn, 0.5 * dfd
    is_end = np.isinf(f)
    odds = np.where(is_end, 1.0, np.divide(1.0 * dfn, dfd) * f)
    is_start = odds == 0.0
    share = 0.5 * nc * odds / (1.0 + odds)
    inside = special.xlogy(a, np.where(is_start, 1.0, odds))
    inside = inside - (a + b) * np.log1p(odds) - special.betaln(a, b) - np.log(a)
    size = np.exp(inside - 0.5 * nc + log_kummer(a + 1.0, b - 1.0, share))
    start = np.power(np.where(is_start, odds, 1.0), a)
    return -0.5 * np.where(is_end, 0.0, size * start)


@elementwise(special.ncfdtr)
def ncfdtr(y, dfn, dfd, nc, f):
    d[nc] = d[y] * f_slope(dfn, dfd, nc, f)
    d[f] = d[y] * f_density(dfn, dfd, nc, f)


@elementwise(special.ncfdtri)
def ncfdtri(f, dfn, dfd, nc, p):
    density = f_density(dfn, dfd, nc, f)
    d[nc] = d[f] * np.divide(-f_slope(dfn, dfd, nc, f), density)
    d[p] = np.divide(d[f], density)


@elementwise(special.ncfdtrinc)
def ncfdtrinc(nc, dfn, dfd, p, f):
    slope = f_slope(dfn, dfd, nc, f)
    d[p] = np.divide(d[nc], slope)
    d[f] = d[nc] * np.divide(-f_density(dfn, dfd, nc, f), slope)


# The normal density at s t - nc, times s or not, in the mean over the root s of a mean
# of squares of df normal numbers.
def log_student_mean(df, nc, t, count):
    half = 0.5 * df
    place = np.minimum(np.maximum(t, -LARGE), LARGE)
    length = np.hypot(np.sqrt(df), place)
    whole = half * np.log(half) - special.gammaln(half) + math.log(2.0 / math.pi) / 2.0
    off = nc * np.sqrt(df) / length
    moment = log_moment(df - 1.0 + count, nc * place / length)
    return whole - (df + count) * np.log(length) - 0.5 * off * off + moment


def student_density(df, nc, t):
    return np.exp(log_student_mean(df, nc, t, 1.0))


def student_slope(df, nc, t):
    return -np.exp(log_student_mean(df, nc, t, 0.0))


# Of the density and the slope by nc, whose common factors would vanish.
def student_ratio(df, nc, t):
    density = log_student_mean(df, nc, t, 1.0)
    return np.exp(density - log_student_mean(df, nc, t, 0.0))


@elementwise(special.nctdtr)
def nctdtr(y, df, nc, t):
    d[nc] = d[y] * student_slope(df, nc, t)
    d[t] = d[y] * student_density(df, nc, t)


@elementwise(special.nctdtrit)
def nctdtrit(t, df, nc, p):
    d[nc] = np.divide(d[t], student_ratio(df, nc, t))
    d[p] = np.divide(d[t], student_density(df, nc, t))


@elementwise(special.nctdtrinc)
def nctdtrinc(nc, df, p, t):
    d[p] = np.divide(d[nc], student_slope(df, nc, t))
    d[t] = d[nc] * student_ratio(df, nc, t)
