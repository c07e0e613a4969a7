"""Arithmetic of numbers and arrays: the operators, their ufuncs and complex parts.

A comparison serves as the number 0 or 1 where a rule has a singular point:
`y - (y != 0)` is `y - 1` except at y = 0, where it is 0. The numbers keep their dtype,
Python floats stay Python floats, and for a literal y it is a constant.
"""
import operator

import numpy as np

from tangentlite.rules.registry import d, elementwise, linear


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
    d[y] = d[z] * x


@elementwise(operator.truediv)
def divide_operator(z, x, y):
    d[x] = d[z] / y
    d[y] = -d[z] * z / y


# np.divide gives inf for two Python floats where the operator raises.
@elementwise(np.divide)
def divide(z, x, y):
    d[x] = np.divide(d[z], y)
    d[y] = np.divide(-d[z] * z, y)


# At y = 0 the exponent stays 0, for 0 ** -1 is infinite and the derivative is zero. At
# x = 0 the logarithm is taken of 1: x ** y does not change with y there.
@elementwise(np.power, np.float_power, operator.pow, pow)
def power(z, x, y):
    d[x] = d[z] * y * np.power(x, y - (y != 0))
    d[y] = d[z] * z * np.log(x + (x == 0))


@elementwise(operator.mod)
def modulo_operator(z, x, y):
    d[x] = d[z]
    d[y] = -d[z] * (x // y)


@elementwise(np.remainder)
def remainder(z, x, y):
    d[x] = d[z]
    d[y] = -d[z] * np.floor_divide(x, y)


@elementwise(np.negative, operator.neg)
def negative(y, x):
    d[x] = -d[y]


@elementwise(np.positive, operator.pos)
def positive(y, x):
    d[x] = d[y]


@elementwise(np.absolute, np.fabs, operator.abs, abs)
def absolute(y, x):
    # Of complex numbers it is no elementwise product; no rule is an error.
    if not np.iscomplexobj(x):
        d[x] = d[y] * np.sign(x)


@elementwise(np.square)
def square(y, x):
    d[x] = 2.0 * d[y] * x


@linear(np.conjugate, in_='x')
def conjugate(y, x):
    d[x] = np.conjugate(d[y])


@linear(np.real, in_='val', may_view='val')
def real(y, val):
    d[val] = d[y]


# Of a real argument the compiler drops the imaginary part, as of every derivative.
@linear(np.imag, in_='val', may_view='val')
def imag(y, val):
    d[val] = -1j * d[y]
