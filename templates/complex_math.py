"""The functions of the cmath module, but for those that share a rule with NumPy's.

The derivative of an analytic function is multiplied with, as for a real one. Where the
function is defined and its derivative is infinite, NumPy divides.
"""
import cmath

import numpy as np

from tangentlite.rules.registry import constant, d, definition, elementwise, formula

constant(cmath.isclose, cmath.isfinite, cmath.isinf, cmath.isnan)


@elementwise(cmath.log)
def log(y, z, base=None):
    if base is None:
        d[z] = d[y] / z
    else:
        d[z] = d[y] / (z * cmath.log(base))
        d[base] = -d[y] * y / (base * cmath.log(base))


@elementwise(cmath.log10)
def log10(y, z):
    d[z] = d[y] / (cmath.log(10.0) * z)


@elementwise(cmath.sqrt)
def sqrt(y, z):
    d[z] = np.divide(0.5 * d[y], y)


@elementwise(cmath.sin)
def sin(y, z):
    d[z] = d[y] * cmath.cos(z)


@elementwise(cmath.cos)
def cos(y, z):
    d[z] = -d[y] * cmath.sin(z)


@elementwise(cmath.asin)
def asin(y, z):
    d[z] = np.divide(d[y], cmath.cos(y))


@elementwise(cmath.acos)
def acos(y, z):
    d[z] = np.divide(-d[y], cmath.sin(y))


@elementwise(cmath.sinh)
def sinh(y, z):
    d[z] = d[y] * cmath.cosh(z)


@elementwise(cmath.cosh)
def cosh(y, z):
    d[z] = d[y] * cmath.sinh(z)


@elementwise(cmath.asinh)
def asinh(y, z):
    d[z] = np.divide(d[y], cmath.cosh(y))


@elementwise(cmath.acosh)
def acosh(y, z):
    d[z] = np.divide(d[y], cmath.sinh(y))


@elementwise(cmath.atanh)
def atanh(y, z):
    d[z] = d[y] / ((1.0 - z) * (1.0 + z))


# At 0 the angle has no derivative; 0 by convention.
@elementwise(cmath.phase)
def phase(y, z):
    if np.iscomplexobj(z):
        d[z] = d[y] * -1j * (z != 0) / (z + (z == 0))
    else:
        d[z] = 0.0


@definition(cmath.polar)
def polar(z):
    return abs(z), cmath.phase(z)


@formula(cmath.rect)
def rect(r, phi):
    return r * cmath.exp(1j * phi)
