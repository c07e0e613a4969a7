"""Sums over all pairs of rows by products of matrices.

Sums of weighted differences of points are differences of weighted sums, in which digits
cancel only of points that are near to each other. With rows of length one, products are
what cosine and correlation distances differ from one by.
"""
import numpy as np

NEAR = 1e-4


# The sums of weights[i, j] * (u[i] - v[j]) over j, and their negative over i.
def sums_of_changes(weights, y, u, v, alone):
    centre = np.mean(np.concatenate((u, v)), 0)
    centre = np.where(np.isfinite(centre), centre, 0.0)
    u, v = u - centre, v - centre
    widest = np.maximum(np.max(np.abs(u), initial=0.0), np.max(np.abs(v), initial=0.0))
    is_near = y + alone * widest < NEAR * widest
    far = np.where(is_near, 0.0, weights)
    of_u = np.expand_dims(np.sum(far, 1), 1) * u - far @ v
    of_v = np.expand_dims(np.sum(far, 0), 1) * v - far.T @ u
    if np.any(is_near):
        rows, others = np.nonzero(is_near)
        change = np.expand_dims(weights[rows, others], 1) * (u[rows] - v[others])
        of_u = added_at(of_u, rows, change)
        of_v = added_at(of_v, others, -change)
    return of_u, of_v


def added_at(sums, places, values):
    whole = np.copy(sums)
    np.add.at(whole, places, values)
    return whole


def centered(u, w):
    if w is None:
        return u - np.expand_dims(np.mean(u, 1), 1)
    return u - np.expand_dims(np.divide(u @ w, np.sum(w)), 1)


def centered_back(of_u, w):
    totals = np.expand_dims(np.sum(of_u, 1), 1)
    if w is None:
        return of_u - totals / np.shape(of_u)[1]
    return of_u - totals * np.divide(w, np.sum(w))


# Rows of length one, and their lengths; a row of zeros stays.
def unit_rows(metric, u, w):
    if metric == 'correlation':
        u = centered(u, w)
    squares = u * u if w is None else u * u * w
    lengths = np.expand_dims(np.sqrt(np.sum(squares, 1)), 1)
    lengths = lengths + (lengths == 0)
    return u / lengths, lengths


def of_cosines(metric, seed, y, u, v, w):
    unit_u, u_lengths = unit_rows(metric, u, w)
    unit_v, v_lengths = unit_rows(metric, v, w)
    both = -seed * (1.0 - y)
    u_totals, v_totals = np.sum(both, 1), np.sum(both, 0)
    across_u, across_v = -seed @ unit_v, -seed.T @ unit_u
    of_u = (across_u - np.expand_dims(u_totals, 1) * unit_u) / u_lengths
    of_v = (across_v - np.expand_dims(v_totals, 1) * unit_v) / v_lengths
    of_w = np.sum(unit_u * across_u, 0)
    of_w = of_w - 0.5 * (u_totals @ (unit_u * unit_u) + v_totals @ (unit_v * unit_v))
    if w is not None:
        of_u, of_v = of_u * w, of_v * w
    if metric == 'correlation':
        return centered_back(of_u, w), centered_back(of_v, w), of_w
    return of_u, of_v, of_w


def cosines_tangent(metric, y, u, v, u_dot, v_dot, w, w_dot):
    unit_u, u_lengths = unit_rows(metric, u, w)
    unit_v, v_lengths = unit_rows(metric, v, w)
    if metric == 'correlation':
        u_dot, v_dot = centered(u_dot, w), centered(v_dot, w)
    u_moved, v_moved = u_dot / u_lengths, v_dot / v_lengths
    weight = 1.0 if w is None else w
    longer_u = np.expand_dims(np.sum(unit_u * u_moved * weight, 1), 1)
    longer_v = np.sum(unit_v * v_moved * weight, 1)
    across = (u_moved * weight) @ unit_v.T + (unit_u * weight) @ v_moved.T
    if w_dot is not None:
        across = across + (unit_u * w_dot) @ unit_v.T
        longer_u = longer_u + 0.5 * np.expand_dims((unit_u * unit_u) @ w_dot, 1)
        longer_v = longer_v + 0.5 * ((unit_v * unit_v) @ w_dot)
    return (1.0 - y) * (longer_u + longer_v) - across
