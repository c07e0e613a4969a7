"""Coefficients of splines through samples, or close to them: linear in the samples.

The matrix has the values of the B-splines at the samples; those derivatives that are
given at the ends are rows in front of it and behind.
"""

import numpy as np
from scipy import interpolate, sparse
from scipy.sparse import linalg as sparse_linalg

from tangentlite.rules.registry import adjoint, d, linear, tangent
from tangentlite.templates.scipy.interpolate.bases import basis


# The orders of the derivatives that are given at the ends.
def orders_at_ends(bc_type):
    by_name = {"not-a-knot": (), "clamped": (1,), "natural": (2,), None: ()}
    if bc_type is None or isinstance(bc_type, str):
        bc_type = (bc_type, bc_type)
    return [
        by_name[end]
        if end is None or isinstance(end, str)
        else tuple(order for order, _ in end)
        for end in bc_type
    ]


def spline_knots(x, k, bc_type=None, t=None, bbox=None):
    """Return the knots of a spline through samples.

    Unless derivatives are given at the ends, some samples, or the middles between them,
    are no knots. The ends of the domain are those of the samples, or of `bbox`.
    """
    if t is not None:
        return np.asarray(t)
    if bc_type == "periodic" and k > 1:
        samples = np.zeros(len(x))
        return interpolate.make_interp_spline(x, samples, k, bc_type=bc_type).t
    first, last = x[0], x[-1]
    if bbox is not None:
        first = first if bbox[0] is None else bbox[0]
        last = last if bbox[1] is None else bbox[1]
    if k == 0:
        return np.concatenate((x, x[-1:]))
    if any(orders_at_ends(bc_type)):
        inner, count = x[1:-1], k + 1
    else:
        middles = x if k % 2 else (x[1:] + x[:-1]) / 2
        inner = middles[(k + 1) // 2 : len(middles) - (k + 1) // 2]
        count = k + 1
    return np.concatenate(([first] * count, inner, [last] * count))


@adjoint(spline_knots, takes_lists=True)
def spline_knots_adjoint(made, x, k, bc_type=None, t=None, bbox=None):
    pass


@tangent(spline_knots)
def spline_knots_tangent(made, x, k, bc_type=None, t=None, bbox=None):
    pass


def matrix_of(x, t, k, orders=((), ())):
    starts, values = [], []
    for points, nu in (
        *((x[:1], nu) for nu in orders[0]),
        (x, 0),
        *((x[-1:], nu) for nu in orders[1]),
    ):
        first, weights = basis(points, t, k, nu)
        starts.append(first)
        values.append(weights)
    starts, values = np.concatenate(starts), np.concatenate(values)
    rows = np.repeat(np.arange(len(starts)), k + 1)
    places = (starts[:, None] + np.arange(k + 1)).ravel()
    shape = len(starts), len(t) - k - 1
    return sparse.csc_matrix((values.ravel(), (rows, places)), shape)


# A singular matrix gives nan, as no sample determines some coefficient.
def solved(matrix, rows, trans="N"):
    flat = np.reshape(rows, (len(rows), -1))
    try:
        factor = sparse_linalg.splu(matrix)
    except RuntimeError:
        return np.full(np.shape(rows), np.nan)
    if np.iscomplexobj(flat):
        parts = factor.solve(flat.real, trans) + 1j * factor.solve(flat.imag, trans)
    else:
        parts = factor.solve(np.asarray(flat, float), trans)
    return np.reshape(parts, np.shape(rows))


# Cut off behind, or filled up with zeros.
def with_rows(values, count):
    result = np.zeros((count, *np.shape(values)[1:]), np.result_type(values, 0.0))
    result[: len(values)] = values[:count]
    return result


# The coefficients of the splines that are 1 at one sample, the last being the first.
def of_periods(x, k):
    samples = np.eye(len(x) - 1)
    return interpolate.make_interp_spline(
        x, np.concatenate((samples, samples[:1])), k, bc_type="periodic"
    ).c


def coefficients_of(y, x, k, bc_type=None, t=None, bbox=None, padded=False):
    """Return the coefficients of the spline through samples, and zeros behind.

    The derivatives that `bc_type` gives at its ends are taken to be zero.
    """
    knots = spline_knots(x, k, bc_type, t, bbox)
    if k < 2 and t is None:
        result = y
    elif bc_type == "periodic":
        result = np.tensordot(of_periods(x, k), y[:-1], 1)
    else:
        orders = orders_at_ends(bc_type)
        before, after = (np.zeros((len(each), *np.shape(y)[1:])) for each in orders)
        rows = np.concatenate((before, y, after))
        result = solved(matrix_of(x, knots, k, orders), rows)
    return with_rows(result, len(knots) if padded else len(result))


def onto_fitted(seed, x, k, bc_type=None, t=None, bbox=None):
    """Return the adjoint of `coefficients_of`: what falls on each sample."""
    knots = spline_knots(x, k, bc_type, t, bbox)
    seed = with_rows(seed, len(knots) - k - 1)
    if k < 2 and t is None:
        return seed
    if bc_type == "periodic":
        inner = np.tensordot(of_periods(x, k).T, seed, 1)
        return np.concatenate((inner, 0.0 * inner[:1]))
    orders = orders_at_ends(bc_type)
    rows = solved(matrix_of(x, knots, k, orders), seed, "T")
    return rows[len(orders[0]) : len(orders[0]) + len(x)]


@linear(coefficients_of, in_="y", equal_rows=("x", "y"), takes_lists=True)
def coefficients_rule(c, y, x, k, bc_type=None, t=None, bbox=None, padded=False):
    d[y] = onto_fitted(d[c], x, k, bc_type, t, bbox)


@linear(onto_fitted, in_="seed", takes_lists=True)
def onto_fitted_rule(y, seed, x, k, bc_type=None, t=None, bbox=None):
    d[seed] = coefficients_of(d[y], x, k, bc_type, t, bbox, len(seed) > len(x) + k)


def close_coefficients(y, x, t, k, w=None, padded=False):
    """Return the coefficients of the spline of least squares, and zeros behind."""
    matrix = matrix_of(x, t, k)
    scale = np.ones(len(x)) if w is None else np.asarray(w) ** 2
    scaled = np.expand_dims(scale, tuple(range(1, np.ndim(y)))) * y
    rows = matrix.T @ np.reshape(scaled, (len(x), -1))
    found = solved((matrix.T @ sparse.diags(scale) @ matrix).tocsc(), rows)
    found = np.reshape(found, (len(found), *np.shape(y)[1:]))
    return with_rows(found, len(t) if padded else len(found))


def onto_close(seed, x, t, k, w=None):
    """Return the adjoint of `close_coefficients`."""
    matrix = matrix_of(x, t, k)
    scale = np.ones(len(x)) if w is None else np.asarray(w) ** 2
    rows = np.reshape(with_rows(seed, len(t) - k - 1), (len(t) - k - 1, -1))
    rows = solved((matrix.T @ sparse.diags(scale) @ matrix).tocsc(), rows)
    return np.reshape(scale[:, None] * (matrix @ rows), (len(x), *np.shape(seed)[1:]))


@linear(close_coefficients, in_="y", equal_rows=("x", "y", "w"))
def close_rule(c, y, x, t, k, w=None, padded=False):
    d[y] = onto_close(d[c], x, t, k, w)


@linear(onto_close, in_="seed", equal_rows=("x", "w"))
def onto_close_rule(y, seed, x, t, k, w=None):
    d[seed] = close_coefficients(d[y], x, t, k, w, len(seed) == len(t))


# SciPy writes the B-splines at the samples into a band, and does not look whether they
# lie in it: they do where knots surround the samples of their rows.
def require_band(x, t, k, first):
    count = len(t) - k - 1
    if count <= k:
        raise ValueError("Too few knots.")
    rows = first + np.arange(len(x))
    place = np.clip(np.searchsorted(t, x, "right") - 1, k, count - 1)
    if np.any(place < rows) or np.any(place > rows + k):
        raise ValueError("The knots do not surround the samples.")


def spline_through(x, y, k, bc_type, t, check_finite):
    """Return the coefficients of a spline through samples along axis 0."""
    if k > 1 and len(x) == 1:  # SciPy would write where it must not
        raise ValueError("A spline is through two samples or more.")
    if t is not None:
        require_band(np.asarray(x), np.asarray(t), k, len(orders_at_ends(bc_type)[0]))
    return interpolate.make_interp_spline(
        x, y, k, t, bc_type, check_finite=check_finite
    ).c


@adjoint(spline_through, equal_rows=("x", "y"), takes_lists=True)
def spline_through_adjoint(c, x, y, k, bc_type, t, check_finite):
    d[y] = onto_fitted(d[c], x, k, bc_type, t)


@tangent(spline_through)
def spline_through_tangent(c, x, y, k, bc_type, t, check_finite):
    d[c] = coefficients_of(d[y], x, k, bc_type, t)


# SciPy does not look whether the samples determine all coefficients, and may write
# where it must not if they do not (the condition of Schoenberg and Whitney).
def require_samples(x, t, k):
    count = len(t) - k - 1
    enough = len(x) > 0 and t[k] <= x[0] < t[k + 1] and t[count - 1] < x[-1] <= t[count]
    place = 0
    for j in range(1, count - 1):
        place = max(place + 1, np.searchsorted(x, t[j], "right"))
        enough = enough and place < len(x) - 1 and x[place] < t[j + k + 1]
    if not enough:
        raise ValueError("Too few samples between the knots.")


def spline_close_to(x, y, t, k, w, check_finite):
    """Return the coefficients of the spline of least squares along axis 0."""
    require_samples(np.asarray(x), t, k)
    return interpolate.make_lsq_spline(x, y, t, k, w, check_finite=check_finite).c


@adjoint(spline_close_to, equal_rows=("x", "y", "w"))
def spline_close_adjoint(c, x, y, t, k, w, check_finite):
    d[y] = onto_close(d[c], x, t, k, w)


@tangent(spline_close_to)
def spline_close_tangent(c, x, y, t, k, w, check_finite):
    d[c] = close_coefficients(d[y], x, t, k, w)
