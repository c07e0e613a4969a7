"""Struve functions, by their argument, and integrals from zero of Bessel's."""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import adjoint, d, elementwise, tangent

ROOT_PI = math.sqrt(math.pi)


# DLMF 11.4.23 to 11.4.26.
def first_term(v, x):
    return np.power(0.5 * x, v) * special.rgamma(v + 1.5) * (1.0 / ROOT_PI)


@elementwise(special.struve)
def struve(y, v, x):
    between = special.struve(v - 1.0, x) - special.struve(v + 1.0, x)
    d[x] = d[y] * 0.5 * (between + first_term(v, x))


@elementwise(special.modstruve)
def modstruve(y, v, x):
    between = special.modstruve(v - 1.0, x) + special.modstruve(v + 1.0, x)
    d[x] = d[y] * 0.5 * (between + first_term(v, x))


@elementwise(special.itstruve0)
def itstruve0(y, x):
    d[x] = d[y] * special.struve(0.0, x)


@elementwise(special.itmodstruve0)
def itmodstruve0(y, x):
    d[x] = d[y] * special.modstruve(0.0, x)


# The second function has no finite values up to zero, which the derivative of the first
# must not see.
def register_integrals(function, first, second):
    @adjoint(function)
    def integrals(y, x):
        first_bar, second_bar = d[y]
        place = np.where((x <= 0.0) & (second_bar == 0.0), 1.0, x)
        d[x] = first_bar * first(x) + second_bar * second(place)

    @tangent(function)
    def integrals_tangent(y, x):
        d[y] = d[x] * first(x), d[x] * second(x)


register_integrals(special.itj0y0, special.j0, special.y0)
register_integrals(special.iti0k0, special.i0, special.k0)


# Integrals of what is divided by the argument: of 1 - J0 and I0 - 1 from zero, of the
# others from the argument to infinity.
@elementwise(special.it2struve0)
def it2struve0(y, x):
    far = beyond_zero(x)
    ratio = np.divide(special.struve(0.0, far), far)
    near = (2.0 / math.pi) * series_of_squares(-x * x, 1, 2)
    d[x] = d[y] * -np.where(np.abs(x) < 1.0, near, ratio)


# With 1 where the series is taken.
def beyond_zero(x):
    return np.where(np.abs(x) < 1.0, 1.0, x)


# 1 + q/a**2 + q**2/(a b)**2 + ..., where the series is taken; a is `first` + `step` and
# each of the others is a `step` more.
def series_of_squares(q, first, step):
    small = np.where(np.abs(q) < 1.0, q, 0.0)
    total = 1.0
    for k in range(11, 0, -1):
        total = 1.0 + total * small / (first + k * step) ** 2
    return total


# 1 - J0(x), or I0(x) - 1, over x (DLMF 10.2.2, 10.25.2).
def rise(first, sign, x):
    far = beyond_zero(x)
    near = 0.25 * x * series_of_squares(-0.25 * sign * x * x, 1, 1)
    return np.where(np.abs(x) < 1.0, near, sign * (1.0 - first(far)) / far)


def register_divided_integrals(function, first, second, sign):
    @adjoint(function)
    def divided(y, x):
        first_bar, second_bar = d[y]
        place = np.where((x <= 0.0) & (second_bar == 0.0), 1.0, x)
        of_first = first_bar * rise(first, sign, x)
        d[x] = of_first - second_bar * np.divide(second(place), place)

    @tangent(function)
    def divided_tangent(y, x):
        d[y] = d[x] * rise(first, sign, x), -d[x] * np.divide(second(x), x)


register_divided_integrals(special.it2j0y0, special.j0, special.y0, 1.0)
register_divided_integrals(special.it2i0k0, special.i0, special.k0, -1.0)
