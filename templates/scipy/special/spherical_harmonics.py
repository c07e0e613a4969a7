"""Spherical harmonics, by their angles, and their part of the polar one.

Degrees and orders are whole numbers.
"""

import numpy as np
from scipy import special

from tangentlite.rules.registry import d, elementwise, formula
from tangentlite.templates.subscripts import refuse

if hasattr(special, 'sph_harm_y'):

    def keep_values(diff_n, name):
        if diff_n != 0:
            refuse(name + ' with diff_n', 'Leave out diff_n.')

    # Differences of neighbouring orders, which at the poles are finite. SciPy takes the
    # size of the sine of theta.
    @elementwise(special.sph_harm_y)
    def sph_harm_y(y, n, m, theta, phi, *, diff_n=0):
        keep_values(diff_n, 'sph_harm_y')
        above = np.minimum(m + 1, n)
        below = np.maximum(m - 1, -n)
        rising = np.maximum((n - m) * (n + m + 1.0), 0.0)
        falling = np.maximum((n + m) * (n - m + 1.0), 0.0)
        up = np.sqrt(rising) * np.exp(-1j * phi)
        down = np.sqrt(falling) * np.exp(1j * phi)
        rise = up * special.sph_harm_y(n, above, theta, phi)
        fall = down * special.sph_harm_y(n, below, theta, phi)
        side = np.where(np.sin(theta) < 0.0, -0.5, 0.5)
        d[theta] = d[y] * side * (rise - fall)
        d[phi] = d[y] * 1j * m * y

    @formula(special.sph_legendre_p)
    def sph_legendre_p(n, m, theta, *, diff_n=0):
        keep_values(diff_n, 'sph_legendre_p')
        return np.expand_dims(np.real(special.sph_harm_y(n, m, theta, 0.0)), 0)

    # Orders from 0 up, then those below 0, as SciPy has them.
    def all_orders(n, m, theta, phi):
        rank = max(np.ndim(theta), np.ndim(phi))
        degrees = np.reshape(np.arange(n + 1), (n + 1, 1) + (1,) * rank)
        count = np.abs(m)
        line = np.concatenate((np.arange(count + 1), np.arange(-count, 0)))
        line = np.reshape(line, (2 * count + 1,) + (1,) * rank)
        return special.sph_harm_y(degrees, line, theta, phi)

    @formula(special.sph_harm_y_all)
    def sph_harm_y_all(n, m, theta, phi, *, diff_n=0):
        keep_values(diff_n, 'sph_harm_y_all')
        return all_orders(n, m, theta, phi)

    @formula(special.sph_legendre_p_all)
    def sph_legendre_p_all(n, m, theta, *, diff_n=0):
        keep_values(diff_n, 'sph_legendre_p_all')
        return np.expand_dims(np.real(all_orders(n, m, theta, 0.0)), 0)
