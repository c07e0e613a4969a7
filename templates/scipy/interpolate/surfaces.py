"""Splines over rectangles: sums of products of B-splines of x and of y.

Outside of the rectangle they have the values at its edge.
"""

import numpy as np
from scipy import interpolate

from tangentlite.rules.registry import adjoint, d, definition, formula, tangent
from tangentlite.runtime import unbroadcast
from tangentlite.templates.scipy.interpolate.bases import products
from tangentlite.templates.scipy.interpolate.fits import (
    coefficients_of,
    onto_fitted,
    spline_knots,
)
from tangentlite.templates.scipy.interpolate.splines import areas
from tangentlite.templates.subscripts import refuse


# FITPACK would read and write where it must not.
def require_knots(t, k):
    if k > 5 or len(t) < 2 * k + 2 or np.any(np.diff(t) < 0.0) or t[k] == t[k + 1]:
        raise ValueError("These are no knots of FITPACK.")


def surface(x, y, tx, ty, c, kx, ky, dx=0, dy=0, grid=True):
    """Return a spline over a rectangle, or its derivative, at points or on a grid."""
    require_knots(tx, kx)
    require_knots(ty, ky)
    c = np.resize(c, (len(tx) - kx - 1) * (len(ty) - ky - 1))
    made = interpolate.BivariateSpline._from_tck((tx, ty, c, kx, ky))
    return made(x, y, dx, dy, grid)


@formula(surface)
def surface_formula(x, y, tx, ty, c, kx, ky, dx=0, dy=0, grid=True):
    return on_surface(c, x, y, tx, ty, (kx, ky), (dx, dy), grid)


def volume(xa, xb, ya, yb, tx, ty, c, kx, ky):
    """Return the integral over a rectangle, of zero outside of the knots."""
    require_knots(tx, kx)
    require_knots(ty, ky)
    c = np.resize(c, (len(tx) - kx - 1) * (len(ty) - ky - 1))
    made = interpolate.BivariateSpline._from_tck((tx, ty, c, kx, ky))
    return made.integral(xa, xb, ya, yb)


@formula(volume)
def volume_formula(xa, xb, ya, yb, tx, ty, c, kx, ky):
    count_x, count_y = len(tx) - kx - 1, len(ty) - ky - 1
    along_y = areas(ya, yb, ty, count_y, ky, False)
    rows = np.reshape(c, (count_x, count_y))
    return areas(xa, xb, tx, count_x, kx, False) @ rows @ along_y


# The arguments of `products`, and where the derivatives by x and y are not zero: they
# are where the spline is constant outside.
def laid_out(x, y, tx, ty, degrees, orders, grid, slopes):
    points = [np.asarray(x, float), np.asarray(y, float)]
    if grid:
        points = [np.reshape(points[0], (-1, 1)), np.reshape(points[1], (1, -1))]
    inside = True
    for axis, (t, k) in enumerate(zip((tx, ty), degrees)):
        ends = t[k], t[len(t) - k - 1]
        if slopes[axis] > 0:
            inside = inside & (points[axis] >= ends[0]) & (points[axis] <= ends[1])
        points[axis] = np.clip(points[axis], *ends)
    points = np.broadcast_arrays(*points)
    total = tuple(order + more for order, more in zip(orders, slopes))
    return inside, products(points, (tx, ty), degrees, total)


def on_surface(c, x, y, tx, ty, degrees, orders=(0, 0), grid=False, slopes=(0, 0)):
    """Return a spline over a rectangle, by its basis.

    To the orders of the derivatives by x and y, which have the values at the edge
    outside, `slopes` adds those by x and y, which are zero there.
    """
    rows = np.resize(c, [len(t) - k - 1 for t, k in zip((tx, ty), degrees)])
    inside, terms = laid_out(x, y, tx, ty, degrees, orders, grid, slopes)
    total = sum(weight * rows[place] for place, weight in terms)
    return np.where(inside, total, 0.0)


def onto_surface(seed, x, y, tx, ty, degrees, orders, grid, slopes, count):
    """Return the adjoint of `on_surface`: what falls on each coefficient."""
    inside, terms = laid_out(x, y, tx, ty, degrees, orders, grid, slopes)
    rows = np.zeros([len(t) - k - 1 for t, k in zip((tx, ty), degrees)])
    for place, weight in terms:
        np.add.at(rows, place, weight * np.where(inside, seed, 0.0))
    return np.resize(rows, count)


