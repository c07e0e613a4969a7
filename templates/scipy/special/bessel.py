"""Bessel functions and what is made of them, by their argument.

The order has no elementary derivative. The slopes are those of DLMF 10.6 and 10.29 as
differences of neighbouring orders, which are finite at zero.
"""

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise
from tangentlite.runtime import bessel_j
from tangentlite.templates.subscripts import refuse


@elementwise(special.j0)
def j0(y, x):
    d[x] = d[y] * -special.j1(x)


@elementwise(special.j1)
def j1(y, x):
    d[x] = d[y] * 0.5 * (special.j0(x) - bessel_j(2, x))


@elementwise(special.y0)
def y0(y, x):
    d[x] = d[y] * -special.y1(x)


@elementwise(special.y1)
def y1(y, x):
    d[x] = d[y] * 0.5 * (special.y0(x) - special.yn(2, x))


@elementwise(special.i0)
def i0(y, x):
    d[x] = d[y] * special.i1(x)


@elementwise(special.i1)
def i1(y, x):
    d[x] = d[y] * 0.5 * (special.i0(x) + special.iv(2, x))


@elementwise(special.k0)
def k0(y, x):
    d[x] = d[y] * -special.k1(x)


@elementwise(special.k1)
def k1(y, x):
    d[x] = d[y] * -0.5 * (special.k0(x) + special.kn(2, x))


@elementwise(special.i0e)
def i0e(y, x):
    d[x] = d[y] * (special.i1e(x) - np.sign(x) * y)


@elementwise(special.i1e)
def i1e(y, x):
    d[x] = d[y] * (0.5 * (special.i0e(x) + special.ive(2, x)) - np.sign(x) * y)


@elementwise(special.k0e)
def k0e(y, x):
    d[x] = d[y] * (y - special.k1e(x))


@elementwise(special.k1e)
def k1e(y, x):
    d[x] = d[y] * (y - 0.5 * (special.k0e(x) + special.kve(2, x)))


@elementwise(special.jv)
def jv(y, v, z):
    d[z] = d[y] * 0.5 * (special.jv(v - 1, z) - special.jv(v + 1, z))


@elementwise(special.yv)
def yv(y, v, z):
    d[z] = d[y] * 0.5 * (special.yv(v - 1, z) - special.yv(v + 1, z))


# The order that SciPy makes of a number.
def whole(n):
    return n if isinstance(n, int) else np.trunc(n)


@elementwise(special.yn)
def yn(y, n, x):
    n = whole(n)
    d[x] = d[y] * 0.5 * (special.yn(n - 1, x) - special.yn(n + 1, x))


@elementwise(special.iv)
def iv(y, v, z):
    d[z] = d[y] * 0.5 * (special.iv(v - 1, z) + special.iv(v + 1, z))


@elementwise(special.kv)
def kv(y, v, z):
    d[z] = d[y] * -0.5 * (special.kv(v - 1, z) + special.kv(v + 1, z))


@elementwise(special.kn)
def kn(y, n, x):
    n = whole(n)
    d[x] = d[y] * -0.5 * (special.kn(n - 1, x) + special.kn(n + 1, x))


@elementwise(special.kve)
def kve(y, v, z):
    d[z] = d[y] * (y - 0.5 * (special.kve(v - 1, z) + special.kve(v + 1, z)))


# Their scale is a function of the real or the imaginary part.
@elementwise(special.ive)
def ive(y, v, z):
    if np.iscomplexobj(z):
        refuse('ive of complex numbers', 'Use iv.')
    between = 0.5 * (special.ive(v - 1, z) + special.ive(v + 1, z))
    d[z] = d[y] * (between - np.sign(z) * y)


@elementwise(special.jve)
def jve(y, v, z):
    if np.iscomplexobj(z):
        refuse('jve of complex numbers', 'Use jv.')
    d[z] = d[y] * 0.5 * (special.jve(v - 1, z) - special.jve(v + 1, z))


@elementwise(special.yve)
def yve(y, v, z):
    if np.iscomplexobj(z):
        refuse('yve of complex numbers', 'Use yv.')
    d[z] = d[y] * 0.5 * (special.yve(v - 1, z) - special.yve(v + 1, z))


@elementwise(special.hankel1)
def hankel1(y, v, z):
    d[z] = d[y] * 0.5 * (special.hankel1(v - 1, z) - special.hankel1(v + 1, z))


@elementwise(special.hankel2)
def hankel2(y, v, z):
    d[z] = d[y] * 0.5 * (special.hankel2(v - 1, z) - special.hankel2(v + 1, z))


# Scaled with exp(-iz) and exp(iz).
@elementwise(special.hankel1e)
def hankel1e(y, v, z):
    between = 0.5 * (special.hankel1e(v - 1, z) - special.hankel1e(v + 1, z))
    d[z] = d[y] * (between - 1j * y)


@elementwise(special.hankel2e)
def hankel2e(y, v, z):
    between = 0.5 * (special.hankel2e(v - 1, z) - special.hankel2e(v + 1, z))
    d[z] = d[y] * (between + 1j * y)


# Of the integral from 0 to 1 of x**lmb and the Bessel function at 2 a x.
@elementwise(special.besselpoly)
def besselpoly(y, a, lmb, nu):
    below = special.besselpoly(a, lmb + 1.0, nu - 1.0)
    d[a] = d[y] * (below - special.besselpoly(a, lmb + 1.0, nu + 1.0))


def register_derivative(function):
    @elementwise(function)
    def derivative(y, v, z, n=1):
        d[z] = d[y] * function(v, z, n + 1)


register_derivative(special.jvp)
register_derivative(special.yvp)
register_derivative(special.ivp)
register_derivative(special.kvp)
register_derivative(special.h1vp)
register_derivative(special.h2vp)


# DLMF 10.51.2 and 10.51.5; the function of order -1 has the factor zero.
def register_spherical(function, sign_below, sign_above):
    @elementwise(function)
    def spherical(y, n, z, derivative=False):
        n = whole(n)
        below = sign_below * n * function(np.maximum(n - 1, 0), z, derivative)
        above = sign_above * (n + 1) * function(n + 1, z, derivative)
        d[z] = d[y] * (below + above) / (2 * n + 1)


register_spherical(special.spherical_jn, 1.0, -1.0)
register_spherical(special.spherical_yn, 1.0, -1.0)
register_spherical(special.spherical_in, 1.0, 1.0)
register_spherical(special.spherical_kn, -1.0, -1.0)


# Its series in x has rgamma(a k + b) / k! as coefficients.
if hasattr(special, 'wright_bessel'):

    @elementwise(special.wright_bessel)
    def wright_bessel(y, a, b, x):
        d[x] = d[y] * special.wright_bessel(a, a + b, x)


if hasattr(special, 'log_wright_bessel'):

    @elementwise(special.log_wright_bessel)
    def log_wright_bessel(y, a, b, x):
        d[x] = d[y] * np.exp(special.log_wright_bessel(a, a + b, x) - y)
