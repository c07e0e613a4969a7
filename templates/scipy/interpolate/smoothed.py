"""Splines that trade closeness to samples for small second derivatives."""

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import d, definition, linear
from tangentlite.templates.conversion import as_array
from tangentlite.templates.subscripts import refuse


def smooth_coefficients(y, x, w, lam):
    """Return the coefficients of the smooth spline close to samples."""
    return interpolate.make_smoothing_spline(x, y, w, lam).c


def onto_smoothed(seed, x, w, lam):
    """Return its adjoint: what falls on each sample."""
    rows = [smooth_coefficients(row, x, w, lam) for row in np.eye(len(x))]
    return np.stack(rows) @ seed


@linear(smooth_coefficients, in_="y", equal_rows=("x", "y"))
def smooth_coefficients_rule(c, y, x, w, lam):
    d[y] = onto_smoothed(d[c], x, w, lam)


@linear(onto_smoothed, in_="seed")
def onto_smoothed_rule(y, seed, x, w, lam):
    d[seed] = smooth_coefficients(d[y], x, w, lam)


@definition(interpolate.make_smoothing_spline)
def make_smoothing_spline(x, y, w=None, lam=None, *, axis=0):
    if lam is None:
        refuse("make_smoothing_spline with a lam that it finds", "Pass lam.")
    x, y = as_array(x), as_array(y)
    if np.ndim(y) != 1:
        refuse("make_smoothing_spline of several samples at once", "Call it for each.")
    c = np.reshape(smooth_coefficients(y, x, w, lam), (len(x) + 2,))
    knots = np.concatenate((x[0] * np.ones(3), x, x[-1] * np.ones(3)))
    return interpolate.BSpline.construct_fast(knots, c, 3)
