"""The functions of the math module, but for those that share a rule with NumPy's.

The primal has raised wherever NumPy would have given inf or nan, so the rules divide
with the operator, except at points where the function is defined and its derivative
is infinite.
"""
import math

import numpy as np

from tangentlite.rules.registry import (
    adjoint,
    constant,
    d,
    elementwise,
    formula,
    tangent,
)
from tangentlite.runtime import polygamma

constant(math.ulp, math.isclose)


@elementwise(math.log)
def log(y, x, base=None):
    if base is None:
        d[x] = d[y] / x
    else:
        d[x] = d[y] / (x * math.log(base))
        d[base] = -d[y] * y / (base * math.log(base))


@elementwise(math.log1p)
def log1p(y, x):
    d[x] = d[y] / (1.0 + x)


@elementwise(math.log2)
def log2(y, x):
    d[x] = d[y] / (math.log(2.0) * x)


@elementwise(math.log10)
def log10(y, x):
    d[x] = d[y] / (math.log(10.0) * x)


@elementwise(math.fabs)
def absolute(y, x):
    d[x] = d[y] * np.sign(x)


# At the origin: the subgradient of least norm.
@adjoint(math.hypot)
def hypot(z, *coordinates):
    gradients = ()
    for x in coordinates:
        gradients = gradients + (d[z] * x / (z + (z == 0)),)
    d[coordinates] = gradients


@tangent(math.hypot)
def hypot_tangent(z, *coordinates):
    total = 0.0
    for k in range(len(coordinates)):
        total = total + d[coordinates][k] * coordinates[k]
    d[z] = total / (z + (z == 0))


@formula(math.dist)
def dist(p, q):
    total = 0.0
    for a, b in zip(p, q):
        total = math.hypot(total, a - b)
    return total


@elementwise(math.sin)
def sin(y, x):
    d[x] = d[y] * math.cos(x)


@elementwise(math.cos)
def cos(y, x):
    d[x] = -d[y] * math.sin(x)


@elementwise(math.asin)
def asin(y, x):
    d[x] = np.divide(d[y], math.sqrt((1.0 - x) * (1.0 + x)))


@elementwise(math.acos)
def acos(y, x):
    d[x] = np.divide(-d[y], math.sqrt((1.0 - x) * (1.0 + x)))


# At the origin the angle has no derivative; 0 by convention.
@elementwise(math.atan2)
def atan2(z, y, x):
    d[y] = np.divide(d[z] * x, x * x + y * y + (x == 0) * (y == 0))
    d[x] = np.divide(-d[z] * y, x * x + y * y + (x == 0) * (y == 0))


@elementwise(math.sinh)
def sinh(y, x):
    d[x] = d[y] * math.cosh(x)


@elementwise(math.cosh)
def cosh(y, x):
    d[x] = d[y] * math.sinh(x)


@elementwise(math.asinh)
def asinh(y, x):
    d[x] = d[y] / math.sqrt(1.0 + x * x)


@elementwise(math.acosh)
def acosh(y, x):
    d[x] = np.divide(d[y], math.sqrt((x - 1.0) * (x + 1.0)))


@elementwise(math.atanh)
def atanh(y, x):
    d[x] = d[y] / ((1.0 - x) * (1.0 + x))


@elementwise(math.erf)
def erf(y, x):
    d[x] = d[y] * (2.0 / math.sqrt(math.pi)) * math.exp(-x * x)


@elementwise(math.erfc)
def erfc(y, x):
    d[x] = -d[y] * (2.0 / math.sqrt(math.pi)) * math.exp(-x * x)


@elementwise(math.lgamma)
def lgamma(y, x):
    d[x] = d[y] * polygamma(0, x)


@elementwise(math.gamma)
def gamma(y, x):
    d[x] = d[y] * y * polygamma(0, x)


# The quotient is rounded to the nearest integer, which the division may miss by little.
@elementwise(math.remainder)
def remainder(z, x, y):
    d[x] = d[z]
    d[y] = -d[z] * np.rint((x - z) / y)
