"""Airy functions, which SciPy gives with their derivatives, and Kelvin functions."""

import numpy as np
from scipy import special

from tangentlite.rules.registry import adjoint, d, elementwise, tangent
from tangentlite.templates.subscripts import refuse


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
# Ai is not scaled but nan, which must not reach the derivative of Bi.
@adjoint(special.airye)
def airye(y, z):
    if np.iscomplexobj(z):
        refuse('airye of complex numbers')
    ai, ai_slope, bi, bi_slope = y
    ai, ai_slope = np.where(z < 0.0, 0.0, ai), np.where(z < 0.0, 0.0, ai_slope)
    ai_bar, ai_slope_bar, bi_bar, bi_slope_bar = d[y]
    root = np.sqrt(np.maximum(z, 0.0))
    first = ai_bar * (ai_slope + root * ai) + ai_slope_bar * (z * ai + root * ai_slope)
    second = bi_bar * (bi_slope - root * bi) + bi_slope_bar * (z * bi - root * bi_slope)
    d[z] = first + second


@tangent(special.airye)
def airye_tangent(y, z):
    if np.iscomplexobj(z):
        refuse('airye of complex numbers')
    ai, ai_slope, bi, bi_slope = y
    ai, ai_slope = np.where(z < 0.0, 0.0, ai), np.where(z < 0.0, 0.0, ai_slope)
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


@elementwise(special.berp)
def berp(y, x):
    d[x] = d[y] * (-special.bei(x) - y / (x + (x == 0.0)))


@elementwise(special.beip)
def beip(y, x):
    quotient = np.where(x == 0.0, 0.5, y / (x + (x == 0.0)))
    d[x] = d[y] * (special.ber(x) - quotient)


@elementwise(special.kerp)
def kerp(y, x):
    d[x] = d[y] * (-special.kei(x) - np.divide(y, x))


@elementwise(special.keip)
def keip(y, x):
    d[x] = d[y] * (special.ker(x) - np.divide(y, x))
