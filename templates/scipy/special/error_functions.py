"""Error functions, Dawson's integral and the normal distribution function.

The scaled functions satisfy equations of first order (DLMF 7.10) whose terms cancel far
out. There the first terms of the asymptotic series (DLMF 7.12.1) are exact.
"""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise, formula

PEAK = 2.0 / math.sqrt(math.pi)
NORMAL_PEAK = 1.0 / math.sqrt(2.0 * math.pi)
FAR = 100.0


@elementwise(special.erf)
def erf(y, x):
    d[x] = d[y] * PEAK * np.exp(-x * x)


@elementwise(special.erfc)
def erfc(y, x):
    d[x] = d[y] * -PEAK * np.exp(-x * x)


@elementwise(special.erfi)
def erfi(y, x):
    d[x] = d[y] * PEAK * np.exp(x * x)


@elementwise(special.erfcx)
def erfcx(y, x):
    if np.iscomplexobj(x):
        d[x] = d[y] * (2.0 * x * y - PEAK)
    else:
        far = 1.0 / np.where(x > FAR, x, FAR)
        square = far * far
        tail = (1.5 - 3.75 * square) * square - 1.0
        tail = 0.25 * PEAK * square * tail
        near = np.where(x > FAR, FAR, x) * y - 0.5 * PEAK
        d[x] = d[y] * 2.0 * np.where(x > FAR, tail, near)


@elementwise(special.dawsn)
def dawsn(y, x):
    if np.iscomplexobj(x):
        d[x] = d[y] * (1.0 - 2.0 * x * y)
    else:
        is_far = np.abs(x) > FAR
        far = 1.0 / np.where(is_far, x, FAR)
        square = far * far
        tail = ((0.9375 * square + 0.375) * square + 0.25) * square
        near = 0.5 - np.where(is_far, FAR, x) * y
        d[x] = d[y] * 2.0 * np.where(is_far, -tail, near)


@elementwise(special.wofz)
def wofz(y, z):
    d[z] = d[y] * (PEAK * 1j - 2.0 * z * y)


@elementwise(special.erfinv)
def erfinv(y, x):
    d[x] = d[y] * (1.0 / PEAK) * np.exp(y * y)


@elementwise(special.erfcinv)
def erfcinv(y, x):
    d[x] = d[y] * (-1.0 / PEAK) * np.exp(y * y)


@elementwise(special.ndtr)
def ndtr(y, x):
    d[x] = d[y] * NORMAL_PEAK * np.exp(-0.5 * x * x)


@elementwise(special.ndtri)
def ndtri(y, p):
    d[p] = d[y] * (1.0 / NORMAL_PEAK) * np.exp(0.5 * y * y)


# The density over the distribution function: 0/0 far to the left, were it not scaled.
@elementwise(special.log_ndtr)
def log_ndtr(y, x):
    if np.iscomplexobj(x):
        d[x] = d[y] * NORMAL_PEAK * np.exp(-0.5 * x * x - y)
    else:
        left = np.where(x < 0.0, x, 0.0) * -math.sqrt(0.5)
        right = np.where(x < 0.0, 0.0, x)
        d[x] = d[y] * NORMAL_PEAK * np.where(
            x < 0.0,
            2.0 / special.erfcx(left),
            np.exp(-0.5 * right * right) / special.ndtr(right),
        )


@elementwise(special.ndtri_exp)
def ndtri_exp(y, logarithm):
    scaled = special.erfcx(y * -math.sqrt(0.5))
    d[logarithm] = d[y] * (0.5 / NORMAL_PEAK) * scaled


@elementwise(special.owens_t)
def owens_t(y, h, a):
    density = NORMAL_PEAK * np.exp(-0.5 * h * h)
    d[h] = d[y] * -0.5 * density * special.erf(a * h * math.sqrt(0.5))
    inverse = np.divide(1.0, 1.0 + a * a)
    height = np.exp(-0.5 * h * h * (1.0 + a * a))
    d[a] = d[y] * (0.5 / math.pi) * height * inverse


# The real part of w; of a width of 0 the bell is a point, which leaves the other curve.
@formula(special.voigt_profile)
def voigt_profile(x, sigma, gamma):
    is_point = sigma == 0.0
    width = math.sqrt(2.0) * np.where(is_point, 1.0, sigma)
    height = np.real(special.wofz((x + 1j * gamma) / width))
    square = x * x + gamma * gamma
    curve = gamma / (math.pi * (square + (square == 0.0)))
    return np.where(is_point, curve, height / (width * math.sqrt(math.pi)))
