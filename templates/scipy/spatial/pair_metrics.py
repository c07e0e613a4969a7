"""Gradients and changes of the distances of all pairs, for each metric by its name."""
import numpy as np

from tangentlite.templates.scipy.spatial.pair_products import (
    cosines_tangent,
    of_cosines,
)
from tangentlite.templates.scipy.spatial.pair_slopes import (
    changes,
    divisor_of,
    require_known,
    sums_by_coordinate,
    sums_by_weight,
    weighted,
)


# The gradients by the points and, of all coordinates, by the weights.
def gradients(metric, seed, y, u, v, p, w, alone):
    if metric == 'cosine' or metric == 'correlation':
        return of_cosines(metric, seed, y, u, v, w)
    if metric == 'minkowski':
        if p == 1:
            return gradients('cityblock', seed, y, u, v, p, w, alone)
        if p == 2:
            return gradients('euclidean', seed, y, u, v, p, w, alone)
        if p == np.inf:
            return gradients('chebyshev', seed, y, u, v, p, w, alone)
    require_known(metric)
    weights = weighted(metric, seed, y, divisor_of(metric, y, u, v, w, alone), p)
    of_u, of_v = sums_by_coordinate(metric, weights, y, u, v, p, alone)
    of_w = sums_by_weight(metric, weights, y, u, v, p)
    factors = factors_of(metric, w)
    return of_u * factors, of_v * factors, of_w


def factors_of(metric, w):
    if w is None:
        return 1.0
    return w != 0 if metric == 'chebyshev' else w


def moved_by(metric, y, u, v, u_dot, v_dot, p, w, w_dot, alone):
    if metric == 'cosine' or metric == 'correlation':
        return cosines_tangent(metric, y, u, v, u_dot, v_dot, w, w_dot)
    more = w, w_dot, alone
    if metric == 'minkowski':
        if p == 1:
            return moved_by('cityblock', y, u, v, u_dot, v_dot, p, *more)
        if p == 2:
            return moved_by('euclidean', y, u, v, u_dot, v_dot, p, *more)
        if p == np.inf:
            return moved_by('chebyshev', y, u, v, u_dot, v_dot, p, *more)
    require_known(metric)
    divisor = divisor_of(metric, y, u, v, w, alone)
    factors = factors_of(metric, w)
    u_dot, v_dot = u_dot * factors, v_dot * factors
    total = changes(metric, y, u, v, u_dot, v_dot, w_dot, p, alone)
    return weighted(metric, total, y, divisor, p)
