"""Splines of FITPACK: knots, coefficients and a degree.

Behind the coefficients stand zeros, as many as the degree and one: there are as many
coefficients as knots. Those of a smoothing spline are no simple function of the
samples, which choose its knots: it has derivatives by points alone.
"""

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import adjoint, d, definition, formula, tangent
from tangentlite.templates.conversion import as_array, as_floats
from tangentlite.templates.scipy.interpolate.bases import spline_at
from tangentlite.templates.scipy.interpolate.fits import (
    close_coefficients,
    coefficients_of,
    onto_close,
    onto_fitted,
    spline_knots,
)
from tangentlite.templates.scipy.interpolate.splines import spline_area
from tangentlite.templates.subscripts import refuse


def extension(ext):
    if isinstance(ext, str):
        return ("extrapolate", "zeros", "raise", "const").index(ext)
    return ext


# The ends of a domain, None if both are those of the samples.
def ends(bbox):
    if bbox is None or bbox[0] is None and bbox[1] is None:
        return None
    return bbox[0], bbox[1]


def both(bbox):
    return (None, None) if bbox is None else bbox


# FITPACK would read and write where it must not: it trusts the sizes that it is given.
def require_spline(knots, c, k):
    if not 0 <= k <= 5:
        raise ValueError("FITPACK has splines up to degree 5.")
    if np.ndim(knots) != 1 or np.ndim(c) != 1:
        raise ValueError("The knots and the coefficients of a spline are rows.")
    count = len(knots) - k - 1
    if count < k + 1 or len(c) < count:
        raise ValueError("These knots and coefficients make no spline.")


def fitpack_spline(x, knots, c, k, nu=0, ext=0):
    """Return a spline, or its derivative, at points."""
    require_spline(knots, c, k)
    return interpolate.splev(x, (knots, c, k), nu, ext)


# Outside of the knots it goes on, is zero, or has the value at the end.
@formula(fitpack_spline)
def fitpack_formula(x, knots, c, k, nu=0, ext=0):
    if ext == 3:
        inside = np.clip(x, knots[k], knots[len(knots) - k - 1])
        return spline_at(inside, knots, c, k, nu)
    value = spline_at(x, knots, c, k, nu)
    if ext == 1:
        is_inside = (x >= knots[k]) & (x <= knots[len(knots) - k - 1])
        return np.where(is_inside, value, 0.0)
    return value


def fitpack_area(a, b, knots, c, k):
    """Return the integral of a spline that is zero outside of its knots."""
    require_spline(knots, c, k)
    return interpolate.splint(a, b, (knots, c, k))


@formula(fitpack_area)
def area_formula(a, b, knots, c, k):
    return spline_area(a, b, knots, c, k, False)


def fitpack_derivatives(x, knots, c, k):
    """Return the value of a spline at a point and its derivatives."""
    require_spline(knots, c, k)
    return interpolate.spalde(x, (knots, c, k))


@formula(fitpack_derivatives)
def derivatives_formula(x, knots, c, k):
    return np.stack([spline_at(x, knots, c, k, nu) for nu in range(k + 1)])


# Coefficients for each of its coordinates.
def is_curve(c):
    if isinstance(c, (list, tuple)):
        return np.ndim(c[0]) > 0
    return np.ndim(c) > 1


@definition(interpolate.splev, takes_lists=True)
def splev(x, tck, der=0, ext=0):
    if isinstance(tck, interpolate.BSpline):
        return tck(x, der, True)
    t, c, k = tck
    x, t = as_array(x), as_floats(t)
    if is_curve(c):
        return [fitpack_spline(x, t, as_floats(each), k, der, ext) for each in c]
    return fitpack_spline(x, t, as_floats(c), k, der, ext)


@definition(interpolate.splint, takes_lists=True)
def splint(a, b, tck, full_output=0):
    if isinstance(tck, interpolate.BSpline):
        return tck.integrate(a, b, False)
    t, c, k = tck
    if is_curve(c):
        return [fitpack_area(a, b, as_floats(t), as_floats(each), k) for each in c]
    return fitpack_area(a, b, as_floats(t), as_floats(c), k)


