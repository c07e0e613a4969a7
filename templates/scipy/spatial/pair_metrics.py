"""Gradients and changes of the distances of all pairs, for each metric by its name."""
import numpy as np

from tangentlite.templates.scipy.spatial.pair_products import (
    cosines_tangent,
    of_cosines,
    sums_of_changes,
)
from tangentlite.templates.scipy.spatial.pair_slopes import (
    changes,
    divisor_of,
    require_known,
    sums_by_coordinate,
    sums_by_weight,
    sums_of_signs,
    weighted,
)

DIVIDED = ('chebyshev', 'braycurtis')


# The gradients by the points and, of all coordinates, by the weights.
# `pairs` are the weights of pairs, and those that are far and near.
def gradients(metric, pairs, y, u, v, p, w, alone):
    weights, far, is_near, near, is_condensed = pairs
    if metric == 'cosine' or metric == 'correlation':
        return of_cosines(metric, weights, u, v, w, alone)
    if metric == 'minkowski':
        if p == 1:
            return gradients('cityblock', pairs, y, u, v, p, w, alone)
        if p == 2:
            return gradients('euclidean', pairs, y, u, v, p, w, alone)
        if p == np.inf:
            return gradients('chebyshev', pairs, y, u, v, p, w, alone)
    require_known(metric)
    if metric in DIVIDED:
        weights = np.divide(weights, divisor_of(metric, y, u, v, w, alone))
    if far is not None:
        of_u, of_v = sums_of_changes(far, is_near, near, is_condensed, u, v)
        if metric == 'sqeuclidean':
            of_u, of_v = 2.0 * of_u, 2.0 * of_v
    elif metric == 'cityblock':
        of_u, of_v = sums_of_signs(weights, u, v, alone)
    else:
        of_u, of_v = sums_by_coordinate(metric, weights, y, u, v, p, alone)
    if w is None:
        return of_u, of_v, None
    of_w = sums_by_weight(metric, weights, y, u, v, p)
    factors = w != 0 if metric == 'chebyshev' else w
    return of_u * factors, of_v * factors, of_w


def moved_by(metric, y, u, v, u_dot, v_dot, p, w, w_dot, alone):
    if metric == 'cosine' or metric == 'correlation':
        return cosines_tangent(metric, y, u, v, u_dot, v_dot, w, w_dot, alone)
    more = w, w_dot, alone
    if metric == 'minkowski':
        if p == 1:
            return moved_by('cityblock', y, u, v, u_dot, v_dot, p, *more)
        if p == 2:
            return moved_by('euclidean', y, u, v, u_dot, v_dot, p, *more)
        if p == np.inf:
            return moved_by('chebyshev', y, u, v, u_dot, v_dot, p, *more)
    require_known(metric)
    if w is not None:
        factors = w != 0 if metric == 'chebyshev' else w
        u_dot, v_dot = u_dot * factors, v_dot * factors
    total = changes(metric, y, u, v, u_dot, v_dot, w_dot, p, alone)
    if metric in DIVIDED:
        total = np.divide(total, divisor_of(metric, y, u, v, w, alone))
    return weighted(metric, total, y, p)
