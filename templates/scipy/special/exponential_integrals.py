"""Integrals of elementary functions, and Lambert's W."""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import adjoint, d, elementwise, tangent
from tangentlite.templates.scipy.special.bessel import whole
from tangentlite.templates.subscripts import refuse

FAR = 15.0


@elementwise(special.exp1)
def exp1(y, z):
    d[z] = np.divide(-d[y] * np.exp(-z), z)


@elementwise(special.expi)
def expi(y, x):
    d[x] = np.divide(d[y] * np.exp(x), x)


@elementwise(special.expn)
def expn(y, n, x):
    of_zero = np.divide(np.exp(-x) * (x + 1.0), x * x)
    n = whole(n)
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


# The second value is that of erfcx, halved, on a diagonal of the complex plane, and its
# conjugate: far out its slope is the series of that one (DLMF 7.12.1).
def modified_slope(x, second, sign):
    unit = sign * 1j
    turn = (1.0 - unit) * (0.5 * math.sqrt(2.0 / math.pi))
    is_far = x > FAR
    square = 1.0 / np.where(is_far, x, FAR) ** 2
    ratio = -0.5 * unit * square
    tail = 1.0
    for k in range(19, 1, -2):
        tail = 1.0 + k * ratio * tail
    near = -2.0 * unit * np.where(is_far, FAR, x) * second - turn
    return np.where(is_far, turn * ratio * tail, near)


def register_modified(function, sign):
    @adjoint(function)
    def modified(y, x):
        first_bar, second_bar = d[y]
        slope = modified_slope(x, y[1], sign)
        d[x] = second_bar * slope - first_bar * np.exp(sign * 1j * x * x)

    @tangent(function)
    def modified_tangent(y, x):
        first = -d[x] * np.exp(sign * 1j * x * x)
        d[y] = first, d[x] * modified_slope(x, y[1], sign)


# SciPy 1.13 has the negative one under both names, as the value at 0 shows.
register_modified(
    special.modfresnelp, float(np.sign(np.imag(special.modfresnelp(0.0)[0])))
)
register_modified(special.modfresnelm, -1.0)