@definition(interpolate.spalde, takes_lists=True)
def spalde(x, tck):
    t, c, k = tck
    if is_curve(c):
        return [fitpack_derivatives(x, as_floats(t), as_floats(each), k) for each in c]
    return fitpack_derivatives(x, as_floats(t), as_floats(c), k)


# What a division by the length of an axis of the data behind the first one takes.
def along_first_axis(lengths, like):
    if np.ndim(like) == 1:
        return lengths
    return np.expand_dims(lengths, tuple(range(1, np.ndim(like))))


@definition(interpolate.splder, takes_lists=True)
def splder(tck, n=1):
    t, c, k = tck
    t, c = as_floats(t), as_floats(c)
    for _ in range(n):
        lengths = along_first_axis(t[k + 1 : -1] - t[1 : -k - 1], c)
        rates = (c[1 : -1 - k] - c[: -2 - k]) * k / lengths
        c = np.concatenate((rates, np.zeros((k, *np.shape(c)[1:]))))
        t = t[1:-1]
        k = k - 1
    return t, c, k


@definition(interpolate.splantider, takes_lists=True)
def splantider(tck, n=1):
    t, c, k = tck
    t, c = as_floats(t), as_floats(c)
    for _ in range(n):
        lengths = along_first_axis(t[k + 1 :] - t[: -k - 1], c)
        sums = np.cumsum(c[: -k - 1] * lengths, 0) / (k + 1)
        first = np.zeros((1, *np.shape(c)[1:]))
        c = np.concatenate((first, sums) + (sums[-1:],) * (k + 2))
        t = np.concatenate((t[:1], t, t[-1:]))
        k = k + 1
    return t, c, k


def fitpack_through(x, y, k, bbox=None, w=None):
    """Return the coefficients of the spline through samples."""
    made = interpolate.InterpolatedUnivariateSpline(x, y, w, both(bbox), k)
    return made._eval_args[1]


@adjoint(fitpack_through, equal_rows=("x", "y", "w"))
def fitpack_through_adjoint(c, x, y, k, bbox=None, w=None):
    d[y] = onto_fitted(d[c], x, k, None, None, bbox)


@tangent(fitpack_through)
def fitpack_through_tangent(c, x, y, k, bbox=None, w=None):
    d[c] = coefficients_of(d[y], x, k, None, None, bbox, True)


def fitpack_close_to(x, y, t, k, bbox=None, w=None):
    """Return the coefficients of the spline of least squares with some inner knots."""
    made = interpolate.LSQUnivariateSpline(x, y, t, w, both(bbox), k)
    return made._eval_args[1]


def knots_with_ends(t, x, k, bbox):
    first = x[0] if bbox is None or bbox[0] is None else bbox[0]
    last = x[-1] if bbox is None or bbox[1] is None else bbox[1]
    return np.concatenate((np.full(k + 1, first), t, np.full(k + 1, last)))


@adjoint(fitpack_close_to, equal_rows=("x", "y", "w"))
def fitpack_close_adjoint(c, x, y, t, k, bbox=None, w=None):
    d[y] = onto_close(d[c], x, knots_with_ends(t, x, k, bbox), k, w)


@tangent(fitpack_close_to)
def fitpack_close_tangent(c, x, y, t, k, bbox=None, w=None):
    d[c] = close_coefficients(d[y], x, knots_with_ends(t, x, k, bbox), k, w, True)


def smoothing_spline(x, y, k, s, bbox=None, w=None):
    """Return the knots and coefficients of a smoothing spline."""
    made = interpolate.UnivariateSpline(x, y, w, both(bbox), k, s)
    return made._eval_args[:2]


@adjoint(smoothing_spline, equal_rows=("x", "y", "w"))
def smoothing_adjoint(made, x, y, k, s, bbox=None, w=None):
    pass


@tangent(smoothing_spline)
def smoothing_tangent(made, x, y, k, s, bbox=None, w=None):
    pass


