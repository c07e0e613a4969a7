"""Legendre functions and spherical harmonics, by their arguments.

Degrees and orders are whole numbers.
"""

import math

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise, formula
from tangentlite.templates.subscripts import refuse


# DLMF 14.7.8 with the derivatives of a polynomial, which are Gegenbauer's: the power
# shows what a slope is at the ends. Of a negative order it is DLMF 14.9.3.
@formula(special.lpmv)
def lpmv(m, v, x):
    order = np.abs(m)
    scale = special.poch(v - order + 1.0, 2.0 * order)
    scale = np.where(m < 0, 1.0 / (scale + (scale == 0.0)), np.cos(math.pi * order))
    first = scale * np.exp2(1.0 * order) * special.gamma(order + 0.5)
    height = np.power(1.0 - x * x, 0.5 * order) * (1.0 / math.sqrt(math.pi))
    polynomial = special.eval_gegenbauer(v - order, order + 0.5, x)
    return np.where(order > v, 0.0, first * height * polynomial)


if hasattr(special, 'sph_harm_y'):

    # Differences of neighbouring orders, which at the poles are finite. SciPy takes the
    # size of the sine of theta.
    @elementwise(special.sph_harm_y)
    def sph_harm_y(y, n, m, theta, phi, *, diff_n=0):
        if diff_n != 0:
            refuse('sph_harm_y with diff_n', 'Leave out diff_n.')
        above = np.minimum(m + 1, n)
        below = np.maximum(m - 1, -n)
        up = np.sqrt((n - m) * (n + m + 1.0)) * np.exp(-1j * phi)
        down = np.sqrt((n + m) * (n - m + 1.0)) * np.exp(1j * phi)
        rise = up * special.sph_harm_y(n, above, theta, phi)
        fall = down * special.sph_harm_y(n, below, theta, phi)
        side = np.where(np.sin(theta) < 0.0, -0.5, 0.5)
        d[theta] = d[y] * side * (rise - fall)
        d[phi] = d[y] * 1j * m * y
