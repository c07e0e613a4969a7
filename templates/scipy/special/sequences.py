"""Functions of consecutive orders at one place, given with their derivatives.

A linear equation of second order says what the second derivative of each is; the orders
are counted by the first axes.
"""

import numpy as np
from scipy import special

from tangentlite.rules.registry import adjoint, constant, d, tangent
from tangentlite.runtime import unbroadcast

constant(
    special.ai_zeros, special.bi_zeros, special.ber_zeros, special.bei_zeros,
    special.berp_zeros, special.beip_zeros, special.ker_zeros, special.kei_zeros,
    special.kerp_zeros, special.keip_zeros, special.kelvin_zeros, special.erf_zeros,
    special.fresnel_zeros, special.fresnelc_zeros, special.fresnels_zeros,
    special.jn_zeros, special.jnp_zeros, special.jnjnp_zeros, special.jnyn_zeros,
    special.yn_zeros, special.ynp_zeros, special.y0_zeros, special.y1_zeros,
    special.y1p_zeros,
)  # fmt: skip
if hasattr(special, 'stirling2'):
    constant(special.stirling2)


# bend(order, x, value, slope) is the second derivative.
def register(function, bend):
    @adjoint(function)
    def sequence(y, v, x):
        value, slope = y
        value_bar, slope_bar = d[y]
        change = bend(v, x, value, slope)
        d[x] = unbroadcast(value_bar * slope + slope_bar * change, x)

    @tangent(function)
    def sequence_tangent(y, v, x):
        value, slope = y
        d[y] = d[x] * slope, d[x] * bend(v, x, value, slope)


# Orders from a number that is not below 0, and less than 1, upwards.
def orders(v, value):
    return v - np.floor(v) + np.arange(np.shape(value)[0])


# DLMF 12.2.2.
def cylinder(v, x, value, slope):
    return (0.25 * x * x - orders(v, value) - 0.5) * value


# Up from 0 or down from it.
def whole_cylinder(n, z, value, slope):
    order = np.where(n < -1, -1.0, 1.0) * np.arange(np.shape(value)[0])
    return (0.25 * z * z - order - 0.5) * value


# DLMF 10.47.1 of x times a spherical Bessel function.
def riccati(n, x, value, slope):
    order = np.arange(np.shape(value)[0])
    return (np.divide(order * (order + 1.0), x * x) - 1.0) * value


# Bessel's equation (DLMF 10.2.1) of x^-v J: at 0 the slope over x has a limit.
def scaled_bessel(v, x, value, slope):
    order = orders(v, value)
    is_zero = x == 0.0
    ratio = np.where(is_zero, -0.5 * value / (order + 1.0), slope / (x + is_zero))
    return -(2.0 * order + 1.0) * ratio - value


register(special.pbdv_seq, cylinder)
register(special.pbvv_seq, cylinder)
register(special.pbdn_seq, whole_cylinder)
register(special.riccati_jn, riccati)
register(special.riccati_yn, riccati)
register(special.lmbda, scaled_bessel)


# DLMF 14.2.2, degrees on one axis and orders on the axis before.
def legendre(degree, order, z, value, slope):
    rest = 1.0 - z * z
    factor = degree * (degree + 1.0) - np.divide(order * order, rest)
    return np.divide(2.0 * z * slope - factor * value, rest)


def counted(value, axis):
    count = np.shape(value)[axis]
    return np.reshape(np.arange(count), (count,) + (1,) * (np.ndim(value) - axis - 1))


@adjoint(special.lqn)
def lqn(y, n, z):
    value, slope = y
    value_bar, slope_bar = d[y]
    change = legendre(counted(value, 0), 0.0, z, value, slope)
    d[z] = unbroadcast(value_bar * slope + slope_bar * change, z)


@tangent(special.lqn)
def lqn_tangent(y, n, z):
    value, slope = y
    change = legendre(counted(value, 0), 0.0, z, value, slope)
    d[y] = d[z] * slope, d[z] * change


@adjoint(special.lqmn)
def lqmn(y, m, n, z):
    value, slope = y
    value_bar, slope_bar = d[y]
    change = legendre(counted(value, 1), counted(value, 0), z, value, slope)
    d[z] = unbroadcast(value_bar * slope + slope_bar * change, z)


@tangent(special.lqmn)
def lqmn_tangent(y, m, n, z):
    value, slope = y
    change = legendre(counted(value, 1), counted(value, 0), z, value, slope)
    d[y] = d[z] * slope, d[z] * change