# Products of the points belong to one x or y, as those of a grid to their axes.
def of_x(values, x, grid):
    if grid:
        return np.reshape(np.sum(values, 1), np.shape(x))
    return unbroadcast(values, x)


def of_y(values, y, grid):
    if grid:
        return np.reshape(np.sum(values, 0), np.shape(y))
    return unbroadcast(values, y)


def along_x(change, grid):
    return np.reshape(change, (np.size(change), 1)) if grid else change


def along_y(change, grid):
    return np.reshape(change, (1, np.size(change))) if grid else change


@adjoint(on_surface)
def on_surface_adjoint(
    z, c, x, y, tx, ty, degrees, orders=(0, 0), grid=False, slopes=(0, 0)
):
    in_x, in_y = (slopes[0] + 1, slopes[1]), (slopes[0], slopes[1] + 1)
    slope = on_surface(c, x, y, tx, ty, degrees, orders, grid, in_x)
    d[x] = of_x(d[z] * slope, x, grid)
    slope = on_surface(c, x, y, tx, ty, degrees, orders, grid, in_y)
    d[y] = of_y(d[z] * slope, y, grid)
    count = np.shape(c)[0]
    d[c] = onto_surface(d[z], x, y, tx, ty, degrees, orders, grid, slopes, count)


@tangent(on_surface)
def on_surface_tangent(
    z, c, x, y, tx, ty, degrees, orders=(0, 0), grid=False, slopes=(0, 0)
):
    in_x, in_y = (slopes[0] + 1, slopes[1]), (slopes[0], slopes[1] + 1)
    change = 0.0
    if np.ndim(d[c]) > 0:
        change = on_surface(d[c], x, y, tx, ty, degrees, orders, grid, slopes)
    slope = on_surface(c, x, y, tx, ty, degrees, orders, grid, in_x)
    change = change + along_x(d[x], grid) * slope
    slope = on_surface(c, x, y, tx, ty, degrees, orders, grid, in_y)
    d[z] = change + along_y(d[y], grid) * slope


@adjoint(onto_surface)
def onto_surface_adjoint(
    c, seed, x, y, tx, ty, degrees, orders, grid, slopes, count
):
    in_x, in_y = (slopes[0] + 1, slopes[1]), (slopes[0], slopes[1] + 1)
    d[seed] = on_surface(d[c], x, y, tx, ty, degrees, orders, grid, slopes)
    slope = on_surface(d[c], x, y, tx, ty, degrees, orders, grid, in_x)
    d[x] = of_x(seed * slope, x, grid)
    slope = on_surface(d[c], x, y, tx, ty, degrees, orders, grid, in_y)
    d[y] = of_y(seed * slope, y, grid)


@tangent(onto_surface)
def onto_surface_tangent(
    c, seed, x, y, tx, ty, degrees, orders, grid, slopes, count
):
    in_x, in_y = (slopes[0] + 1, slopes[1]), (slopes[0], slopes[1] + 1)
    change = 0.0
    if np.ndim(seed) == 0 or np.ndim(d[seed]) > 0:
        change = onto_surface(
            d[seed], x, y, tx, ty, degrees, orders, grid, slopes, count
        )
    if np.ndim(x) == 0 or np.ndim(d[x]) > 0:
        moved = along_x(d[x], grid) * seed
        change = change + onto_surface(
            moved, x, y, tx, ty, degrees, orders, grid, in_x, count
        )
    if np.ndim(y) == 0 or np.ndim(d[y]) > 0:
        moved = along_y(d[y], grid) * seed
        change = change + onto_surface(
            moved, x, y, tx, ty, degrees, orders, grid, in_y, count
        )
    d[c] = change


def surface_through(x, y, z, kx=3, ky=3, bbox=None, maxit=20):
    """Return the coefficients of the spline through samples on a grid."""
    return fitted(x, y, z, kx, ky, 0, bbox, maxit).tck[2]


def fitted(x, y, z, kx, ky, s, bbox, maxit):
    box = [None] * 4 if bbox is None else bbox
    more = () if maxit == 20 else (maxit,)  # of SciPy 1.14 on
    return interpolate.RectBivariateSpline(x, y, z, box, kx, ky, s, *more)


def box_of(bbox, axis):
    return None if bbox is None else (bbox[2 * axis], bbox[2 * axis + 1])


# What makes coefficients of samples is applied to columns, then to rows.
def each_axis(function, values, x, y, kx, ky, bbox):
    columns = function(values, x, kx, None, None, box_of(bbox, 0))
    return function(columns.T, y, ky, None, None, box_of(bbox, 1)).T


