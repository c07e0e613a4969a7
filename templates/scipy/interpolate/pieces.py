"""Piecewise polynomials, whose coefficients are those of powers from each break.

The coefficients of a cubic spline are its derivatives at the samples. Those of the
other ones are formulas of the slopes at the samples, which are chosen so that the
values do not overshoot.
"""

import math

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import adjoint, d, definition, formula, linear, tangent
from tangentlite.templates.scipy.interpolate.bases import (
    beside,
    onto_coefficients,
    over_data,
)
from tangentlite.templates.scipy.interpolate.fits import onto_fitted, spline_knots
from tangentlite.templates.scipy.interpolate.splines import along_first, at_axis
from tangentlite.templates.subscripts import refuse


def pieces(x, breaks, c, nu=0, extrapolate=True):
    """Return a piecewise polynomial, or its derivative, at points."""
    return made_of(c, breaks, extrapolate)(x, nu)


# Of as many pieces as both of them have.
def made_of(c, breaks, extrapolate=True):
    c = c[:, : len(breaks) - 1]
    return interpolate.PPoly(c, breaks[: c.shape[1] + 1], extrapolate)


def onto_pieces(seed, x, breaks, count, nu=0, extrapolate=True):
    """Return the adjoint of `pieces`: what falls on `count` powers of each piece."""
    x, seed = np.asarray(x), np.asarray(seed)
    if extrapolate == "periodic":
        x = breaks[0] + (x - breaks[0]) % (breaks[-1] - breaks[0])
    elif not extrapolate:
        inside = (x >= breaks[0]) & (x <= breaks[-1])
        seed = np.where(beside(inside, x, seed), seed, 0.0)
    place = np.clip(np.searchsorted(breaks, x, "right") - 1, 0, len(breaks) - 2)
    shape = count, len(breaks) - 1, *seed.shape[x.ndim :]
    result = np.zeros(shape, np.result_type(seed, 0.0))
    for row in range(count - nu):
        power = count - 1 - row
        weight = math.perm(power, nu) * (x - breaks[place]) ** (power - nu)
        np.add.at(result[row], place, beside(weight, x, seed) * seed)
    return result


# A break moves its piece along, as the points moved the other way.
def onto_breaks(slopes, x, breaks, extrapolate):
    shares = onto_pieces(slopes, x, breaks, 1, 0, extrapolate)[0]
    return np.concatenate((-shares, np.zeros(1)))


def at_breaks(change, x, breaks, extrapolate):
    return pieces(x, breaks, np.expand_dims(change[:-1], 0), 0, extrapolate)


def keep_period(extrapolate):
    if isinstance(extrapolate, str) and extrapolate == "periodic":
        refuse("a periodic piecewise polynomial by its breaks", "Hold them constant.")


@adjoint(pieces)
def pieces_adjoint(y, x, breaks, c, nu=0, extrapolate=True):
    slopes = over_data(d[y] * pieces(x, breaks, c, nu + 1, extrapolate), x)
    d[x] = slopes
    if not (isinstance(extrapolate, str) and extrapolate == "periodic"):
        d[breaks] = onto_breaks(slopes, x, breaks, extrapolate)
    d[c] = onto_pieces(d[y], x, breaks, np.shape(c)[0], nu, extrapolate)


@tangent(pieces)
def pieces_tangent(y, x, breaks, c, nu=0, extrapolate=True):
    change = 0.0
    if np.ndim(d[c]) > 0:
        change = pieces(x, breaks, d[c], nu, extrapolate)
    moved = d[x]
    if np.ndim(d[breaks]) > 0:
        keep_period(extrapolate)
        moved = moved - at_breaks(d[breaks], x, breaks, extrapolate)
    moved = moved if np.ndim(moved) == 0 else beside(moved, x, y)
    d[y] = change + moved * pieces(x, breaks, c, nu + 1, extrapolate)


@adjoint(onto_pieces)
def onto_pieces_adjoint(c, seed, x, breaks, count, nu=0, extrapolate=True):
    d[seed] = pieces(x, breaks, d[c], nu, extrapolate)
    slopes = over_data(seed * pieces(x, breaks, d[c], nu + 1, extrapolate), x)
    d[x] = slopes
    if not (isinstance(extrapolate, str) and extrapolate == "periodic"):
        d[breaks] = onto_breaks(slopes, x, breaks, extrapolate)


