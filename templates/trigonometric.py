"""Trigonometric and hyperbolic functions of numbers and arrays.

`(1.0 - x) * (1.0 + x)` keeps the digits that `1.0 - x * x` loses near one.
"""
import cmath
import math

import numpy as np

from tangentlite.rules.registry import d, elementwise


@elementwise(np.sin)
def sin(y, x):
    d[x] = np.cos(x) * d[y]


@elementwise(np.cos)
def cos(y, x):
    d[x] = -np.sin(x) * d[y]


@elementwise(np.tan, math.tan, cmath.tan)
def tan(y, x):
    d[x] = d[y] * (1.0 + y * y)


@elementwise(np.arcsin)
def arcsin(y, x):
    d[x] = np.divide(d[y], np.sqrt((1.0 - x) * (1.0 + x)))


@elementwise(np.arccos)
def arccos(y, x):
    d[x] = np.divide(-d[y], np.sqrt((1.0 - x) * (1.0 + x)))


@elementwise(np.arctan, math.atan, cmath.atan)
def arctan(y, x):
    d[x] = d[y] / (1.0 + x * x)


@elementwise(np.sinh)
def sinh(y, x):
    d[x] = np.cosh(x) * d[y]


@elementwise(np.cosh)
def cosh(y, x):
    d[x] = np.sinh(x) * d[y]


@elementwise(np.tanh, math.tanh, cmath.tanh)
def tanh(y, x):
    d[x] = d[y] * (1.0 - y * y)


@elementwise(np.arcsinh)
def arcsinh(y, x):
    d[x] = d[y] / np.sqrt(1.0 + x * x)


@elementwise(np.arccosh)
def arccosh(y, x):
    if np.iscomplexobj(x):  # left of the imaginary axis one root has the other sign
        d[x] = np.divide(d[y], np.sqrt(x - 1.0) * np.sqrt(x + 1.0))
    else:
        d[x] = np.divide(d[y], np.sqrt((x - 1.0) * (x + 1.0)))


@elementwise(np.arctanh)
def arctanh(y, x):
    d[x] = np.divide(d[y], (1.0 - x) * (1.0 + x))


@elementwise(np.deg2rad, np.radians, math.radians)
def radians(y, x):
    d[x] = d[y] * (math.pi / 180.0)


@elementwise(np.rad2deg, np.degrees, math.degrees)
def degrees(y, x):
    d[x] = d[y] * (180.0 / math.pi)


# At the origin: the subgradient of least norm.
@elementwise(np.hypot)
def hypot(z, x, y):
    d[x] = d[z] * np.divide(x, z + (z == 0))
    d[y] = d[z] * np.divide(y, z + (z == 0))


# At the origin the angle has no derivative; 0 by convention. Where the squares over- or
# underflow, dividing twice by the distance does not.
@elementwise(np.arctan2)
def arctan2(z, y, x):
    square = x * x + y * y
    smallest = np.finfo(z.dtype).tiny
    if np.all((square > smallest) & (square < np.inf)):
        d[y] = d[z] * (x / square)
        d[x] = -d[z] * (y / square)
    else:
        distance = np.hypot(y, x)
        distance = distance + (distance == 0)
        d[y] = np.divide(d[z] * np.divide(x, distance), distance)
        d[x] = np.divide(-d[z] * np.divide(y, distance), distance)


# Near 0 the quotient cancels; there the first terms of the series in u = pi x serve,
# and give the right second derivative at 0.
@elementwise(np.sinc)
def sinc(y, x):
    u = math.pi * x
    s = u * u
    near = u * (-1.0 / 3.0 + s * (1.0 / 30.0 + s * (-1.0 / 840.0 + s / 45360.0)))
    far = np.divide(np.cos(u) - y, u + (u == 0))
    d[x] = d[y] * math.pi * np.where(np.abs(u) < 0.1, near, far)
