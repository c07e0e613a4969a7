"""Piecewise cubics through samples.

The coefficients of a cubic spline are its derivatives at the samples. Those of the
other ones are formulas of the slopes at the samples, which are chosen so that the
values do not overshoot.
"""

import math

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import adjoint, d, definition, formula, linear, tangent
from tangentlite.templates.conversion import as_floats
from tangentlite.templates.scipy.interpolate.bases import onto_coefficients
from tangentlite.templates.scipy.interpolate.fits import onto_fitted, spline_knots
from tangentlite.templates.scipy.interpolate.pieces import PPoly
from tangentlite.templates.scipy.interpolate.splines import along_first


def ends_at_zero(bc_type, rest):
    if isinstance(bc_type, str):
        return bc_type
    return tuple(
        end if isinstance(end, str) else (end[0], np.zeros(rest)) for end in bc_type
    )


# The coefficients are linear in the samples where the derivatives at the ends are zero.
def cubic_pieces(y, x, bc_type):
    """Return the coefficients of a cubic spline with derivatives of zero at its ends.

    The last sample of a periodic spline is the first one.
    """
    if isinstance(bc_type, str) and bc_type == "periodic":
        y = np.concatenate((y[:-1], y[:1]))
    ends = ends_at_zero(bc_type, np.shape(y)[1:])
    return interpolate.CubicSpline(x, y, bc_type=ends).c


def onto_cubic(seed, x, bc_type):
    """Return the adjoint of `cubic_pieces`: what falls on each sample."""
    is_periodic = isinstance(bc_type, str) and bc_type == "periodic"
    is_mixed = "not-a-knot" in bc_type and bc_type != "not-a-knot"
    if is_periodic or is_mixed or len(x) < 4:
        whole = cubic_pieces(np.eye(len(x)), x, bc_type)
        return np.tensordot(whole, seed, ((0, 1), (0, 1)))
    if not isinstance(bc_type, str):
        bc_type = tuple(
            end if isinstance(end, str) else ((end[0], 0.0),) for end in bc_type
        )
    t = spline_knots(x, 3, bc_type)
    count = len(t) - 4
    total = 0.0
    for row in range(4):
        part = seed[row] / math.factorial(3 - row)
        total = total + onto_coefficients(part, x[:-1], t, count, 3, 3 - row)
    return onto_fitted(total, x, 3, bc_type)


@linear(cubic_pieces, in_="y", equal_rows=("x", "y"))
def cubic_pieces_rule(c, y, x, bc_type):
    d[y] = onto_cubic(d[c], x, bc_type)


@linear(onto_cubic, in_="seed")
def onto_cubic_rule(y, seed, x, bc_type):
    d[seed] = cubic_pieces(d[y], x, bc_type)


def cubic_through(x, y, bc_type):
    """Return the coefficients of the cubic spline through samples along axis 0."""
    return interpolate.CubicSpline(x, y, bc_type=bc_type).c


@adjoint(cubic_through, equal_rows=("x", "y"))
def cubic_through_adjoint(c, x, y, bc_type):
    d[y] = onto_cubic(d[c], x, bc_type)


@tangent(cubic_through)
def cubic_through_tangent(c, x, y, bc_type):
    d[c] = cubic_pieces(d[y], x, bc_type)


@definition(interpolate.CubicSpline)
class CubicSpline(PPoly):
    """A cubic spline through samples."""

    __slots__ = ()

    def __init__(self, x, y, axis=0, bc_type="not-a-knot", extrapolate=None):
        x, y = as_floats(x), as_floats(y)
        is_periodic = isinstance(bc_type, str) and bc_type == "periodic"
        if extrapolate is None:
            extrapolate = "periodic" if is_periodic else True
        rows = along_first(y, axis)
        self.c = cubic_through(x, rows, bc_type)
        if is_periodic:
            self.c = np.reshape(self.c, (4, len(x) - 1, *np.shape(rows)[1:]))
        self.x = x
        self.extrapolate = extrapolate
        self.axis = axis % np.ndim(y)


def by_lengths(x, y):
    return np.expand_dims(np.diff(x), tuple(range(1, np.ndim(y))))


@definition(interpolate.CubicHermiteSpline)
class CubicHermiteSpline(PPoly):
    """A piecewise cubic with given values and slopes at its breaks."""

    __slots__ = ()

    def __init__(self, x, y, dydx, axis=0, extrapolate=None):
        x, y = as_floats(x), as_floats(y)
        rows, slopes = along_first(y, axis), along_first(as_floats(dydx), axis)
        self.c = hermite(x, rows, slopes)
        self.x = x
        self.extrapolate = True if extrapolate is None else extrapolate
        self.axis = axis % np.ndim(y)


def hermite(x, y, dydx):
    """Return the coefficients of a cubic with values and slopes at samples."""
    return interpolate.CubicHermiteSpline(x, y, dydx).c


