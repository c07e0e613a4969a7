"""Trigonometric and hyperbolic functions of numbers and arrays.

`(1.0 - x) * (1.0 + x)` keeps the digits that `1.0 - x * x` loses near one.
"""
import numpy as np

from tangentlite.rules.registry import d, elementwise


@elementwise(np.sin)
def sin(y, x):
    d[x] = d[y] * np.cos(x)


@elementwise(np.cos)
def cos(y, x):
    d[x] = -d[y] * np.sin(x)


@elementwise(np.tan)
def tan(y, x):
    d[x] = d[y] * (1.0 + y * y)


@elementwise(np.arcsin)
def arcsin(y, x):
    d[x] = np.divide(d[y], np.sqrt((1.0 - x) * (1.0 + x)))


@elementwise(np.arccos)
def arccos(y, x):
    d[x] = np.divide(-d[y], np.sqrt((1.0 - x) * (1.0 + x)))


@elementwise(np.arctan)
def arctan(y, x):
    d[x] = d[y] / (1.0 + x * x)


@elementwise(np.sinh)
def sinh(y, x):
    d[x] = d[y] * np.cosh(x)


@elementwise(np.cosh)
def cosh(y, x):
    d[x] = d[y] * np.sinh(x)


@elementwise(np.tanh)
def tanh(y, x):
    d[x] = d[y] * (1.0 - y * y)


@elementwise(np.arcsinh)
def arcsinh(y, x):
    d[x] = d[y] / np.sqrt(1.0 + x * x)


@elementwise(np.arccosh)
def arccosh(y, x):
    d[x] = np.divide(d[y], np.sqrt((x - 1.0) * (x + 1.0)))


@elementwise(np.arctanh)
def arctanh(y, x):
    d[x] = np.divide(d[y], (1.0 - x) * (1.0 + x))
