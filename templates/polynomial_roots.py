"""Zeros of the series of numpy.polynomial, and the matrices that they come from."""
import numpy as np
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre
from numpy.polynomial import polynomial as power

from tangentlite.rules.registry import (
    adjoint,
    constant,
    d,
    definition,
    formula,
    tangent,
)
from tangentlite.templates.polynomial_arithmetic import trimmed_size
from tangentlite.templates.polynomial_bases import BASES, functions_of
from tangentlite.templates.polynomials import quotients


# The implicit function of c(y) = 0.
def register_roots(roots, val, der, vander):
    @adjoint(roots, real_or_complex=True)
    def roots_adjoint(y, c):
        weights = np.divide(-d[y], val(y, der(c)))
        d[c] = np.reshape(weights @ vander(y, len(c) - 1), len(c))

    @tangent(roots)
    def roots_tangent(y, c):
        d[y] = np.divide(-val(y, d[c]), val(y, der(c)))


# Only the last column changes with the series: what does not is left out.
def register_companion(companion):
    @formula(companion)
    def companion_formula(c):
        size = trimmed_size(c) - 1
        matrix = np.zeros_like(c, shape=(size, size))
        shares = column_shares(companion, size)
        matrix[:, -1] = shares * (c[:size] / c[size])
        return matrix


def column_shares(companion, size):
    """What the last column takes of the ratios to the last coefficient."""
    with_all, without = np.ones(size + 1), np.eye(size + 1)[-1]
    return (companion(with_all) - companion(without))[:, -1]


constant(column_shares)


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


@definition(
    power.polyline, chebyshev.chebline, legendre.legline, hermite_e.hermeline
)  # fmt: skip
def line(off, scl):
    return np.array([off, scl]) if scl != 0 else np.array([off])


@definition(hermite.hermline)
def hermline(off, scl):
    return np.array([off, scl / 2]) if scl != 0 else np.array([off])


@definition(laguerre.lagline)
def lagline(off, scl):
    return np.array([off + scl, -scl]) if scl != 0 else np.array([off])


for basis in BASES:
    register_roots(*functions_of(basis, 'roots', 'val', 'der', 'vander'))
    register_companion(*functions_of(basis, 'companion'))

for module, name in BASES[1:]:
    register_from_roots(
        getattr(module, f'{name}fromroots'), getattr(module, f'poly2{name}')
    )
