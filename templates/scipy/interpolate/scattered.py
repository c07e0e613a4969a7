"""Interpolation between scattered samples: on the simplices of a triangulation.

Inside of a simplex the weights of its corners are linear functions of the point, which
the triangulation keeps as a matrix for each simplex. It stays as it is: by the places
of the samples there is no derivative.
"""

import numpy as np
from scipy import interpolate, spatial

from tangentlite.rules.registry import adjoint, d, definition, formula, linear, tangent
from tangentlite.templates.scipy.interpolate.grids import coordinates
from tangentlite.templates.subscripts import refuse


def on_simplices(xi, points, values, fill_value):
    """Return values between scattered samples, at points along the last axis."""
    return interpolate.LinearNDInterpolator(points, values, fill_value)(xi)


# The corners of the simplex of each point, the weights of the first ones as matrices
# for the difference from the last one; and whether there is a simplex.
def simplices(xi, points):
    made = spatial.Delaunay(points)
    found = made.find_simplex(xi)
    count = points.shape[1]
    transform = made.transform[found]
    inside = found >= 0
    matrices = np.where(inside[..., None, None], transform[..., :count, :], 0.0)
    whole = np.concatenate((matrices, -np.sum(matrices, -2, keepdims=True)), -2)
    return made.simplices[found], whole, transform[..., count, :], inside


def corner_weights(xi, points):
    corners, matrices, lasts, inside = simplices(xi, points)
    weights = np.sum(matrices * (xi - lasts)[..., None, :], -1)
    weights[..., -1] += inside
    return corners, weights


def weighted(corners, weights, values):
    behind = tuple(range(weights.ndim, weights.ndim + np.ndim(values) - 1))
    terms = np.expand_dims(weights, behind) * np.asarray(values)[corners]
    return np.sum(terms, weights.ndim - 1)


def onto_samples(seed, corners, weights, count):
    seed = np.asarray(seed)
    behind = tuple(range(weights.ndim, weights.ndim + seed.ndim - weights.ndim + 1))
    result = np.zeros((count, *seed.shape[weights.ndim - 1 :]))
    terms = np.expand_dims(weights, behind) * np.expand_dims(seed, weights.ndim - 1)
    np.add.at(result, corners, terms)
    return result


def along_simplices(v, xi, points, values):
    """Return how values between samples change if the points move by `v`."""
    corners, matrices, _, _ = simplices(xi, points)
    return weighted(corners, np.sum(matrices * v[..., None, :], -1), values)


def onto_points(seed, xi, points, values):
    """Return what falls on the points: the seed times the slopes."""
    corners, matrices, _, _ = simplices(xi, points)
    found = np.asarray(values)[corners]
    terms = np.expand_dims(seed, np.ndim(xi) - 1) * found
    shares = np.reshape(terms, (*corners.shape, -1)).sum(-1)
    return np.sum(shares[..., None] * matrices, -2)


def onto_corners(seed, xi, points, count):
    """Return what falls on each of `count` samples: the seed times the weights."""
    corners, weights = corner_weights(xi, points)
    return onto_samples(seed, corners, weights, count)


def onto_corners_along(seed, v, xi, points, count):
    """Return what falls on each sample if the points move by `v`."""
    corners, matrices, _, _ = simplices(xi, points)
    weights = np.sum(matrices * v[..., None, :], -1)
    return onto_samples(seed, corners, weights, count)


@adjoint(on_simplices)
def on_simplices_adjoint(y, xi, points, values, fill_value):
    d[xi] = onto_points(d[y], xi, points, values)
    d[values] = onto_corners(d[y], xi, points, np.shape(values)[0])


@tangent(on_simplices)
def on_simplices_tangent(y, xi, points, values, fill_value):
    change = 0.0
    if np.ndim(d[values]) > 0:
        change = on_simplices(xi, points, d[values], 0.0)
    if np.ndim(d[xi]) > 0:
        change = change + along_simplices(d[xi], xi, points, values)
    d[y] = change


@linear(along_simplices, in_=("v", "values"), constant_in="xi")
def along_rule(y, v, xi, points, values):
    d[v] = onto_points(d[y], xi, points, values)
    d[values] = onto_corners_along(d[y], v, xi, points, np.shape(values)[0])


