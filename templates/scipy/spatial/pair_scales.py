"""Distances of all pairs that scale by variances, or by an inverse covariance.

They are Euclidean ones, with weights or a quadratic form, which without the user's are
those of the points.
"""
import numpy as np

from tangentlite.templates.scipy.spatial.pair_metrics import gradients, moved_by
from tangentlite.templates.scipy.spatial.pair_products import about_centre


def variances(points):
    return np.var(points, 0, ddof=1)


def of_variances(points, of_scales):
    centre = np.mean(points, 0)
    return (points - centre) * (2.0 * of_scales / (np.shape(points)[0] - 1.0))


def variances_tangent(points, points_dot):
    centre = np.mean(points, 0)
    moments = np.sum((points - centre) * points_dot, 0)
    return 2.0 * moments / (np.shape(points)[0] - 1.0)


def inverse_covariance(points):
    return np.linalg.inv(np.atleast_2d(np.cov(points.T))).T


def of_inverse_covariance(points, inverse, of_inverse):
    of_covariance = -(inverse @ of_inverse.T @ inverse)
    both = (of_covariance + of_covariance.T) / (np.shape(points)[0] - 1.0)
    return (points - np.mean(points, 0)) @ both


def inverse_covariance_tangent(points, inverse, points_dot):
    half = (points - np.mean(points, 0)).T @ points_dot
    moved = (half + half.T) / (np.shape(points)[0] - 1.0)
    return -(inverse @ moved @ inverse)


def symmetric(matrix):
    return 0.5 * (matrix + matrix.T)


# The sums, over all pairs, of products of two coordinates of their difference.
def second_moments(weights, u, v):
    size = np.shape(u)[1]
    moments = np.zeros((size, size))
    u, v = about_centre(u, v)
    for k in range(size):
        share = weights * (np.expand_dims(u[:, k], 1) - v[:, k])
        moments[k] = np.sum(share, 1) @ u - np.sum(share, 0) @ v
    return moments


# By the first points, the second, all of them, and by what else is given.
def all_gradients(metric, pairs, y, u, v, points, p, w, V, VI, alone):
    if metric == 'seuclidean':
        scales = variances(points) if V is None else V
        weights = np.divide(1.0, scales)
        found = gradients('euclidean', pairs, y, u, v, p, weights, alone)
        of_scales = -found[2] * weights * weights
        if V is None:
            return found[0], found[1], of_variances(points, of_scales), None
        return found[0], found[1], None, of_scales
    if metric == 'mahalanobis':
        inverse = inverse_covariance(points) if VI is None else np.atleast_2d(VI)
        of_u, of_v, _ = gradients('euclidean', pairs, y, u, v, p, None, alone)
        of_u, of_v = of_u @ symmetric(inverse), of_v @ symmetric(inverse)
        of_inverse = 0.5 * second_moments(pairs[0], u, v)
        if VI is None:
            more = of_inverse_covariance(points, inverse, of_inverse)
            return of_u, of_v, more, None
        return of_u, of_v, None, np.reshape(of_inverse, np.shape(VI))
    of_u, of_v, of_w = gradients(metric, pairs, y, u, v, p, w, alone)
    return of_u, of_v, None, of_w


def all_changes(metric, y, u, v, u_dot, v_dot, p, given, given_dot, alone):
    w, V, VI = given
    w_dot, V_dot, VI_dot = given_dot
    if metric == 'seuclidean':
        if V is None:
            V, V_dot = scales_of(u, v, u_dot, v_dot, alone)
        weights = np.divide(1.0, V)
        weights_dot = -V_dot * weights * weights
        return moved_by(
            'euclidean', y, u, v, u_dot, v_dot, p, weights, weights_dot, alone
        )
    if metric == 'mahalanobis':
        if VI is None:
            VI, VI_dot = inverse_of(u, v, u_dot, v_dot, alone)
        both = symmetric(np.atleast_2d(VI))
        half = 0.5 * symmetric(np.atleast_2d(VI_dot))
        from_centre, others = about_centre(u, v)
        u_dot = u_dot @ both + from_centre @ half
        v_dot = v_dot @ both + others @ half
        return moved_by('euclidean', y, u, v, u_dot, v_dot, p, None, None, alone)
    return moved_by(metric, y, u, v, u_dot, v_dot, p, w, w_dot, alone)


# Where points are compared with each other, they are there once.
def all_points(u, v, alone):
    return np.concatenate((u, v)) if np.ndim(alone) == 0 else u


def scales_of(u, v, u_dot, v_dot, alone):
    points = all_points(u, v, alone)
    return variances(points), variances_tangent(points, all_points(u_dot, v_dot, alone))


def inverse_of(u, v, u_dot, v_dot, alone):
    points = all_points(u, v, alone)
    inverse = inverse_covariance(points)
    points_dot = all_points(u_dot, v_dot, alone)
    return inverse, inverse_covariance_tangent(points, inverse, points_dot)
