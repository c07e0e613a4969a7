"""Splines as sums of B-splines, through samples or close to them."""

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import adjoint, d, definition, formula, tangent
from tangentlite.templates.conversion import as_floats
from tangentlite.templates.scipy.interpolate.bases import onto_coefficients, spline_at
from tangentlite.templates.scipy.interpolate.fits import (
    spline_close_to,
    spline_knots,
    spline_through,
)


# The axes of the points lie where that of the samples was.
def at_axis(values, points, axis):
    count = np.ndim(points)
    if count == 0 or np.ndim(values) == count or axis == 0:
        return values
    return np.moveaxis(values, range(count), range(axis, axis + count))


def along_first(y, axis):
    return y if np.ndim(y) == 1 or axis == 0 else np.moveaxis(y, axis, 0)


def spline_area(a, b, t, c, k, extrapolate=True):
    """Return the integral of a spline."""
    if k > 5 and not extrapolate:  # FITPACK would write where it must not
        raise ValueError("The integral is that of FITPACK, up to degree 5.")
    return interpolate.BSpline(t, c, k, extrapolate).integrate(a, b)


def areas(a, b, t, count, k, extrapolate=True):
    """Return the integrals of the B-splines.

    They are sums of B-splines of a degree more.
    """
    if not extrapolate:
        a, b = np.clip([a, b], t[k], t[len(t) - k - 1])
    longer = np.concatenate((t[:1], t, t[-1:]))
    size = len(t) - k - 1
    upper = onto_coefficients(1.0, b, longer, size + 1, k + 1)
    lower = onto_coefficients(1.0, a, longer, size + 1, k + 1)
    sums = np.cumsum((upper - lower)[::-1])[::-1]
    result = np.zeros(count)
    result[:size] = sums[1:] * (t[k + 1 :] - t[: size]) / (k + 1)
    return result


# Outside of what is integrated over it counts as zero.
def height(x, t, c, k, extrapolate):
    value = spline_at(x, t, c, k, 0, True)
    if extrapolate:
        return value
    return np.where((x >= t[k]) & (x <= t[len(t) - k - 1]), value, 0.0)


@adjoint(spline_area)
def spline_area_adjoint(y, a, b, t, c, k, extrapolate=True):
    d[a] = -np.sum(d[y] * height(a, t, c, k, extrapolate))
    d[b] = np.sum(d[y] * height(b, t, c, k, extrapolate))
    shares = areas(a, b, t, np.shape(c)[0], k, extrapolate)
    d[c] = np.multiply.outer(shares, d[y])


@tangent(spline_area)
def spline_area_tangent(y, a, b, t, c, k, extrapolate=True):
    change = 0.0
    if np.ndim(d[c]) > 0:
        change = spline_area(a, b, t, d[c], k, extrapolate)
    upper = d[b] * height(b, t, c, k, extrapolate)
    d[y] = change + upper - d[a] * height(a, t, c, k, extrapolate)


@adjoint(areas)
def areas_adjoint(y, a, b, t, count, k, extrapolate=True):
    d[a] = -height(a, t, d[y], k, extrapolate)
    d[b] = height(b, t, d[y], k, extrapolate)


@tangent(areas)
def areas_tangent(y, a, b, t, count, k, extrapolate=True):
    upper = onto_coefficients(d[b], b, t, count, k, 0, extrapolate)
    d[y] = upper - onto_coefficients(d[a], a, t, count, k, 0, extrapolate)


def periodic_area(a, b, t, c, k):
    """Return the integral of a spline that repeats outside of its knots."""
    return interpolate.BSpline(t, c, k, "periodic").integrate(a, b)


@formula(periodic_area)
def periodic_area_formula(a, b, t, c, k):
    return over_periods(b, t, c, k) - over_periods(a, t, c, k)


# The integral from the start of the first period on.
def over_periods(x, t, c, k):
    start, end = t[k], t[len(t) - k - 1]
    count = np.floor((x - start) / (end - start))
    whole = spline_area(start, end, t, c, k)
    return count * whole + spline_area(start, x - count * (end - start), t, c, k)


@definition(interpolate.BSpline)
class BSpline:
    """A sum of B-splines."""

    __slots__ = ("t", "c", "k", "extrapolate", "axis")

    def __init__(self, t, c, k, extrapolate=True, axis=0):
        c = as_floats(c)
        self.t = as_floats(t)
        self.c = along_first(c, axis)
        self.k = k
        self.extrapolate = extrapolate
        self.axis = axis % np.ndim(c)

    @classmethod
    def construct_fast(cls, t, c, k, extrapolate=True, axis=0):
        made = cls(t, c, k, extrapolate)
        made.axis = axis
        return made

    @classmethod
    def basis_element(cls, t, extrapolate=True):
        k = len(t) - 2
        t = np.concatenate((t[:1] - np.ones(k), t, t[-1:] + np.ones(k)))
        c = np.zeros(2 * k + 1)
        c[k] = 1.0
        return cls(t, c, k, extrapolate)

    @property
    def tck(self):
        return self.t, self.c, self.k

    def __call__(self, x, nu=0, extrapolate=None):
        outside = self.extrapolate if extrapolate is None else extrapolate
        values = spline_at(x, self.t, self.c, self.k, nu, outside)
        return at_axis(values, x, self.axis)

    def derivative(self, nu=1):
        t, c, k = interpolate.splder(padded(self.t, self.c, self.k), nu)
        return interpolate.BSpline.construct_fast(t, c, k, self.extrapolate, self.axis)

    def antiderivative(self, nu=1):
        t, c, k = interpolate.splantider(padded(self.t, self.c, self.k), nu)
        outside = False if self.extrapolate == "periodic" else self.extrapolate
        return interpolate.BSpline.construct_fast(t, c, k, outside, self.axis)

    def integrate(self, a, b, extrapolate=None):
        outside = self.extrapolate if extrapolate is None else extrapolate
        if outside == "periodic":
            return periodic_area(a, b, self.t, self.c, self.k)
        return spline_area(a, b, self.t, self.c, self.k, outside)


# As many coefficients as knots.
def padded(t, c, k):
    missing = len(t) - len(c)
    if missing > 0:
        c = np.concatenate((c, np.zeros((missing, *np.shape(c)[1:]))))
    return t, c, k


@definition(interpolate.make_interp_spline, takes_lists=True)
def make_interp_spline(x, y, k=3, t=None, bc_type=None, axis=0, check_finite=True):
    x, rows = as_floats(x), along_first(as_floats(y), axis)
    is_periodic = isinstance(bc_type, str) and bc_type == "periodic" and k > 1
    knots = spline_knots(x, k, bc_type, t)
    c = spline_through(x, rows, k, bc_type, t, check_finite)
    if t is not None or is_periodic or isinstance(bc_type, tuple):
        c = np.reshape(c, (len(knots) - k - 1, *np.shape(rows)[1:]))
    outside = "periodic" if is_periodic else True
    return interpolate.BSpline.construct_fast(knots, c, k, outside, axis % np.ndim(y))


@definition(interpolate.make_lsq_spline)
def make_lsq_spline(x, y, t, k=3, w=None, axis=0, check_finite=True):
    x, t, rows = as_floats(x), as_floats(t), along_first(as_floats(y), axis)
    c = spline_close_to(x, rows, t, k, w, check_finite)
    c = np.reshape(c, (len(t) - k - 1, *np.shape(rows)[1:]))
    return interpolate.BSpline.construct_fast(t, c, k, axis=axis % np.ndim(y))
