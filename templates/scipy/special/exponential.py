"""Exponentials, logarithms and powers that SciPy defines beside NumPy's."""

import math

import numpy as np
from scipy import special

from tangentlite.rules.recurrences import recurrence
from tangentlite.rules.registry import constant, d, elementwise
from tangentlite.runtime import series_quadratic

DEGREE = math.pi / 180.0

constant(special.round)


@elementwise(special.expm1)
def expm1(y, x):
    d[x] = d[y] * (y + 1.0)


@elementwise(special.exp2)
def exp2(y, x):
    d[x] = d[y] * math.log(2.0) * y


@elementwise(special.exp10)
def exp10(y, x):
    d[x] = d[y] * math.log(10.0) * y


@elementwise(special.log1p)
def log1p(y, x):
    d[x] = np.divide(d[y], 1.0 + x)


@elementwise(special.cbrt)
def cbrt(y, x):
    d[x] = np.divide(d[y], 3.0 * y * y)


# The product of both tails, as 1 - y would round.
@elementwise(special.expit)
def expit(y, x):
    d[x] = d[y] * y * special.expit(-x)


recurrence(series_quadratic, ("y", "x_series", 0.0, 1.0, -1.0), special.expit)


@elementwise(special.log_expit)
def log_expit(y, x):
    d[x] = d[y] * special.expit(-x)


@elementwise(special.logit)
def logit(y, x):
    d[x] = np.divide(d[y], x * (1.0 - x))


if hasattr(special, 'softplus'):

    @elementwise(special.softplus)
    def softplus(y, x):
        d[x] = d[y] * special.expit(x)


@elementwise(special.cosm1)
def cosm1(y, x):
    d[x] = d[y] * -np.sin(x)


@elementwise(special.sindg)
def sindg(y, x):
    d[x] = d[y] * DEGREE * special.cosdg(x)


@elementwise(special.cosdg)
def cosdg(y, x):
    d[x] = d[y] * -DEGREE * special.sindg(x)


@elementwise(special.tandg)
def tandg(y, x):
    d[x] = d[y] * DEGREE * (1.0 + y * y)


@elementwise(special.cotdg)
def cotdg(y, x):
    d[x] = d[y] * -DEGREE * (1.0 + y * y)


@elementwise(special.radian)
def radian(y, degrees, minutes, seconds):
    d[degrees] = d[y] * DEGREE
    d[minutes] = d[y] * (DEGREE / 60.0)
    d[seconds] = d[y] * (DEGREE / 3600.0)


@elementwise(special.exprel)
def exprel(y, x):
    is_small = np.abs(x) < 0.5
    large = np.where(is_small, 1.0, x)
    value = special.exprel(large)
    above = value * (large - 1.0) + 1.0
    below = np.exp(np.where(large > 0.0, 0.0, large)) - value
    slope = np.where(large > 0.0, above, below)
    slope = np.where(is_small, slope_near_zero(x, is_small), slope) / large
    d[x] = d[y] * slope


# Of (u exp(u) - exp(u) + 1) / u**2, the sum of u**k / (k! (k + 2)).
def slope_near_zero(u, is_small):
    small = np.where(is_small, u, 0.0)
    total = 1.0 / 15.0
    for k in range(12, -1, -1):
        total = total * small * (1.0 / (k + 1)) + 1.0 / (k + 2)
    return total


@elementwise(special.powm1)
def powm1(z, x, y):
    base = x + ((x == 0.0) & (y == 0.0))
    d[x] = d[z] * y * np.power(base, y - 1.0)
    d[y] = d[z] * special.xlogy(z + 1.0, x)


@elementwise(special.boxcox)
def boxcox(y, x, lmbda):
    d[x] = d[y] * np.power(x, lmbda - 1.0)
    d[lmbda] = d[y] * slope_of_power(np.log(x), lmbda)


@elementwise(special.boxcox1p)
def boxcox1p(y, x, lmbda):
    d[x] = d[y] * np.power(1.0 + x, lmbda - 1.0)
    d[lmbda] = d[y] * slope_of_power(np.log1p(x), lmbda)


# The slope of expm1(lmbda * logarithm) / lmbda in lmbda, for a logarithm down to -inf.
def slope_of_power(logarithm, lmbda):
    is_zero = np.isneginf(logarithm)
    finite = np.where(is_zero, 0.0, logarithm)
    u = lmbda * finite
    is_small = np.abs(u) < 0.5
    large = np.where(is_small, 1.0, u)
    quotient = (large * np.exp(large) - np.expm1(large)) / (large * large)
    relative = np.where(is_small, slope_near_zero(u, is_small), quotient)
    at_zero = np.divide(1.0, np.where(is_zero, lmbda, 1.0) ** 2)
    return np.where(is_zero, 1.0, finite) ** 2 * np.where(is_zero, at_zero, relative)


@elementwise(special.inv_boxcox)
def inv_boxcox(x, y, lmbda):
    slope = np.power(x, 1.0 - lmbda)
    d[y] = d[x] * slope
    d[lmbda] = d[x] * -slope * slope_of_power(np.log(x), lmbda)


@elementwise(special.inv_boxcox1p)
def inv_boxcox1p(x, y, lmbda):
    slope = np.power(1.0 + x, 1.0 - lmbda)
    d[y] = d[x] * slope
    d[lmbda] = d[x] * -slope * slope_of_power(np.log1p(x), lmbda)


# Near whole turns the difference cancels: there the logarithmic slope has a series, of
# the cotangents less their poles.
@elementwise(special.diric)
def diric(y, x, n):
    turn = 0.5 * (x - 2.0 * math.pi * np.round(x / (2.0 * math.pi)))
    is_near = np.abs(n * turn) < 0.1
    near = np.where(is_near, turn, 0.0)
    series = y * 0.5 * (n * rest_of_cotangent(n * near) - rest_of_cotangent(near))
    sine = np.where(is_near, 1.0, np.sin(0.5 * x))
    far = 0.5 * (np.cos(0.5 * n * x) - np.cos(0.5 * x) * y) / sine
    d[x] = d[y] * 1.0 * np.where(is_near, series, far)


# cot(z) - 1 / z.
def rest_of_cotangent(z):
    square = z * z
    series = square / 4725.0 + square * square * (2.0 / 93555.0)
    return -z * (1.0 / 3.0 + square * (1.0 / 45.0 + square * (2.0 / 945.0 + series)))