@linear(onto_points, in_=("seed", "values"), constant_in="xi")
def onto_points_rule(moved, seed, xi, points, values):
    d[seed] = along_simplices(d[moved], xi, points, values)
    d[values] = onto_corners_along(seed, d[moved], xi, points, np.shape(values)[0])


@adjoint(onto_corners)
def onto_corners_adjoint(c, seed, xi, points, count):
    d[seed] = on_simplices(xi, points, d[c], 0.0)
    d[xi] = onto_points(seed, xi, points, d[c])


@tangent(onto_corners)
def onto_corners_tangent(c, seed, xi, points, count):
    change = 0.0
    if np.ndim(seed) == 0 or np.ndim(d[seed]) > 0:
        change = onto_corners(d[seed], xi, points, count)
    if np.ndim(d[xi]) > 0:
        change = change + onto_corners_along(seed, d[xi], xi, points, count)
    d[c] = change


@linear(onto_corners_along, in_=("seed", "v"), constant_in="xi")
def onto_corners_along_rule(c, seed, v, xi, points, count):
    d[seed] = along_simplices(v, xi, points, d[c])
    d[v] = onto_points(seed, xi, points, d[c])


def nearest_places(xi, points):
    """Return the place of the sample nearest to each point."""
    return spatial.cKDTree(points).query(xi)[1]


@adjoint(nearest_places)
def nearest_adjoint(place, xi, points):
    d[xi] = 0.0


@tangent(nearest_places)
def nearest_tangent(place, xi, points):
    d[place] = 0.0


def nearest_value(xi, points, values):
    """Return the value of the sample nearest to each point."""
    return interpolate.NearestNDInterpolator(points, values)(xi)


@formula(nearest_value)
def nearest_formula(xi, points, values):
    places = np.reshape(nearest_places(xi, points), np.shape(xi)[:-1])
    return values[places]


def scattered_at(xi, points, values, method, fill_value):
    if method == "nearest":
        found = nearest_value(xi, points, values)
    else:
        found = on_simplices(xi, points, values, fill_value)
    return np.reshape(found, np.shape(xi)[:-1] + np.shape(values)[1:])


@definition(interpolate.griddata, takes_lists=True)
def griddata(points, values, xi, method="linear", fill_value=np.nan, rescale=False):
    if rescale or method == "cubic":
        refuse("griddata by method='cubic' or with rescale", "Use linear or nearest.")
    points = np.stack(points, -1) if isinstance(points, tuple) else np.asarray(points)
    values = np.asarray(values)
    if np.ndim(points) == 1:
        refuse("griddata along one axis", "Use interp1d.")
    xi = coordinates(xi, np.shape(points)[1])
    return scattered_at(xi, points, values, method, fill_value)


class OfPoints:
    """What both classes have: a call takes points, or an array for each coordinate."""

    __slots__ = ()

    def at(self, xi, method, fill_value):
        if self.scale is not None:
            refuse("interpolation with rescale", "Scale the points yourself.")
        xi = coordinates(xi if len(xi) > 1 else xi[0], np.shape(self.points)[1])
        # SciPy has the values in columns
        shape = np.shape(self.points)[0], *self.values_shape
        values = np.reshape(self.values, shape)
        return scattered_at(xi, self.points, values, method, fill_value)


@definition(interpolate.LinearNDInterpolator)
class LinearNDInterpolator(OfPoints):
    """Interpolation on the simplices of a triangulation."""

    __slots__ = ("points", "values", "values_shape", "scale", "fill_value")

    def __init__(self, points, values, fill_value=np.nan):
        self.points, self.values = np.asarray(points), np.asarray(values)
        self.values_shape = np.shape(values)[1:]
        self.scale = None
        self.fill_value = fill_value

    def __call__(self, *args):
        return self.at(args, "linear", self.fill_value)


@definition(interpolate.NearestNDInterpolator)
class NearestNDInterpolator(OfPoints):
    """The value of the nearest sample."""

    __slots__ = ("points", "values", "values_shape", "scale")

    def __init__(self, x, y):
        self.points, self.values = np.asarray(x), np.asarray(y)
        self.values_shape = np.shape(y)[1:]
        self.scale = None

    def __call__(self, *args):
        return self.at(args, "nearest", np.nan)
