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
    adjoint,
    constant,
    d,
    definition,
    formula,
    linear,
    tangent,
)
from tangentlite.templates.polynomial_bases import BASES, functions_of
from tangentlite.templates.polynomials import quotients

constant(
    chebyshev.chebgauss, legendre.leggauss, hermite.hermgauss, hermite_e.hermegauss,
    laguerre.laggauss, chebyshev.chebpts1, chebyshev.chebpts2,
)  # fmt: skip


def register_sums(add, sub):
    @definition(add)
    def sum_of_series(c1, c2):
        first, second = np.atleast_1d(c1), np.atleast_1d(c2)
        size = min(len(first), len(second))
        both = first[:size] + second[:size]
        total = np.concatenate((both, first[size:], second[size:]))
        return total[: trimmed_size(total)]

    @definition(sub)
    def difference_of_series(c1, c2):
        first, second = np.atleast_1d(c1), np.atleast_1d(c2)
        size = min(len(first), len(second))
        both = first[:size] - second[:size]
        total = np.concatenate((both, first[size:], -second[size:]))
        return total[: trimmed_size(total)]


def trimmed_size(c):
    """The size of a series without zeros of the highest orders."""
    return len(polyutils.trimseq(c))


constant(trimmed_size)


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
    d[c1] = np.reshape(products @ c2, np.shape(c1))
    d[c2] = np.reshape(c1 @ products, np.shape(c2))


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


# Not of Chebyshev series, which NumPy multiplies otherwise here.
def register_powers(mul, power_of):
    @definition(power_of)
    def power_of_series(c, pow, maxpower=None):
        if pow == 0:
            return np.ones_like(c[:1])
        result = c[: trimmed_size(c)] if pow == 1 else c
        for _ in range(1, pow):
            result = mul(result, c)
        return result


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


@adjoint(power.polyfromroots)
def polyfromroots(y, roots):
    products = d[y][-2::-1] @ quotients(y[::-1], np.asarray(roots))
    d[roots] = -np.reshape(products, np.shape(roots))


@tangent(power.polyfromroots)
def polyfromroots_tangent(y, roots):
    change = quotients(y[::-1], np.asarray(roots)) @ d[roots]
    d[y] = np.pad(-change[::-1], (0, 1))


# Their zeros are few, so that rounding in the basis of powers matters little.
def register_from_roots(from_roots, from_power):
    @formula(from_roots)
    def series_from_roots(roots):
        return from_power(power.polyfromroots(roots))


@definition(power.polyvalfromroots)
def polyvalfromroots(x, r, tensor=True):
    zeros = np.asarray(r)
    if tensor:
        zeros = np.reshape(zeros, np.shape(r) + (1,) * np.ndim(x))
    return np.prod(x - zeros, axis=0)


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


@definition(polyutils.mapparms)
def mapparms(old, new):
    length = old[1] - old[0]
    offset = (old[1] * new[0] - old[0] * new[1]) / length
    return offset, (new[1] - new[0]) / length


@definition(polyutils.mapdomain)
def mapdomain(x, old, new):
    offset, scale = polyutils.mapparms(old, new)
    return offset + scale * x


for basis in BASES:
    register_sums(*functions_of(basis, 'add', 'sub'))
    register_linear(*functions_of(basis, 'mulx'), 1)

for basis in BASES[1:]:
    module, name = basis
    register_products(*functions_of(basis, 'mul'))
    register_linear(getattr(module, f'poly2{name}'), 0)
    register_linear(getattr(module, f'{name}2poly'), 0)
    register_from_roots(
        getattr(module, f'{name}fromroots'), getattr(module, f'poly2{name}')
    )

for basis in BASES:
    if basis[0] is not chebyshev:
        register_powers(*functions_of(basis, 'mul', 'pow'))
