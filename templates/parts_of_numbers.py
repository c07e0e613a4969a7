"""Functions that take numbers apart: each gives two results."""
import math

import numpy as np

from tangentlite.rules.registry import adjoint, d, elementwise, formula, tangent


@formula(np.divmod)
def divmod_of_numpy(x1, x2):
    return np.floor_divide(x1, x2), np.remainder(x1, x2)


@formula(np.modf, math.modf)
def modf(x):
    whole = np.trunc(x)
    return x - whole, whole


# The exponent is constant between powers of two.
@adjoint(np.frexp, math.frexp)
def frexp(y, x):
    _, exponent = y
    mantissa_bar, _ = d[y]
    d[x] = np.ldexp(mantissa_bar, -exponent)


@tangent(np.frexp, math.frexp)
def frexp_tangent(y, x):
    _, exponent = y
    d[y] = np.ldexp(d[x], -exponent), 0.0


@elementwise(np.nextafter, math.nextafter)
def nextafter(y, x1, x2):
    d[x1] = d[y]
    d[x2] = 0.0