@tangent(onto_pieces)
def onto_pieces_tangent(c, seed, x, breaks, count, nu=0, extrapolate=True):
    change = 0.0
    if np.ndim(seed) == 0 or np.ndim(d[seed]) > 0:
        change = onto_pieces(d[seed], x, breaks, count, nu, extrapolate)
    if np.ndim(x) == 0 or np.ndim(d[x]) > 0:
        moved = beside(d[x], x, seed) * seed
        change = change + onto_pieces(moved, x, breaks, count, nu + 1, extrapolate)
    if np.ndim(d[breaks]) > 0:
        keep_period(extrapolate)
        moved = beside(at_breaks(d[breaks], x, breaks, extrapolate), x, seed) * seed
        change = change - onto_pieces(moved, x, breaks, count, nu + 1, extrapolate)
    d[c] = change


def lengths_beside(breaks, c):
    return np.expand_dims(np.diff(breaks), tuple(range(1, np.ndim(c) - 1)))


def antiderivative(c, breaks):
    """Return the coefficients of the antiderivative that starts with zero."""
    return made_of(c, breaks).antiderivative().c


@formula(antiderivative)
def antiderivative_formula(c, breaks):
    count = np.shape(c)[0]
    powers = np.expand_dims(np.arange(count, 0, -1), tuple(range(1, np.ndim(c))))
    rates = c / powers
    areas = np.sum(rates * np.expand_dims(lengths_beside(breaks, c), 0) ** powers, 0)
    starts = np.cumsum(areas, 0) - areas
    return np.concatenate((rates, np.expand_dims(starts, 0)))


def area_of_pieces(a, b, breaks, c, extrapolate):
    """Return the integral of a piecewise polynomial."""
    return made_of(c, breaks, extrapolate).integrate(a, b)


@formula(area_of_pieces)
def area_formula(a, b, breaks, c, extrapolate):
    total = antiderivative(c, breaks)
    upper = pieces(b, breaks, total, 0, extrapolate)
    return upper - pieces(a, breaks, total, 0, extrapolate)


@definition(interpolate.PPoly)
class PPoly:
    """A piecewise polynomial."""

    __slots__ = ("c", "x", "extrapolate", "axis")

    def __init__(self, c, x, extrapolate=None, axis=0):
        c = np.asarray(c)
        self.c = c if axis == 0 else np.moveaxis(c, (axis, axis + 1), (0, 1))
        self.x = np.asarray(x)
        self.extrapolate = True if extrapolate is None else extrapolate
        self.axis = axis

    @classmethod
    def construct_fast(cls, c, x, extrapolate=None, axis=0):
        made = interpolate.PPoly(c, x, extrapolate)
        made.axis = axis
        return made

    def __call__(self, x, nu=0, extrapolate=None):
        outside = self.extrapolate if extrapolate is None else extrapolate
        return at_axis(pieces(x, self.x, self.c, nu, outside), x, self.axis)

    def derivative(self, nu=1):
        c = self.c
        for _ in range(nu):
            count = np.shape(c)[0]
            if count > 1:
                powers = np.arange(count - 1, 0, -1)
                c = c[:-1] * np.expand_dims(powers, tuple(range(1, np.ndim(c))))
            else:
                c = np.zeros_like(c)
        return interpolate.PPoly.construct_fast(c, self.x, self.extrapolate, self.axis)

    def antiderivative(self, nu=1):
        c = self.c
        for _ in range(nu):
            c = antiderivative(c, self.x)
        outside = False if self.extrapolate == "periodic" else self.extrapolate
        return interpolate.PPoly.construct_fast(c, self.x, outside, self.axis)

    def integrate(self, a, b, extrapolate=None):
        outside = self.extrapolate if extrapolate is None else extrapolate
        if outside == "periodic":
            refuse("the integral of a periodic spline", "Integrate over one period.")
        return area_of_pieces(a, b, self.x, self.c, outside)


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
        x, y = np.asarray(x), np.asarray(y)
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
        x, y = np.asarray(x), np.asarray(y)
        rows, slopes = along_first(y, axis), along_first(np.asarray(dydx), axis)
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
    return np.concatenate(
        (np.expand_dims(start, 0), inner, np.expand_dims(end, 0))
    )


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
        x, y = np.asarray(x), np.asarray(y)
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
        x, y = np.asarray(x), np.asarray(y)
        self.c = akima_through(x, along_first(y, axis), method)
        self.x = x
        self.extrapolate = False if extrapolate is None else extrapolate
        self.axis = axis % np.ndim(y)
