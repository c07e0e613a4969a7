"""Spheroidal wave functions by their argument, given with their derivatives.

Their equation says what the second derivative is: DLMF 30.2.1 of prolate functions,
with the eigenvalue as in Zhang and Jin, Computation of Special Functions (1996), 15.1;
of oblate ones it is that at an imaginary argument of the radial functions, and at an
imaginary parameter. By the parameter c they have no elementary derivative.
"""

from scipy import special

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.runtime import unbroadcast


# (1 - x^2) y'' - 2 x y' + (cv - c^2 x^2 - m^2 / (1 - x^2)) y = 0
def prolate(m, c, cv, x, value, slope):
    rest = 1.0 - x * x
    return (2.0 * x * slope - (cv - c * c * x * x - m * m / rest) * value) / rest


def oblate_angular(m, c, cv, x, value, slope):
    rest = 1.0 - x * x
    return (2.0 * x * slope - (cv + c * c * x * x - m * m / rest) * value) / rest


def oblate_radial(m, c, cv, x, value, slope):
    rest = 1.0 + x * x
    return ((cv - c * c * x * x - m * m / rest) * value - 2.0 * x * slope) / rest


def register(function, characteristic_value, bend):
    @adjoint(function)
    def pair(y, m, n, c, x):
        value, slope = y
        value_bar, slope_bar = d[y]
        change = bend(m, c, characteristic_value(m, n, c), x, value, slope)
        d[x] = unbroadcast(value_bar * slope + slope_bar * change, x)

    @tangent(function)
    def pair_tangent(y, m, n, c, x):
        value, slope = y
        change = bend(m, c, characteristic_value(m, n, c), x, value, slope)
        d[y] = d[x] * slope, d[x] * change


def register_of_value(function, bend):
    @adjoint(function)
    def pair(y, m, n, c, cv, x):
        value, slope = y
        value_bar, slope_bar = d[y]
        change = bend(m, c, cv, x, value, slope)
        d[x] = unbroadcast(value_bar * slope + slope_bar * change, x)

    @tangent(function)
    def pair_tangent(y, m, n, c, cv, x):
        value, slope = y
        d[y] = d[x] * slope, d[x] * bend(m, c, cv, x, value, slope)


register(special.pro_ang1, special.pro_cv, prolate)
register(special.pro_rad1, special.pro_cv, prolate)
register(special.pro_rad2, special.pro_cv, prolate)
register(special.obl_ang1, special.obl_cv, oblate_angular)
register(special.obl_rad1, special.obl_cv, oblate_radial)
register(special.obl_rad2, special.obl_cv, oblate_radial)
register_of_value(special.pro_ang1_cv, prolate)
register_of_value(special.pro_rad1_cv, prolate)
register_of_value(special.pro_rad2_cv, prolate)
register_of_value(special.obl_ang1_cv, oblate_angular)
register_of_value(special.obl_rad1_cv, oblate_radial)
register_of_value(special.obl_rad2_cv, oblate_radial)
