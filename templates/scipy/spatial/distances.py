"""Distances of scipy.spatial.distance, of two vectors and of rows of matrices.

A distance that is the root of a sum has no derivative at 0; 0 by convention.
"""
import numpy as np
from scipy import spatial
from scipy.spatial import distance

from tangentlite.rules.registry import adjoint, d, formula, refused, tangent
from tangentlite.templates.conversion import as_array


# Sums along the last axis, of all that the vectors broadcast to.
def total(x, w):
    return np.sum(x if w is None else w * x, -1)


# A power that is a float has a derivative at 1 and at 2 as well.
def root_of(x, p):
    if isinstance(p, int) and p == 2:
        return np.sqrt(x + (x == 0))
    return (x + (x == 0)) ** np.divide(1.0, p)


def minkowski_of(u, v, p, w):
    change = u - v
    if isinstance(p, int) and p == 2:
        return root_of(total(change * change, w), p)
    if isinstance(p, int) and p == 1:
        return total(np.abs(change), w)
    if p == np.inf:
        return np.max(np.abs(change) if w is None else np.abs(change) * (w != 0), -1)
    if p == 2:
        powers = square_to(change, p)
    else:
        powers = np.abs(change) ** p
    return root_of(total(powers, w), p)


# Of a p that is 2 the power of the size of x, with its second derivative at x = 0.
def square_to(x, p):
    size = np.abs(x)
    return x * x * (size + (size == 0)) ** (p - 2.0)


def correlation_of(u, v, w, centered):
    if centered:
        of_ones = np.shape(u)[-1] if w is None else np.sum(w)
        u = u - np.expand_dims(total(u, w) / of_ones, -1)
        v = v - np.expand_dims(total(v, w) / of_ones, -1)
    lengths = total(u * u, w) * total(v * v, w)
    return 1.0 - np.divide(total(u * v, w), np.sqrt(lengths))


def canberra_of(u, v, w):
    sizes = np.abs(u) + np.abs(v)
    shares = np.abs(u - v) / (sizes + (sizes == 0))
    return total(np.where(sizes == 0, 0.0, shares), w)


def braycurtis_of(u, v, w):
    return np.divide(total(np.abs(u - v), w), total(np.abs(u + v), w))


def mahalanobis_of(u, v, VI):
    change = u - v
    return root_of(np.sum((change @ np.atleast_2d(VI)) * change, -1), 2)


@formula(distance.euclidean)
def euclidean(u, v, w=None):
    return minkowski_of(as_array(u), as_array(v), 2, as_array(w))


@formula(distance.sqeuclidean)
def sqeuclidean(u, v, w=None):
    change = as_array(u) - as_array(v)
    return total(change * change, as_array(w))


@formula(distance.cityblock)
def cityblock(u, v, w=None):
    return minkowski_of(as_array(u), as_array(v), 1, as_array(w))


@formula(distance.chebyshev)
def chebyshev(u, v, w=None):
    return minkowski_of(as_array(u), as_array(v), np.inf, as_array(w))


@formula(distance.minkowski)
def minkowski(u, v, p=2, w=None):
    return minkowski_of(as_array(u), as_array(v), p, as_array(w))


@formula(distance.cosine)
def cosine(u, v, w=None):
    return correlation_of(as_array(u), as_array(v), as_array(w), False)


@formula(distance.correlation)
def correlation(u, v, w=None, centered=True):
    return correlation_of(as_array(u), as_array(v), as_array(w), centered)


@formula(distance.canberra)
def canberra(u, v, w=None):
    return canberra_of(as_array(u), as_array(v), as_array(w))


@formula(distance.braycurtis)
def braycurtis(u, v, w=None):
    return braycurtis_of(as_array(u), as_array(v), as_array(w))


@formula(distance.mahalanobis)
def mahalanobis(u, v, VI):
    return mahalanobis_of(as_array(u), as_array(v), VI)


# Of a matrix the part above the diagonal is read.
@adjoint(distance.squareform)
def squareform(y, X, force='no', checks=True):
    if np.ndim(X) == 1:
        places = np.triu_indices(np.shape(y)[0], 1)
        d[X] = d[y][places] + d[y].T[places]
    else:
        places = np.triu_indices(np.shape(X)[0], 1)
        gradient = np.zeros_like(X)
        gradient[places] = d[y]
        d[X] = gradient


@tangent(distance.squareform)
def squareform_tangent(y, X, force='no', checks=True):
    d[y] = distance.squareform(d[X], force, False)


@formula(spatial.distance_matrix)
def distance_matrix(x, y, p=2):
    return minkowski_of(np.expand_dims(x, 1), np.expand_dims(y, 0), p, None)


@formula(spatial.minkowski_distance)
def minkowski_distance(x, y, p=2):
    return minkowski_of(as_array(x), as_array(y), p, None)


refused(
    'Query the tree outside of the function for the indices of neighbours, and compute '
    'their distances with np.linalg.norm.',
    spatial.KDTree, spatial.cKDTree,
)  # fmt: skip
