"""Arithmetic, zeros and weights of the series of numpy.polynomial.

NumPy leaves out zeros of the highest orders, so a result may be shorter than the sizes
of the arguments say. Here it is cut last, after a step of a size that is known.
"""
import functools

import numpy as np
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polyutils,
)
from numpy.polynomial import polynomial as power

from tangentlite.rules.registry import (
    constant,
    d,
    definition,
    formula,
    linear,
)
from tangentlite.templates.polynomial_bases import BASES, functions_of

constant(
    chebyshev.chebgauss, legendre.leggauss, hermite.hermgauss, hermite_e.hermegauss,
    laguerre.laggauss, chebyshev.chebpts1, chebyshev.chebpts2,
)  # fmt: skip


def register_sums(add, sub):
    @definition(add)
    def sum_of_series(c1, c2):
        first, second = as_series(c1), as_series(c2)
        size = min(len(first), len(second))
        both = first[:size] + second[:size]
        total = np.concatenate((both, first[size:], second[size:]))
        return total[: trimmed_size(total)]

    @definition(sub)
    def difference_of_series(c1, c2):
        first, second = as_series(c1), as_series(c2)
        size = min(len(first), len(second))
        both = first[:size] - second[:size]
        total = np.concatenate((both, first[size:], -second[size:]))
        return total[: trimmed_size(total)]


def as_series(c):
    c = np.atleast_1d(c)
    return c if np.issubdtype(c.dtype, np.inexact) else c.astype(float)


def trimmed_size(c):
    """The size of a series without zeros of the highest orders."""
    # a Python int would be taken for the size of c, which it is in the trials
    return np.int64(len(polyutils.trimseq(c)))


constant(trimmed_size)


@definition(polyutils.trimcoef)
def trimcoef(c, tol=0):
    series = as_series(c)
    size = len(np.trim_zeros(np.abs(series) > tol, 'b'))
    return series[:size].copy() if size > 0 else series[:1] * 0


def register_products(mul):
    @definition(mul)
    def product_of_series(c1, c2):
        whole = product(c1, c2, mul)
        return whole[: trimmed_size(whole)]


def product(c1, c2, mul):
    """A product of series with the zeros that NumPy leaves out."""
    return filled(mul(c1, c2), len(c1) + len(c2) - 1)


def filled(c, size):
    return np.concatenate((c, np.zeros(size - len(c), c.dtype)))


@linear(product, in_=('c1', 'c2'))
def product_adjoint(y, c1, c2, mul):
    products = basis_products(mul, len(c1), len(c2)) @ d[y]
    d[c1] = np.reshape(products @ np.asarray(c2), np.shape(c1))
    d[c2] = np.reshape(np.asarray(c1) @ products, np.shape(c2))


def basis_products(mul, count1, count2):
    """The products of the functions of a basis as series, a row a pair."""
    return kept_basis_products(mul, count1, count2).copy()


@functools.lru_cache(maxsize=64)
def kept_basis_products(mul, count1, count2):
    table = np.zeros((count1, count2, count1 + count2 - 1))
    for i, first in enumerate(np.eye(count1)):
        for j, second in enumerate(np.eye(count2)):
            table[i, j] = product(first, second, mul)
    return table


@definition(power.polymul)
def polymul(c1, c2):
    whole = np.convolve(c1, c2)
    return whole[: trimmed_size(whole)]


def register_powers(mul, power_of):
    @formula(power_of)
    def power_of_series(c, pow, maxpower=None):
        series = np.asarray(c)[: trimmed_size(c)]
        if pow == 0:
            return np.ones_like(series[:1])
        result = series
        for _ in range(1, pow):
            result = mul(result, series)
        return result


def register_division(mul, div):
    @definition(div)
    def quotient_and_remainder(c1, c2):
        dividend = as_series(c1)[: trimmed_size(c1)]
        divisor = as_series(c2)[: trimmed_size(c2)]
        if len(dividend) < len(divisor):
            return dividend[:1] * 0, dividend.copy()
        quotient, rest = division(dividend, divisor, div, mul)
        return quotient, rest[: trimmed_size(rest)]


def division(c1, c2, div, mul):
    """A quotient and the remainder with the zeros that NumPy leaves out."""
    quotient, rest = div(c1, c2)
    return quotient, filled(rest, len(c2))


# The coefficients of remainder and quotient, as they make the dividend, in double
# precision: np.linalg knows no half one.
@formula(division)
def division_formula(c1, c2, div, mul):
    size = len(c2) - 1
    multiples = c2 @ basis_products(mul, len(c1) - size, len(c2))
    rows = np.concatenate((np.eye(size, len(c1)), multiples))
    parts = np.linalg.solve(rows.T, np.zeros(len(c1)) + c1)
    return parts[size:], filled(parts[:size], len(c2))


# Linear functions of series: the product with x and changes of the basis.
def register_linear(function, more):
    @definition(function)
    def linear_function(c):
        whole = image(c, function, more)
        return whole[: trimmed_size(whole)]


def image(c, function, more):
    """A function of a series, so much longer, with the zeros that NumPy leaves out."""
    return filled(function(c), len(c) + more)


@linear(image, in_='c')
def image_adjoint(y, c, function, more):
    d[c] = np.reshape(d[y] @ matrix_of(function, len(c), more), np.shape(c))


def matrix_of(function, count, more):
    """The results for the functions of the basis, a column each."""
    columns = [image(unit, function, more) for unit in np.eye(count)]
    return np.stack(columns, axis=1)


constant(basis_products, matrix_of)


@definition(chebyshev.chebweight)
def chebweight(x):
    return 1.0 / (np.sqrt(1.0 + x) * np.sqrt(1.0 - x))


@definition(legendre.legweight)
def legweight(x):
    return x * 0.0 + 1.0


@definition(hermite.hermweight)
def hermweight(x):
    return np.exp(-(x**2))


@definition(hermite_e.hermeweight)
def hermeweight(x):
    return np.exp(-0.5 * x**2)


@definition(laguerre.lagweight)
def lagweight(x):
    return np.exp(-x)


@definition(polyutils.mapparms, takes_lists=True)
def mapparms(old, new):
    length = old[1] - old[0]
    offset = (old[1] * new[0] - old[0] * new[1]) / length
    return offset, (new[1] - new[0]) / length


@definition(polyutils.mapdomain, takes_lists=True)
def mapdomain(x, old, new):
    offset, scale = polyutils.mapparms(old, new)
    return offset + scale * x


for basis in BASES:
    register_sums(*functions_of(basis, 'add', 'sub'))
    register_linear(*functions_of(basis, 'mulx'), 1)
    register_powers(*functions_of(basis, 'mul', 'pow'))
    register_division(*functions_of(basis, 'mul', 'div'))

for basis in BASES[1:]:
    module, name = basis
    register_products(*functions_of(basis, 'mul'))
    register_linear(getattr(module, f'poly2{name}'), 0)
    register_linear(getattr(module, f'{name}2poly'), 0)
