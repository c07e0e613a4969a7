"""Interpolation between scattered samples: on the simplices of a triangulation.

Inside of a simplex the weights of its corners are linear functions of the point, which
the triangulation keeps as a matrix for each simplex. It stays as it is: by the places
of the samples there is no derivative.
"""

import numpy as np
from scipy import interpolate, spatial

from tangentlite.rules.registry import adjoint, d, definition, formula, tangent
from tangentlite.templates.scipy.interpolate.grids import coordinates
from tangentlite.templates.subscripts import refuse


def between_scattered(xi, points, values, method, fill_value):
    """Return values between scattered samples, at points along the last axis."""
    if method == "nearest":
        made = interpolate.NearestNDInterpolator(points, values)
    else:
        made = interpolate.LinearNDInterpolator(points, values, fill_value)
    return made(xi)


def simplices(xi, points):
    """Return the corners of the simplex of each point, and the weights' matrices.

    The weights of the corners but the last are a matrix times the point's difference
    from the last corner. Outside of all simplices the place of each corner is -1.
    """
    made = spatial.Delaunay(points)
    found = made.find_simplex(xi)
    transform = made.transform[found]
    corners = np.where(found[..., None] < 0, -1, made.simplices[found])
    return corners, transform[..., :-1, :], transform[..., -1, :]


@adjoint(simplices)
def simplices_adjoint(made, xi, points):
    d[xi] = 0.0


@tangent(simplices)
def simplices_tangent(made, xi, points):
    d[made] = 0.0, 0.0, 0.0


def nearest_places(xi, points):
    """Return the place of the sample nearest to each point."""
    return spatial.cKDTree(points).query(xi)[1]


@adjoint(nearest_places)
def nearest_adjoint(place, xi, points):
    d[xi] = 0.0


@tangent(nearest_places)
def nearest_tangent(place, xi, points):
    d[place] = 0.0


@formula(between_scattered)
def scattered_formula(xi, points, values, method, fill_value):
    rank = np.ndim(xi) - 1
    if method == "nearest":
        places = np.reshape(nearest_places(xi, points), np.shape(xi)[:-1])
        return values[places]
    count = np.shape(points)[1]
    shape = np.shape(xi)[:-1]
    corners, matrices, lasts = simplices(xi, points)
    corners = np.reshape(corners, shape + (count + 1,))
    matrices = np.reshape(matrices, shape + (count, count))
    offsets = xi - np.reshape(lasts, shape + (count,))
    first = np.sum(matrices * np.expand_dims(offsets, -2), -1)
    last = 1.0 - np.sum(first, -1, keepdims=True)
    weights = np.concatenate((first, last), -1)
    outside = corners[..., 0] < 0
    if np.ndim(values) > 1:
        behind = tuple(range(rank + 1, rank + np.ndim(values)))
        weights = np.expand_dims(weights, behind)
        outside = np.expand_dims(outside, tuple(axis - 1 for axis in behind))
    found = np.sum(weights * values[corners], rank)
    return np.where(outside, fill_value, found)


def scattered_at(xi, points, values, method, fill_value):
    found = between_scattered(xi, points, values, method, fill_value)
    return np.reshape(found, np.shape(xi)[:-1] + np.shape(values)[1:])


@definition(interpolate.griddata, takes_lists=True)
def griddata(points, values, xi, method="linear", fill_value=np.nan, rescale=False):
    if rescale or method == "cubic":
        refuse("griddata by method='cubic' or with rescale", "Use linear or nearest.")
    points = np.stack(points, -1) if isinstance(points, tuple) else np.asarray(points)
    values = np.asarray(values)
    if np.ndim(points) == 1 or np.shape(points)[1] == 1:
        refuse("griddata along one axis", "Use interp1d.")
    xi = coordinates(xi, np.shape(points)[1])
    return scattered_at(xi, points, values, method, fill_value)


class OfPoints:
    """What both classes have: a call takes points, or an array for each coordinate."""

    __slots__ = ()

    def at(self, xi, method, fill_value):
        xi = coordinates(xi if len(xi) > 1 else xi[0], np.shape(self.points)[1])
        return scattered_at(xi, self.points, self.values, method, fill_value)


@definition(interpolate.LinearNDInterpolator)
class LinearNDInterpolator(OfPoints):
    """Interpolation on the simplices of a triangulation."""

    __slots__ = ("points", "values", "fill_value")

    def __init__(self, points, values, fill_value=np.nan):
        self.points, self.values = np.asarray(points), np.asarray(values)
        self.fill_value = fill_value

    def __call__(self, *args):
        return self.at(args, "linear", self.fill_value)


@definition(interpolate.NearestNDInterpolator)
class NearestNDInterpolator(OfPoints):
    """The value of the nearest sample."""

    __slots__ = ("points", "values")

    def __init__(self, x, y):
        self.points, self.values = np.asarray(x), np.asarray(y)

    def __call__(self, *args):
        return self.at(args, "nearest", np.nan)
