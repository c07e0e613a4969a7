"""Legendre functions, by their argument.

Those of the first kind are polynomials times a power. Degrees and orders are whole
numbers.
"""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import formula
from tangentlite.templates.subscripts import refuse


# DLMF 14.7.8 with the derivatives of a polynomial, which are Gegenbauer's: the power
# shows what a slope is at the ends. Of a negative order it is DLMF 14.9.3, of a
# negative degree DLMF 14.9.5. Of an order beyond a degree that is whole it is 0.
@formula(special.lpmv)
def lpmv(m, v, x):
    order = np.abs(m)
    v = np.where(v < 0, -v - 1.0, v)
    scale = special.poch(v - order + 1.0, 2.0 * order)
    scale = np.where(m < 0, 1.0 / (scale + (scale == 0.0)), np.cos(math.pi * order))
    first = scale * np.exp2(1.0 * order) * special.gamma(order + 0.5)
    height = np.power(1.0 - x * x, 0.5 * order) * (1.0 / math.sqrt(math.pi))
    polynomial = special.eval_gegenbauer(v - order, order + 0.5, x)
    is_none = (order > v) & (v == np.floor(v))
    return np.where(is_none, 0.0, first * height * polynomial)


if hasattr(special, 'legendre_p'):

    # Derivatives of a polynomial are Gegenbauer's (DLMF 18.9.19), zero beyond its
    # degree; the first axis counts them.
    def polynomials(n, z, diff_n):
        parts = ()
        scale = 1.0
        for k in range(diff_n + 1):
            part = special.eval_gegenbauer(np.maximum(n - k, 0), k + 0.5, z)
            parts = parts + (np.where(n < k, 0.0, scale * part),)
            scale = scale * (2.0 * k + 1.0)
        return np.stack(parts)

    @formula(special.legendre_p)
    def legendre_p(n, z, *, diff_n=0):
        return polynomials(n, z, diff_n)

    @formula(special.legendre_p_all)
    def legendre_p_all(n, z, *, diff_n=0):
        degrees = np.reshape(np.arange(n + 1), (n + 1,) + (1,) * np.ndim(z))
        return polynomials(degrees, z, diff_n)

    # As above, by logarithms of the factorials, which are out of range sooner than what
    # they are multiplied with.
    def associated(n, m, z, branch_cut, norm):
        order = np.minimum(np.abs(m), n)
        ways = special.gammaln(n + order + 1.0) - special.gammaln(n - order + 1.0)
        size = math.log(2.0) * order + special.gammaln(order + 0.5)
        size = size - 0.5 * math.log(math.pi)
        if norm:
            size = size + 0.5 * (np.log(n + 0.5) - ways)
        else:
            size = size - np.where(m < 0, ways, 0.0)
        if branch_cut == 3:
            sign = 1.0
            height = np.power(z - 1.0, 0.5 * order) * np.power(z + 1.0, 0.5 * order)
        else:
            sign = np.where(m < 0, 1.0, np.cos(math.pi * order))
            height = np.power(1.0 - z * z, 0.5 * order)
        polynomial = special.eval_gegenbauer(n - order, order + 0.5, z)
        value = sign * np.exp(size) * height * polynomial
        return np.expand_dims(np.where(np.abs(m) > n, 0.0, value), 0)

    @formula(special.assoc_legendre_p)
    def assoc_legendre_p(n, m, z, *, branch_cut=2, norm=False, diff_n=0):
        if diff_n != 0:
            refuse('assoc_legendre_p with diff_n', 'Leave out diff_n.')
        return associated(n, m, z, branch_cut, norm)

    @formula(special.assoc_legendre_p_all)
    def assoc_legendre_p_all(n, m, z, *, branch_cut=2, norm=False, diff_n=0):
        if diff_n != 0:
            refuse('assoc_legendre_p_all with diff_n', 'Leave out diff_n.')
        rank = np.ndim(z)
        count = np.abs(m)
        degrees = np.reshape(np.arange(n + 1), (n + 1, 1) + (1,) * rank)
        line = np.concatenate((np.arange(count + 1), np.arange(-count, 0)))
        line = np.reshape(line, (2 * count + 1,) + (1,) * rank)
        return associated(degrees, line, z, branch_cut, norm)
