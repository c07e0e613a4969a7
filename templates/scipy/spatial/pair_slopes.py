"""Derivatives of distances by one coordinate of two points, for all pairs.

A distance y has the derivative `weighted(1) * slope / divisor` by the coordinate a of
the first point and b of the second, times the weight of the coordinate. It is 0 where a
root has none, at points that coincide.
"""
import numpy as np

from tangentlite.templates.subscripts import refuse

# Those by both points differ in sign.
OF_CHANGES = ('euclidean', 'sqeuclidean', 'cityblock', 'chebyshev', 'minkowski')
OF_SIZES = ('canberra', 'braycurtis')


def require_known(metric):
    if metric not in OF_CHANGES and metric not in OF_SIZES:
        refuse('this metric', 'Use one of numbers by its name, as euclidean.')


# Each coordinate of all points stands together in memory.
def by_coordinates(x):
    return np.ascontiguousarray(x.T)


def of_pairs(u, v, k):
    return np.expand_dims(u[k], 1), v[k]


# What belongs to a pair as a whole: how many coordinates are the largest, or the sum by
# which is divided. `alone` is 1 where a point is compared with itself, elsewhere 0.0.
def divisor_of(metric, y, u, v, w, alone):
    u, v = by_coordinates(u), by_coordinates(v)
    if metric == 'chebyshev':
        count = alone + 0.0 * y
        for k in range(np.shape(u)[0]):
            a, b = of_pairs(u, v, k)
            is_largest = 1.0 * (np.abs(a - b) == y)
            count = count + (is_largest if w is None else is_largest * (w[k] != 0))
        return count + (count == 0)
    if metric == 'braycurtis':
        total = alone + 0.0 * y
        for k in range(np.shape(u)[0]):
            a, b = of_pairs(u, v, k)
            size = np.abs(a + b)
            total = total + (size if w is None else size * w[k])
        return total
    return 1.0


# The factor of a pair that needs its distance alone.
def weighted(metric, seed, y, p):
    if metric == 'minkowski':
        if p == 2:
            return seed / (y + (y == 0))
        if p == 1 or p == np.inf:
            return seed
        return seed * (y + (y == 0)) ** (1.0 - p)
    if metric == 'euclidean' or metric == 'seuclidean' or metric == 'mahalanobis':
        return seed / (y + (y == 0))
    if metric == 'cityblock':
        return np.where(np.isnan(y), y, seed)
    return seed


def slope(metric, a, b, y, p, alone):
    change = a - b
    if metric == 'euclidean':
        return change
    if metric == 'sqeuclidean':
        return 2.0 * change
    if metric == 'chebyshev':
        return np.where(np.abs(change) == y, np.sign(change), 0.0)
    if metric == 'minkowski':
        if p == 2:
            return change
        return np.sign(change) * (np.abs(change) + alone) ** (p - 1.0)
    # np.sign takes several times as long.
    return 1.0 * (a > b) - (a < b)


# By the first point and by the second.
def slopes(metric, a, b, y):
    change = a - b
    if metric == 'braycurtis':
        of_sum = y * np.sign(a + b)
        return np.sign(change) - of_sum, -np.sign(change) - of_sum
    size = np.abs(a) + np.abs(b)
    size = size + (size == 0)
    share = np.abs(change) / (size * size)
    outward = np.sign(change) / size
    return outward - share * np.sign(a), -outward - share * np.sign(b)


# By the weight of the coordinate.
def measure(metric, a, b, y, p):
    change = np.abs(a - b)
    if metric == 'euclidean':
        return 0.5 * change * change
    if metric == 'sqeuclidean':
        return change * change
    if metric == 'cityblock':
        return change
    if metric == 'chebyshev':
        return 0.0 * change
    if metric == 'minkowski':
        return np.divide(change**p, p)
    if metric == 'braycurtis':
        return change - y * np.abs(a + b)
    size = np.abs(a) + np.abs(b)
    return change / (size + (size == 0))


# Sums of products, of which no array is made.
def over_others(weights, factors):
    return np.einsum('ij,ij->i', weights, factors)


def over_rows(weights, factors):
    return np.einsum('ij,ij->j', weights, factors)


def sums_by_coordinate(metric, weights, y, u, v, p, alone):
    u, v = by_coordinates(u), by_coordinates(v)
    of_u, of_v = np.zeros(np.shape(u)), np.zeros(np.shape(v))
    for k in range(np.shape(u)[0]):
        a, b = of_pairs(u, v, k)
        if metric in OF_CHANGES:
            of_change = slope(metric, a, b, y, p, alone)
            of_u[k] = over_others(weights, of_change)
            of_v[k] = -over_rows(weights, of_change)
        else:
            by_u, by_v = slopes(metric, a, b, y)
            of_u[k] = over_others(weights, by_u)
            of_v[k] = over_rows(weights, by_v)
    return of_u.T, of_v.T


# Twice what is larger less all; where coordinates are equal they count once.
def sums_of_signs(weights, u, v, alone):
    u, v = by_coordinates(u), by_coordinates(v)
    of_u, of_v = np.zeros(np.shape(u)), np.zeros(np.shape(v))
    of_rows, of_columns = np.sum(weights, 1), np.sum(weights, 0)
    ordered = np.sort(np.concatenate((u, v), 1) if np.ndim(alone) == 0 else u, 1)
    are_equal = np.any(ordered[:, 1:] == ordered[:, :-1])
    for k in range(np.shape(u)[0]):
        a, b = of_pairs(u, v, k)
        of_u[k] = 2.0 * over_others(weights, a > b) - of_rows
        of_v[k] = of_columns - 2.0 * over_rows(weights, a > b)
        if are_equal:
            of_u[k] += over_others(weights, a == b)
            of_v[k] -= over_rows(weights, a == b)
    return of_u.T, of_v.T


def sums_by_weight(metric, weights, y, u, v, p):
    u, v = by_coordinates(u), by_coordinates(v)
    sums = np.zeros(np.shape(u)[0])
    for k in range(np.shape(u)[0]):
        a, b = of_pairs(u, v, k)
        sums[k] = np.sum(weights * measure(metric, a, b, y, p))
    return sums


# What the distances change by, before `weighted`.
def changes(metric, y, u, v, u_dot, v_dot, w_dot, p, alone):
    u, v = by_coordinates(u), by_coordinates(v)
    u_dot, v_dot = by_coordinates(u_dot), by_coordinates(v_dot)
    total = 0.0 * y
    for k in range(np.shape(u)[0]):
        a, b = of_pairs(u, v, k)
        a_dot, b_dot = of_pairs(u_dot, v_dot, k)
        if metric in OF_CHANGES:
            total = total + slope(metric, a, b, y, p, alone) * (a_dot - b_dot)
        else:
            by_u, by_v = slopes(metric, a, b, y)
            total = total + by_u * a_dot + by_v * b_dot
        if w_dot is not None:
            total = total + measure(metric, a, b, y, p) * w_dot[k]
    return total
