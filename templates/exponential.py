"""Exponentials, logarithms and roots of numbers and arrays.

The rules divide by what the primal did not divide by: np.divide gives inf there, where
the operator would raise for two Python floats.
"""
import cmath
import math

import numpy as np

from tangentlite.rules.registry import d, elementwise

HALF = math.log(0.5)


@elementwise(np.exp, math.exp, cmath.exp)
def exp(y, x):
    d[x] = d[y] * y


@elementwise(np.expm1, math.expm1)
def expm1(y, x):
    d[x] = d[y] * (y + 1.0)


@elementwise(np.exp2, math.exp2)
def exp2(y, x):
    d[x] = d[y] * math.log(2.0) * y


@elementwise(np.log)
def log(y, x):
    d[x] = np.divide(d[y], x)


@elementwise(np.log1p)
def log1p(y, x):
    d[x] = np.divide(d[y], 1.0 + x)


@elementwise(np.log2)
def log2(y, x):
    d[x] = np.divide(d[y], math.log(2.0) * x)


@elementwise(np.log10)
def log10(y, x):
    d[x] = np.divide(d[y], math.log(10.0) * x)


# Of two equal infinities each has half of the derivative; their difference is not a
# number. A finite literal makes the condition false, which leaves the exponential.
@elementwise(np.logaddexp)
def logaddexp(z, x, y):
    d[x] = d[z] * np.exp(np.where(np.isinf(y) & (x == y), HALF, x - z))
    d[y] = d[z] * np.exp(np.where(np.isinf(x) & (x == y), HALF, y - z))


@elementwise(np.logaddexp2)
def logaddexp2(z, x, y):
    d[x] = d[z] * np.exp2(np.where(np.isinf(y) & (x == y), -1.0, x - z))
    d[y] = d[z] * np.exp2(np.where(np.isinf(x) & (x == y), -1.0, y - z))


@elementwise(np.sqrt, math.sqrt)
def sqrt(y, x):
    d[x] = np.divide(0.5 * d[y], y)


@elementwise(np.cbrt, math.cbrt)
def cbrt(y, x):
    d[x] = np.divide(d[y], 3.0 * y * y)
