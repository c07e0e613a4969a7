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
FAR, TERMS = 100.0, 7  # from where on a series in 1 / z has all digits


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


# Far out the two terms cancel, and the slope is that of a series in 1 / z (DLMF 7.12.1)
# with, near the real axis, the exponential of -z**2.
@elementwise(special.wofz)
def wofz(y, z):
    is_far = (np.abs(z) > FAR) & (np.imag(z) >= 0.0)
    place = np.where(is_far, z, FAR)
    inverse = 1.0 / (place * place)
    total = 2.0 * TERMS + 1.0
    for k in range(TERMS, 0, -1):
        total = 2.0 * k - 1.0 + (k - 0.5) * inverse * total
    far = -0.5j * PEAK * inverse * total - 2.0 * place * bell(place, 1.0, is_far)
    d[z] = d[y] * np.where(is_far, far, PEAK * 1j - 2.0 * z * y)


def bell(place, width, is_far):
    across = np.real(place), np.imag(place)
    is_bell = is_far & (np.abs(across[0]) > 2.0 * np.abs(across[1])) & (width > 0.0)
    ratio = np.where(is_bell, place, 0.0) / np.where(is_bell, width, 1.0)
    return np.where(is_bell, np.exp(-ratio * ratio), 0.0)


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
def mills(x):
    """The ratio of the normal density to the probability below x."""
    left = np.where(x < 0.0, x, 0.0) * -math.sqrt(0.5)
    right = np.where(x < 0.0, 0.0, x)
    return NORMAL_PEAK * np.where(
        x < 0.0,
        2.0 / special.erfcx(left),
        np.exp(-0.5 * right * right) / special.ndtr(right),
    )


@elementwise(special.log_ndtr)
def log_ndtr(y, x):
    if np.iscomplexobj(x):
        d[x] = d[y] * NORMAL_PEAK * np.exp(-0.5 * x * x - y)
    else:
        d[x] = d[y] * mills(x)


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


# The real part of w. Far out it is that of a series in the width over the distance, of
# which a width of 0 leaves the first term, and of a bell.
@formula(special.voigt_profile)
def voigt_profile(x, sigma, gamma):
    width = math.sqrt(2.0) * sigma
    place = x + 1j * gamma
    is_far = np.abs(place) > FAR * width
    near_width = np.where(is_far, 1.0, width)
    near = special.wofz(np.where(is_far, 1j, place) / near_width) / near_width
    distance = np.where(is_far, place, 1.0)
    ratio = np.where(is_far, width, 0.0) / distance
    total = 1.0
    for k in range(TERMS, 0, -1):
        total = 1.0 + (k - 0.5) * ratio * ratio * total
    far = 1j * total / (math.sqrt(math.pi) * distance)
    curve = bell(place, width, is_far) / np.where(is_far & (width > 0.0), width, 1.0)
    return np.real(np.where(is_far, far + curve, near)) / math.sqrt(math.pi)