@formula(hermite, equal_rows=("x", "y", "dydx"))
def hermite_formula(x, y, dydx):
    lengths = by_lengths(x, y)
    slopes = np.diff(y, axis=0) / lengths
    excess = (dydx[:-1] + dydx[1:] - 2.0 * slopes) / lengths
    second = (slopes - dydx[:-1]) / lengths - excess
    return np.stack((excess / lengths, second, dydx[:-1], y[:-1]))


# Where slopes on both sides have one sign a weighted harmonic mean, else zero. At the
# ends of the samples that of the parabola, at most three times the one beside it
# (Fritsch and Butland, SIAM J. Sci. Stat. Comput. 5, 1984).
def monotone_slopes(x, y):
    lengths = by_lengths(x, y)
    slopes = np.diff(y, axis=0) / lengths
    if len(x) == 2:
        return np.concatenate((slopes, slopes))
    before, after = slopes[:-1], slopes[1:]
    agree = before * after > 0.0
    first, second = lengths[:-1], lengths[1:]
    low = (2.0 * second + first) / np.where(agree, before, 1.0)
    high = (second + 2.0 * first) / np.where(agree, after, 1.0)
    inner = np.where(agree, 3.0 * (first + second) / (low + high), 0.0)
    start = slope_at_end(lengths[0], lengths[1], slopes[0], slopes[1])
    end = slope_at_end(lengths[-1], lengths[-2], slopes[-1], slopes[-2])
    return np.concatenate((np.expand_dims(start, 0), inner, np.expand_dims(end, 0)))


def slope_at_end(near, far, first, second):
    slope = ((2.0 * near + far) * first - near * second) / (near + far)
    is_steep = (np.sign(first) != np.sign(second)) & (abs(slope) > 3.0 * abs(first))
    limited = np.where(is_steep, 3.0 * first, slope)
    return np.where(np.sign(slope) == np.sign(first), limited, 0.0)


def monotone_through(x, y):
    """Return the coefficients of the monotone cubic through samples."""
    return interpolate.PchipInterpolator(x, y).c


@formula(monotone_through, equal_rows=("x", "y"))
def monotone_formula(x, y):
    return hermite_formula(x, y, monotone_slopes(x, y))


@definition(interpolate.PchipInterpolator)
class PchipInterpolator(PPoly):
    """A monotone piecewise cubic through samples."""

    __slots__ = ()

    def __init__(self, x, y, axis=0, extrapolate=None):
        x, y = as_floats(x), as_floats(y)
        self.c = monotone_through(x, along_first(y, axis))
        self.x = x
        self.extrapolate = True if extrapolate is None else extrapolate
        self.axis = axis % np.ndim(y)


@definition(interpolate.pchip_interpolate)
def pchip_interpolate(xi, yi, x, der=0, axis=0):
    return interpolate.PchipInterpolator(xi, yi, axis)(x, der)


# The mean of the slopes on both sides, weighted by how much those beyond the other side
# differ (Akima, J. ACM 17, 1970).
def akima_slopes(x, y, method):
    slopes = np.diff(y, axis=0) / by_lengths(x, y)
    if len(x) == 2:
        return np.concatenate((slopes, slopes))
    before = 2.0 * slopes[:1] - slopes[1:2]
    after = 2.0 * slopes[-1:] - slopes[-2:-1]
    first, last = 2.0 * before - slopes[:1], 2.0 * after - slopes[-1:]
    m = np.concatenate((first, before, slopes, after, last))
    weights = abs(np.diff(m, axis=0))
    if method == "makima":
        weights = weights + 0.5 * abs(m[1:] + m[:-1])
    low, high = weights[2:], weights[:-2]
    total = low + high
    differ = total > 1e-9 * np.max(total)
    share = high / np.where(differ, total, 1.0)
    weighted = m[1:-2] + share * (m[2:-1] - m[1:-2])
    return np.where(differ, weighted, 0.5 * (m[3:] + m[:-3]))


def akima_through(x, y, method="akima"):
    """Return the coefficients of Akima's cubic through samples."""
    if method == "akima":  # the only one of old versions
        return interpolate.Akima1DInterpolator(x, y).c
    return interpolate.Akima1DInterpolator(x, y, method=method).c


@formula(akima_through, equal_rows=("x", "y"))
def akima_formula(x, y, method="akima"):
    return hermite_formula(x, y, akima_slopes(x, y, method))


@definition(interpolate.Akima1DInterpolator)
class Akima1DInterpolator(PPoly):
    """Akima's piecewise cubic through samples."""

    __slots__ = ()

    def __init__(self, x, y, axis=0, *, method="akima", extrapolate=None):
        x, y = as_floats(x), as_floats(y)
        self.c = akima_through(x, along_first(y, axis), method)
        self.x = x
        self.extrapolate = False if extrapolate is None else extrapolate
        self.axis = axis % np.ndim(y)
