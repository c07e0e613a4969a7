"""Arithmetic of numbers and arrays: the operators and their ufuncs.

A comparison serves as the number 0 or 1 where a rule has a singular point:
`y - (y != 0)` is `y - 1` except at y = 0, where it is 0. The numbers keep their dtype,
Python floats stay Python floats, and for a literal y it is a constant.
"""
import math
import operator

import numpy as np

from tangentlite.rules.registry import d, elementwise


@elementwise(np.add, operator.add)
def add(z, x, y):
    d[x] = d[z]
    d[y] = d[z]


@elementwise(np.subtract, operator.sub)
def subtract(z, x, y):
    d[x] = d[z]
    d[y] = -d[z]


@elementwise(np.multiply, operator.mul)
def multiply(z, x, y):
    d[x] = d[z] * y
    d[y] = x * d[z]


@elementwise(operator.truediv)
def divide_operator(z, x, y):
    d[x] = d[z] / y
    d[y] = -d[z] * z / y


# np.divide gives inf for two Python floats where the operator raises.
@elementwise(np.divide)
def divide(z, x, y):
    d[x] = np.divide(d[z], y)
    d[y] = np.divide(-d[z] * z, y)


# At x = y = 0, where x ** -1 is infinite, the derivative by x is zero. Elsewhere the
# slope at y = 0 depends on y, unless it is whole. At x = 0 the logarithm is taken of 1:
# x ** y does not change with y there.
@elementwise(np.power, np.float_power, math.pow, operator.pow, pow)
def power(z, x, y):
    if isinstance(y, int):
        d[x] = d[z] * y * np.power(x, y - (y != 0))
    elif np.ndim(y) == 0 and np.ndim(x) > 0:
        # a power of an array by one number is three times as fast as by an array
        base = x
        if y == 0:
            base = x + (x == 0)
        d[x] = d[z] * y * np.power(base, y - 1)
    else:
        d[x] = d[z] * y * np.power(x, y - ((y != 0) | (x != 0)))
    d[y] = d[z] * z * np.log(x + (x == 0))


@elementwise(operator.mod)
def modulo_operator(z, x, y):
    d[x] = d[z]
    d[y] = -d[z] * (x // y)


@elementwise(np.remainder)
def remainder(z, x, y):
    d[x] = d[z]
    d[y] = -d[z] * np.floor_divide(x, y)


# The quotient is rounded towards zero; rint removes the error of the division.
@elementwise(np.fmod, math.fmod)
def fmod(z, x, y):
    d[x] = d[z]
    d[y] = -d[z] * np.rint(np.divide(x - z, y))


@elementwise(np.negative, operator.neg)
def negative(y, x):
    d[x] = -d[y]


@elementwise(np.positive, operator.pos)
def positive(y, x):
    d[x] = d[y]


# At 0: the subgradient of least norm.
@elementwise(np.absolute, np.fabs, operator.abs, abs)
def absolute(y, x):
    if np.iscomplexobj(x):
        d[x] = d[y] * np.conjugate(x) / (y + (y == 0))
    else:
        d[x] = d[y] * np.sign(x)


# At x = 0 the magnitude has a kink, which stays one.
@elementwise(np.copysign, math.copysign)
def copysign(z, x, y):
    d[x] = d[z] * np.sign(x) * np.copysign(1.0, y)
    d[y] = 0.0


@elementwise(np.square)
def square(y, x):
    d[x] = 2.0 * d[y] * x


@elementwise(np.reciprocal)
def reciprocal(y, x):
    d[x] = -d[y] * y * y


@elementwise(np.ldexp, math.ldexp)
def ldexp(y, x, i):
    d[x] = np.ldexp(d[y], i)
