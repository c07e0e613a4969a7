"""Sums over all pairs of rows by products of matrices.

Sums of weighted differences of points are differences of weighted sums, in which digits
cancel only of points that are near to each other. With rows of length one, products are
what cosine and correlation distances differ from one by.
"""
import numpy as np

NEAR = 1e-4


# Which points are so near that their difference is taken as it is.
def near_pairs(y, u, v):
    u, v = about_centre(u, v)
    widest = np.maximum(np.max(np.abs(u), initial=0.0), np.max(np.abs(v), initial=0.0))
    return y < NEAR * widest


def about_centre(u, v):
    centre = np.mean(u, 0) if u is v else np.mean(np.concatenate((u, v)), 0)
    centre = np.where(np.isfinite(centre), centre, 0.0)
    return u - centre, v - centre


# The sums of weights[i, j] * (u[i] - v[j]) over j, and their negative over i. The far
# weights are 0 of pairs that are near, of which those of `near` are added; these are
# pairs of one and another row, or, as in a condensed form, of two rows of one matrix.
def sums_of_changes(far, is_near, near, is_condensed, u, v):
    u, v = about_centre(u, v)
    of_u = np.expand_dims(np.sum(far, 1), 1) * u - far @ v
    of_v = np.expand_dims(np.sum(far, 0), 1) * v - far.T @ u
    if np.any(is_near):
        if is_condensed:
            rows, others = np.triu_indices(np.shape(u)[0], 1)
            rows, others = rows[is_near], others[is_near]
        else:
            rows, others = np.nonzero(is_near)
        change = np.expand_dims(near[is_near], 1) * (u[rows] - v[others])
        of_u = added_at(of_u, rows, change)
        of_v = added_at(of_v, others, -change)
        if is_condensed:
            of_u = added_at(of_u, others, -change)
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
    if w is None:
        return of_u - np.expand_dims(np.mean(of_u, 1), 1)
    return of_u - np.expand_dims(np.sum(of_u, 1), 1) * np.divide(w, np.sum(w))


# Rows of length one, and their lengths. A row of zeros has no distances, unless it is
# alone.
def unit_rows(metric, u, w, alone):
    if metric == 'correlation':
        u = centered(u, w)
    squares = u * u if w is None else u * u * w
    lengths = np.expand_dims(np.sqrt(np.sum(squares, 1)), 1)
    if np.ndim(alone) > 0:
        lengths = lengths + (lengths == 0) * (np.shape(u)[0] == 1)
    return np.divide(u, lengths), lengths


def of_cosines(metric, seed, u, v, w, alone):
    unit_u, u_lengths = unit_rows(metric, u, w, alone)
    unit_v, v_lengths = unit_rows(metric, v, w, alone)
    across_u, across_v = -(seed @ unit_v), -(seed.T @ unit_u)
    weight = 1.0 if w is None else w
    u_totals = np.sum(unit_u * across_u * weight, 1)
    v_totals = np.sum(unit_v * across_v * weight, 1)
    of_u = (across_u - np.expand_dims(u_totals, 1) * unit_u) / u_lengths
    of_v = (across_v - np.expand_dims(v_totals, 1) * unit_v) / v_lengths
    of_w = np.sum(unit_u * across_u, 0)
    of_w = of_w - 0.5 * (u_totals @ (unit_u * unit_u) + v_totals @ (unit_v * unit_v))
    if w is not None:
        of_u, of_v = of_u * w, of_v * w
    if metric == 'correlation':
        return centered_back(of_u, w), centered_back(of_v, w), of_w
    return of_u, of_v, of_w


def cosines_tangent(metric, y, u, v, u_dot, v_dot, w, w_dot, alone):
    unit_u, u_lengths = unit_rows(metric, u, w, alone)
    unit_v, v_lengths = unit_rows(metric, v, w, alone)
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
