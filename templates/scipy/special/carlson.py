"""Carlson's symmetric elliptic integrals (DLMF 19.16, 19.18).

Slopes of the third kind, of which that of the second is a special case, are differences
over differences of arguments, which may be equal. So their derivatives are those of the
duplication by which they are computed, Carlson, Numerical computation of real or
complex elliptic integrals, Numerical Algorithms 10 (1995): each step makes arguments
more alike, up to a series. As its terms are smooth this loses no digits.
"""

import numpy as np
from scipy import special

from tangentlite.rules.registry import constant, d, elementwise, formula
from tangentlite.templates.subscripts import refuse

# As many as make all arguments alike; each counts a quarter of the one before.
STEPS = 10


# For a positive x it is g(y / x - 1) / sqrt(x), where g(e) = arctan(sqrt(e)) / sqrt(e);
# it is of degree -1/2 in both (DLMF 19.20).
@elementwise(special.elliprc)
def elliprc(r, x, y):
    if np.iscomplexobj(x) or np.iscomplexobj(y):
        refuse('elliprc of complex numbers')
    is_zero = x == 0.0
    start = np.where(is_zero, 1.0, x)
    excess = (y - start) / start
    is_near = np.abs(excess) < 0.05
    near = np.where(is_near, excess, 0.0)
    far = np.where(is_near, 1.0, excess)
    series = 0.0
    for k in range(12, 0, -1):
        series = k / (2.0 * k + 1.0) - near * series
    root = np.sqrt(start)
    slope = (1.0 / (1.0 + far) - special.elliprc(1.0, 1.0 + far)) / (2.0 * far)
    slope = np.where(is_near, -series, slope)
    by_end = np.divide(
        np.where(is_zero, -0.5 * r, slope), np.where(is_zero, y, start * root)
    )
    d[y] = d[r] * by_end
    by_start = -0.5 * r - y * by_end
    d[x] = d[r] * np.divide(np.where(is_zero, -np.inf, by_start), start)


# DLMF 19.18.1
@elementwise(special.elliprf)
def elliprf(r, x, y, z):
    d[x] = d[r] * special.elliprd(y, z, x) / -6.0
    d[y] = d[r] * special.elliprd(z, x, y) / -6.0
    d[z] = d[r] * special.elliprd(x, y, z) / -6.0


# DLMF 19.21.10 and 19.18.2: with R_D, which is infinite at 0.
@elementwise(special.elliprg)
def elliprg(r, x, y, z):
    first = special.elliprf(x, y, z)
    d[x] = d[r] * slope_of_second(first, y, z, x)
    d[y] = d[r] * slope_of_second(first, z, x, y)
    d[z] = d[r] * slope_of_second(first, x, y, z)


def slope_of_second(first, x, y, z):
    is_end = z == 0.0
    start = np.where(is_end, 1.0, z)
    part = z * special.elliprd(x, y, start)
    return 0.25 * (first - np.where(is_end, 0.0, part) / 3.0)


# What is left when all arguments are near their mean, by how far they are from it: as
# far as 4**-STEPS of it, the cube of which no number holds beside 1.
def series(mean, second):
    return (1.0 - 3.0 * second / 14.0) / (mean * np.sqrt(mean))


# The first step stands by itself, as an argument that is 0 has a root without a slope.
@formula(special.elliprd)
def elliprd(x, y, z):
    term, rise = step(x, y, z)
    total = term
    for scale in 0.25 ** np.arange(1.0, STEPS):
        x, y, z = 0.25 * (x + rise), 0.25 * (y + rise), 0.25 * (z + rise)
        term, rise = step(x, y, z)
        total = total + scale * term
    x, y, z = 0.25 * (x + rise), 0.25 * (y + rise), 0.25 * (z + rise)
    mean = (x + y + 3.0 * z) / 5.0
    u, v = 1.0 - x / mean, 1.0 - y / mean
    w = (u + v) / 3.0
    rest = series(mean, u * v - 6.0 * w * w)
    return 0.25**STEPS * rest + 3.0 * total


def step(x, y, z):
    a, b, c = np.sqrt(x), np.sqrt(y), np.sqrt(z)
    rise = a * b + a * c + b * c
    return 1.0 / (c * (z + rise)), rise


def principal_value(x, y, z, p):
    """Return the third integral of a negative p."""
    return special.elliprj(x, y, z, p)


# By parts of fractions, and as it is of degree -3/2 in all.
@elementwise(principal_value)
def principal_value_slopes(r, x, y, z, p):
    by_x = 0.5 * (r - special.elliprd(y, z, x)) / (p - x)
    by_y = 0.5 * (r - special.elliprd(z, x, y)) / (p - y)
    by_z = 0.5 * (r - special.elliprd(x, y, z)) / (p - z)
    d[x] = d[r] * by_x
    d[y] = d[r] * by_y
    d[z] = d[r] * by_z
    total = 1.5 * r
    total = total + part(x, by_x) + part(y, by_y) + part(z, by_z)
    d[p] = d[r] * total / -p


# Of an argument 0 the slope is infinite, but not so much.
def part(x, slope):
    return np.where(x == 0.0, 0.0, x * slope)


@formula(special.elliprj)
def elliprj(x, y, z, p):
    if np.iscomplexobj(x) or np.iscomplexobj(y) or np.iscomplexobj(z + p):
        refuse('elliprj of complex numbers')
    is_negative = p < 0.0
    given, other = [], []
    for argument in (x, y, z):
        given.append(np.where(is_negative, argument, 1.0))
        other.append(np.where(is_negative, 1.0, argument))
    beyond = principal_value(*given, np.where(is_negative, p, -1.0))
    positive = third_kind(*other, np.where(is_negative, 1.0, p))
    return np.where(is_negative, beyond, positive)


def steps_for(x, y, z, p):
    """Return how many steps make a p that may be far above the others like them."""
    with np.errstate(all='ignore'):
        ratio = np.max(3.0 * np.asarray(p) / (x + y + z), initial=1.0)
    return STEPS + int(np.ceil(0.5 * np.log2(min(ratio, 2.0**200))))


constant(steps_for)


def third_kind(x, y, z, p):
    term, rise = step_of_third(x, y, z, p)
    total, steps = term, steps_for(x, y, z, p)
    for scale in 0.25 ** np.arange(1.0, steps):
        x, y, z = 0.25 * (x + rise), 0.25 * (y + rise), 0.25 * (z + rise)
        p = 0.25 * (p + rise)
        term, rise = step_of_third(x, y, z, p)
        total = total + scale * term
    x, y, z = 0.25 * (x + rise), 0.25 * (y + rise), 0.25 * (z + rise)
    p = 0.25 * (p + rise)
    mean = (x + y + z + 2.0 * p) / 5.0
    u, v, w = 1.0 - x / mean, 1.0 - y / mean, 1.0 - z / mean
    q = (u + v + w) / 2.0
    rest = series(mean, u * v + u * w + v * w - 3.0 * q * q)
    return 0.25**steps * rest + 6.0 * total


def step_of_third(x, y, z, p):
    a, b, c, e = np.sqrt(x), np.sqrt(y), np.sqrt(z), np.sqrt(p)
    product = (e + a) * (e + b) * (e + c)
    excess = (e - a) * (e - b) * (e - c) / product
    term = special.elliprc(1.0, 1.0 + excess) / product
    return term, a * b + a * c + b * c