def tensor_coefficients(z, x, y, kx, ky, bbox=None):
    """Return the coefficients of the spline through samples, by its basis."""
    return np.ravel(each_axis(coefficients_of, z, x, y, kx, ky, bbox))


def onto_samples(seed, x, y, kx, ky, bbox=None):
    """Return the adjoint of `tensor_coefficients`: what falls on each sample."""
    rows = np.resize(seed, (len(x), len(y)))
    return each_axis(onto_fitted, rows, x, y, kx, ky, bbox)


@adjoint(tensor_coefficients)
def tensor_coefficients_adjoint(c, z, x, y, kx, ky, bbox=None):
    d[z] = onto_samples(d[c], x, y, kx, ky, bbox)


@tangent(tensor_coefficients)
def tensor_coefficients_tangent(c, z, x, y, kx, ky, bbox=None):
    d[c] = tensor_coefficients(d[z], x, y, kx, ky, bbox)


@adjoint(onto_samples)
def onto_samples_adjoint(z, seed, x, y, kx, ky, bbox=None):
    d[seed] = tensor_coefficients(d[z], x, y, kx, ky, bbox)


@tangent(onto_samples)
def onto_samples_tangent(z, seed, x, y, kx, ky, bbox=None):
    d[z] = onto_samples(d[seed], x, y, kx, ky, bbox)


@adjoint(surface_through)
def surface_through_adjoint(c, x, y, z, kx=3, ky=3, bbox=None, maxit=20):
    d[z] = onto_samples(d[c], x, y, kx, ky, bbox)


@tangent(surface_through)
def surface_through_tangent(c, x, y, z, kx=3, ky=3, bbox=None, maxit=20):
    d[c] = tensor_coefficients(d[z], x, y, kx, ky, bbox)


# The knots that smoothing chooses depend on the samples.
def smooth_surface(x, y, z, kx, ky, s, bbox=None, maxit=20):
    """Return the knots and coefficients of a smoothing spline over a rectangle."""
    return fitted(x, y, z, kx, ky, s, bbox, maxit).tck


@adjoint(smooth_surface)
def smooth_surface_adjoint(made, x, y, z, kx, ky, s, bbox=None, maxit=20):
    pass


@tangent(smooth_surface)
def smooth_surface_tangent(made, x, y, z, kx, ky, s, bbox=None, maxit=20):
    pass


@definition(interpolate.BivariateSpline)
class BivariateSpline:
    """A spline over a rectangle."""

    __slots__ = ("tck", "degrees")

    def __call__(self, x, y, dx=0, dy=0, grid=True):
        tx, ty, c = self.tck
        kx, ky = self.degrees
        return surface(x, y, tx, ty, c, kx, ky, dx, dy, grid)

    def ev(self, xi, yi, dx=0, dy=0):
        return self(xi, yi, dx, dy, False)

    def integral(self, xa, xb, ya, yb):
        tx, ty, c = self.tck
        kx, ky = self.degrees
        return volume(xa, xb, ya, yb, tx, ty, c, kx, ky)

    def get_knots(self):
        return self.tck[0], self.tck[1]

    def get_coeffs(self):
        return self.tck[2]


@definition(interpolate.RectBivariateSpline)
class RectBivariateSpline(BivariateSpline):
    """A spline through samples on a grid, or smoothing them."""

    __slots__ = ()

    def __init__(self, x, y, z, bbox=None, kx=3, ky=3, s=0, maxit=20):
        x, y, z = np.ravel(x), np.ravel(y), np.asarray(z)
        if bbox is not None:
            bbox = bbox[0], bbox[1], bbox[2], bbox[3]
        if s == 0:
            tx = spline_knots(x, kx, None, None, box_of(bbox, 0))
            ty = spline_knots(y, ky, None, None, box_of(bbox, 1))
            c = surface_through(x, y, z, kx, ky, bbox, maxit)
        else:
            tx, ty, c = smooth_surface(x, y, z, kx, ky, s, bbox, maxit)
        self.tck = tx, ty, c
        self.degrees = kx, ky


@definition(interpolate.bisplev, takes_lists=True)
def bisplev(x, y, tck, dx=0, dy=0):
    tx, ty, c, kx, ky = tck
    if np.ndim(x) == 0 and np.ndim(y) == 0:
        return surface(x, y, tx, ty, c, kx, ky, dx, dy)[0, 0]
    if np.ndim(x) == 0 or np.ndim(y) == 0:
        refuse("bisplev of a number and an array", "Give it two arrays.")
    return surface(x, y, tx, ty, c, kx, ky, dx, dy)
