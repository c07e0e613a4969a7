"""Airy and Kelvin functions, which SciPy gives with their derivatives."""

import cmath
import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import adjoint, d, elementwise, tangent
from tangentlite.templates.subscripts import refuse

TURN = cmath.exp(0.75j * math.pi)


@adjoint(special.airy)
def airy(y, z):
    if np.iscomplexobj(z):
        refuse('airy of complex numbers')
    ai, ai_slope, bi, bi_slope = y
    ai_bar, ai_slope_bar, bi_bar, bi_slope_bar = d[y]
    first = ai_bar * ai_slope + ai_slope_bar * z * ai
    d[z] = first + bi_bar * bi_slope + bi_slope_bar * z * bi


@tangent(special.airy)
def airy_tangent(y, z):
    if np.iscomplexobj(z):
        refuse('airy of complex numbers')
    ai, ai_slope, bi, bi_slope = y
    d[y] = d[z] * ai_slope, d[z] * z * ai, d[z] * bi_slope, d[z] * z * bi


# The scale is the exponential of 2/3 z**1.5, for Bi of its real part. Of a negative z
# Ai is no number, nor is its derivative; that of Bi alone must not see it.
@adjoint(special.airye)
def airye(y, z):
    if np.iscomplexobj(z):
        refuse('airye of complex numbers')
    ai, ai_slope, bi, bi_slope = y
    ai_bar, ai_slope_bar, bi_bar, bi_slope_bar = d[y]
    is_unused = (z < 0.0) & (ai_bar == 0.0) & (ai_slope_bar == 0.0)
    ai, ai_slope = np.where(is_unused, 0.0, ai), np.where(is_unused, 0.0, ai_slope)
    root = np.sqrt(np.maximum(z, 0.0))
    first = ai_bar * (ai_slope + root * ai) + ai_slope_bar * (z * ai + root * ai_slope)
    second = bi_bar * (bi_slope - root * bi) + bi_slope_bar * (z * bi - root * bi_slope)
    d[z] = first + second


@tangent(special.airye)
def airye_tangent(y, z):
    if np.iscomplexobj(z):
        refuse('airye of complex numbers')
    ai, ai_slope, bi, bi_slope = y
    root = np.sqrt(np.maximum(z, 0.0))
    d[y] = (
        d[z] * (ai_slope + root * ai),
        d[z] * (z * ai + root * ai_slope),
        d[z] * (bi_slope - root * bi),
        d[z] * (z * bi - root * bi_slope),
    )


# The real and the imaginary part of a solution of w'' + w'/x = i w (DLMF 10.61).
@elementwise(special.ber)
def ber(y, x):
    d[x] = d[y] * special.berp(x)


@elementwise(special.bei)
def bei(y, x):
    d[x] = d[y] * special.beip(x)


@elementwise(special.ker)
def ker(y, x):
    d[x] = d[y] * special.kerp(x)


@elementwise(special.kei)
def kei(y, x):
    d[x] = d[y] * special.keip(x)


# With ber + 1j * bei = J0(x TURN) the slopes of their slopes are sums of J0 and J2
# (DLMF 10.61.1, 10.6.1), smooth at 0, where those with a quotient by x are not.
def second_order(x):
    return special.jv(2, x * TURN)


@elementwise(special.berp)
def berp(y, x):
    d[x] = d[y] * 0.5 * (np.imag(second_order(x)) - special.bei(x))


@elementwise(special.beip)
def beip(y, x):
    d[x] = d[y] * 0.5 * (special.ber(x) - np.real(second_order(x)))


@elementwise(special.kerp)
def kerp(y, x):
    d[x] = d[y] * (-special.kei(x) - np.divide(y, x))


@elementwise(special.keip)
def keip(y, x):
    d[x] = d[y] * (special.ker(x) - np.divide(y, x))


# Integrals from 0 to x and, for the last two, of the functions of -x.
@adjoint(special.itairy)
def itairy(y, x):
    ai_bar, bi_bar, back_ai_bar, back_bi_bar = d[y]
    ai, _, bi, _ = special.airy(x)
    back_ai, _, back_bi, _ = special.airy(-x)
    forth = ai_bar * ai + bi_bar * bi
    d[x] = forth + back_ai_bar * back_ai + back_bi_bar * back_bi


@tangent(special.itairy)
def itairy_tangent(y, x):
    ai, _, bi, _ = special.airy(x)
    back_ai, _, back_bi, _ = special.airy(-x)
    d[y] = d[x] * ai, d[x] * bi, d[x] * back_ai, d[x] * back_bi


# All four Kelvin functions, as two complex ones with their slopes.
@adjoint(special.kelvin)
def kelvin(y, x):
    be, ke, be_slope, ke_slope = y
    be_bar, ke_bar, be_slope_bar, ke_slope_bar = d[y]
    is_end = x <= 0.0  # below it Ke is nan
    at = np.where(is_end & (ke_slope_bar == 0.0), 1.0, x)
    ke = np.where(is_end & (ke_bar == 0.0) & (ke_slope_bar == 0.0), 0.0, ke)
    ke_slope = np.where(is_end & (ke_bar == 0.0), 0.0, ke_slope)
    first = be_bar * be_slope + ke_bar * ke_slope
    second = be_slope_bar * 0.5j * (be - second_order(x))
    d[x] = first + second + ke_slope_bar * (1j * ke - np.divide(ke_slope, at))


@tangent(special.kelvin)
def kelvin_tangent(y, x):
    be, ke, be_slope, ke_slope = y
    of_be = 0.5j * (be - second_order(x))
    of_ke = 1j * ke - np.divide(ke_slope, x)
    d[y] = d[x] * be_slope, d[x] * ke_slope, d[x] * of_be, d[x] * of_ke