@definition(interpolate.splrep)
def splrep(
    x, y, w=None, xb=None, xe=None, k=3, task=0, s=None, t=None, full_output=0, per=0,
    quiet=1,
):  # fmt: skip
    if per or full_output:
        refuse("splrep with per or full_output", "Use make_interp_spline.")
    x, y, bbox = as_floats(x), as_floats(y), ends((xb, xe))
    if t is not None:
        t = as_floats(t)
        c = fitpack_close_to(x, y, t, k, bbox, w)
        return knots_with_ends(t, x, k, bbox), np.reshape(c, len(t) + 2 * k + 2), k
    if s is None:
        s = 0.0 if w is None else len(x) - np.sqrt(2 * len(x))
    if s == 0:
        knots = spline_knots(x, k, None, None, bbox)
        return knots, fitpack_through(x, y, k, bbox, w), k
    knots, c = smoothing_spline(x, y, k, s, bbox, w)
    return knots, c, k


@definition(interpolate.UnivariateSpline)
class UnivariateSpline:
    """A spline through samples or smoothing them."""

    __slots__ = ("_eval_args", "ext")

    def __init__(
        self, x, y, w=None, bbox=None, k=3, s=None, ext=0, check_finite=False,
        tck=None,
    ):  # fmt: skip
        self.ext = extension(ext)
        if tck is not None:
            self._eval_args = tck
            return
        bbox = ends(bbox)
        x, y = as_floats(x), as_floats(y)
        if isinstance(s, (int, float)) and s == 0:
            knots = spline_knots(x, k, None, None, bbox)
            c = fitpack_through(x, y, k, bbox, w)
        else:
            knots, c = smoothing_spline(x, y, k, s, bbox, w)
        self._eval_args = knots, c, k

    @classmethod
    def _from_tck(cls, tck, ext=0):
        return cls(None, None, ext=ext, tck=tck)

    def __call__(self, x, nu=0, ext=None):
        knots, c, k = self._eval_args
        outside = self.ext if ext is None else extension(ext)
        return fitpack_spline(x, knots, c, k, nu, outside)

    def get_knots(self):
        knots, _, k = self._eval_args
        return knots[k : len(knots) - k]

    def get_coeffs(self):
        knots, c, k = self._eval_args
        return c[: len(knots) - k - 1]

    def integral(self, a, b):
        knots, c, k = self._eval_args
        return fitpack_area(a, b, knots, c, k)

    def derivatives(self, x):
        knots, c, k = self._eval_args
        return fitpack_derivatives(x, knots, c, k)

    def derivative(self, n=1):
        ext = 1 if self.ext == 3 else self.ext
        tck = interpolate.splder(self._eval_args, n)
        return interpolate.UnivariateSpline._from_tck(tck, ext)

    def antiderivative(self, n=1):
        tck = interpolate.splantider(self._eval_args, n)
        return interpolate.UnivariateSpline._from_tck(tck, self.ext)


@definition(interpolate.InterpolatedUnivariateSpline)
class InterpolatedUnivariateSpline(UnivariateSpline):
    """A spline through samples."""

    __slots__ = ()

    def __init__(
        self, x, y, w=None, bbox=None, k=3, ext=0, check_finite=False
    ):
        bbox = ends(bbox)
        x, y = as_floats(x), as_floats(y)
        knots = spline_knots(x, k, None, None, bbox)
        self._eval_args = knots, fitpack_through(x, y, k, bbox, w), k
        self.ext = extension(ext)


@definition(interpolate.LSQUnivariateSpline)
class LSQUnivariateSpline(UnivariateSpline):
    """The spline of least squares with some inner knots."""

    __slots__ = ()

    def __init__(
        self, x, y, t, w=None, bbox=None, k=3, ext=0, check_finite=False
    ):
        bbox = ends(bbox)
        x, y, t = as_floats(x), as_floats(y), as_floats(t)
        c = fitpack_close_to(x, y, t, k, bbox, w)
        c = np.reshape(c, len(t) + 2 * k + 2)
        self._eval_args = knots_with_ends(t, x, k, bbox), c, k
        self.ext = extension(ext)
