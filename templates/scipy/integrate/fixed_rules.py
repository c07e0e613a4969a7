"""Quadrature at fixed points, which is Python: the function is walked."""

import numpy as np
from scipy import integrate, special

from tangentlite.rules.registry import definition


@definition(integrate.fixed_quad)
def fixed_quad(func, a, b, args=(), n=5):
    points, weights = special.roots_legendre(n)
    places = (b - a) * (points + 1) / 2.0 + a
    return (b - a) / 2.0 * np.sum(weights * func(places, *args), axis=-1), None
