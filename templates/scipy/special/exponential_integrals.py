"""Integrals of elementary functions, and Lambert's W."""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import adjoint, d, elementwise, tangent
from tangentlite.templates.subscripts import refuse


@elementwise(special.exp1)
def exp1(y, z):
    d[z] = np.divide(-d[y] * np.exp(-z), z)


@elementwise(special.expi)
def expi(y, x):
    d[x] = np.divide(d[y] * np.exp(x), x)


@elementwise(special.expn)
def expn(y, n, x):
    of_zero = np.divide(np.exp(-x) * (x + 1.0), x * x)
    below = special.expn(np.maximum(n - 1, 0), x)
    d[x] = d[y] * -np.where(n == 0, of_zero, below)


# A seed over x, where that of an unused logarithm is zero at its pole.
def over(seed, x):
    return np.divide(seed, x + ((x == 0.0) & (seed == 0.0)))


@adjoint(special.sici)
def sici(y, x):
    if np.iscomplexobj(x):
        refuse('sici of complex numbers')
    sine_bar, cosine_bar = d[y]
    d[x] = sine_bar * np.sinc(x / math.pi) + over(cosine_bar * np.cos(x), x)


@tangent(special.sici)
def sici_tangent(y, x):
    if np.iscomplexobj(x):
        refuse('sici of complex numbers')
    d[y] = d[x] * np.sinc(x / math.pi), d[x] * np.divide(np.cos(x), x)


@adjoint(special.shichi)
def shichi(y, x):
    if np.iscomplexobj(x):
        refuse('shichi of complex numbers')
    sine_bar, cosine_bar = d[y]
    d[x] = sine_bar * sinhc(x) + over(cosine_bar * np.cosh(x), x)


@tangent(special.shichi)
def shichi_tangent(y, x):
    if np.iscomplexobj(x):
        refuse('shichi of complex numbers')
    d[y] = d[x] * sinhc(x), d[x] * np.divide(np.cosh(x), x)


# sinh(x) / x.
def sinhc(x):
    return 0.5 * (special.exprel(x) + special.exprel(-x))


@adjoint(special.fresnel)
def fresnel(y, z):
    if np.iscomplexobj(z):
        refuse('fresnel of complex numbers')
    sine_bar, cosine_bar = d[y]
    phase = (0.5 * math.pi) * z * z
    d[z] = sine_bar * np.sin(phase) + cosine_bar * np.cos(phase)


@tangent(special.fresnel)
def fresnel_tangent(y, z):
    if np.iscomplexobj(z):
        refuse('fresnel of complex numbers')
    phase = (0.5 * math.pi) * z * z
    d[y] = d[z] * np.sin(phase), d[z] * np.cos(phase)


# log(z) / (1 - z), near 1 by its series.
@elementwise(special.spence)
def spence(y, z):
    past = z - 1.0
    is_near = np.abs(past) < 0.01
    near = np.where(is_near, past, 0.0)
    far = np.where(is_near, 1.0, past)
    total = 0.0
    for k in range(10, 0, -1):
        total = 1.0 / k - near * total
    d[z] = d[y] * -np.where(is_near, total, np.log(1.0 + far) / far)


@elementwise(special.lambertw)
def lambertw(w, z, k=0, tol=1e-8):
    d[z] = np.divide(d[w] * np.exp(-w), 1.0 + w)


@elementwise(special.wrightomega)
def wrightomega(y, z):
    d[z] = np.divide(d[y] * y, 1.0 + y)
