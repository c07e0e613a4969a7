"""Distances of all pairs of rows: cdist and pdist.

The derivatives go from one coordinate to the next: no array holds all coordinates of
all pairs, and nothing cancels but what differences of points do.
"""
import numpy as np
from scipy.spatial import distance

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.templates.scipy.spatial.pair_products import near_pairs
from tangentlite.templates.scipy.spatial.pair_scales import all_changes, all_gradients
from tangentlite.templates.scipy.spatial.pair_slopes import weighted

EUCLIDEAN = ('euclidean', 'sqeuclidean', 'seuclidean', 'mahalanobis')


@adjoint(distance.cdist)
def cdist(y, XA, XB, metric='euclidean', *, p=2.0, w=None, V=None, VI=None):
    u, v = XA.astype(float), XB.astype(float)
    points = np.concatenate((u, v))
    weights = weighted(metric, d[y], y, p)
    pairs = weights, None, None, None, False
    if metric in EUCLIDEAN:
        is_near = near_pairs(y, u, v)
        pairs = weights, np.where(is_near, 0.0, weights), is_near, weights, False
    of_u, of_v, of_points, of_more = all_gradients(
        metric, pairs, y, u, v, points, p, w, V, VI, 0.0
    )
    if of_points is None:
        d[XA] = of_u
        d[XB] = of_v
    else:
        d[XA] = of_u + of_points[: np.shape(u)[0]]
        d[XB] = of_v + of_points[np.shape(u)[0] :]
    if w is not None:
        d[w] = of_more
    if V is not None:
        d[V] = of_more
    if VI is not None:
        d[VI] = of_more


@tangent(distance.cdist)
def cdist_tangent(y, XA, XB, metric='euclidean', *, p=2.0, w=None, V=None, VI=None):
    u, v = XA.astype(float), XB.astype(float)
    u_dot, v_dot = moved(d[XA], u), moved(d[XB], v)
    w_dot = None if w is None else moved(d[w], w)
    V_dot = None if V is None else moved(d[V], V)
    VI_dot = None if VI is None else moved(d[VI], VI)
    more = w_dot, V_dot, VI_dot
    d[y] = all_changes(metric, y, u, v, u_dot, v_dot, p, (w, V, VI), more, 0.0)


# Of a matrix that holds each distance twice, and those of points from themselves.
@adjoint(distance.pdist)
def pdist(y, X, metric='euclidean', *, p=2.0, w=None, V=None, VI=None):
    u = X.astype(float)
    whole, alone = square(y, u), np.eye(np.shape(u)[0])
    weights = weighted(metric, d[y], y, p)
    pairs = square(weights, u), None, None, None, True
    if metric in EUCLIDEAN:
        is_near = near_pairs(y, u, u)
        far = square(np.where(is_near, 0.0, weights), u)
        pairs = square(weights, u), far, is_near, weights, True
    of_u, _, of_points, of_more = all_gradients(
        metric, pairs, whole, u, u, u, p, w, V, VI, alone
    )
    d[X] = of_u if of_points is None else of_u + 0.5 * of_points
    if w is not None:
        d[w] = 0.5 * of_more
    if V is not None:
        d[V] = 0.5 * of_more
    if VI is not None:
        d[VI] = 0.5 * of_more


@tangent(distance.pdist)
def pdist_tangent(y, X, metric='euclidean', *, p=2.0, w=None, V=None, VI=None):
    u = X.astype(float)
    u_dot = moved(d[X], u)
    w_dot = None if w is None else moved(d[w], w)
    V_dot = None if V is None else moved(d[V], V)
    VI_dot = None if VI is None else moved(d[VI], VI)
    more = w_dot, V_dot, VI_dot
    whole, alone = square(y, u), np.eye(np.shape(u)[0])
    found = all_changes(metric, whole, u, u, u_dot, u_dot, p, (w, V, VI), more, alone)
    d[y] = distance.squareform(found, checks=False)


# One point, and none, have no distances, of which SciPy would make another number.
def square(y, u):
    if np.shape(u)[0] < 2:
        return np.zeros((np.shape(u)[0], np.shape(u)[0]))
    return distance.squareform(y, checks=False)


def moved(change, x):
    return change if np.ndim(change) == np.ndim(x) else np.zeros_like(x)
