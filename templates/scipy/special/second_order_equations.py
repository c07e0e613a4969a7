"""Solutions of linear equations of second order, given with their derivatives.

The second derivative is a multiple of the function: DLMF 12.2 for parabolic cylinder
functions, 28.2 and 28.20 for those of Mathieu. Parameters have no elementary
derivative.
"""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import adjoint, d, elementwise, tangent
from tangentlite.runtime import unbroadcast

DEGREE = math.pi / 180.0


# Their parameter has no elementary derivative.
@elementwise(special.mathieu_a, special.mathieu_b)
def characteristic(y, m, q):
    pass


# The second derivative is factor(parameter, x) times the function.
def register_of_parameter(function, factor):
    @adjoint(function)
    def pair(y, v, x):
        value, slope = y
        value_bar, slope_bar = d[y]
        d[x] = unbroadcast(value_bar * slope + slope_bar * factor(v, x) * value, x)

    @tangent(function)
    def pair_tangent(y, v, x):
        value, slope = y
        d[y] = d[x] * slope, d[x] * factor(v, x) * value


def cylinder(v, x):
    return 0.25 * x * x - v - 0.5


def oscillating_cylinder(a, x):
    return a - 0.25 * x * x


register_of_parameter(special.pbdv, cylinder)
register_of_parameter(special.pbvv, cylinder)
register_of_parameter(special.pbwa, oscillating_cylinder)


# The slope is one by an angle in radians, the argument of those of the first kind in
# degrees.
def register_mathieu(function, factor, unit):
    @adjoint(function)
    def mathieu(y, m, q, x):
        value, slope = y
        value_bar, slope_bar = d[y]
        change = value_bar * slope + slope_bar * factor(m, q, x) * value
        d[x] = unbroadcast(unit * change, x)

    @tangent(function)
    def mathieu_tangent(y, m, q, x):
        value, slope = y
        change = unit * d[x]
        d[y] = change * slope, change * factor(m, q, x) * value


def even(m, q, x):
    return 2.0 * q * np.cos(2.0 * DEGREE * x) - special.mathieu_a(m, q)


def odd(m, q, x):
    return 2.0 * q * np.cos(2.0 * DEGREE * x) - special.mathieu_b(m, q)


def even_modified(m, q, x):
    return special.mathieu_a(m, q) - 2.0 * q * np.cosh(2.0 * x)


def odd_modified(m, q, x):
    return special.mathieu_b(m, q) - 2.0 * q * np.cosh(2.0 * x)


register_mathieu(special.mathieu_cem, even, DEGREE)
register_mathieu(special.mathieu_sem, odd, DEGREE)
register_mathieu(special.mathieu_modcem1, even_modified, 1.0)
register_mathieu(special.mathieu_modcem2, even_modified, 1.0)
register_mathieu(special.mathieu_modsem1, odd_modified, 1.0)
register_mathieu(special.mathieu_modsem2, odd_modified, 1.0)
