"""Symmetric matrices that are given by their diagonals.

Of the two triangles that are alike one is given, row k of it the k-th diagonal from
the main one, which is the first of the lower and the last of the upper triangle.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.decompositions import (
    as_diagonals,
    diagonal_of,
    gaps,
    quotient,
    unread,
)
from tangentlite.templates.linalg import adjoint_of
from tangentlite.templates.scipy.linalg.solving import keep
from tangentlite.templates.subscripts import refuse


# How far above the main diagonal the rows are.
def heights(band, lower):
    count = np.shape(band)[0]
    return -np.arange(count) if lower else count - 1 - np.arange(count)


# The triangle as a matrix, the other one zero, and back.
def triangle_of(band, lower):
    size = np.shape(band)[1]
    columns = np.arange(size)
    row = np.expand_dims(columns, 1) - columns
    row = row if lower else row + np.shape(band)[0] - 1
    is_inside = (row >= 0) & (row < np.shape(band)[0])
    return np.where(is_inside, band[np.where(is_inside, row, 0), columns], 0.0)


def band_of(a, band, lower, outside=0.0):
    size = np.shape(band)[1]
    columns = np.arange(size)
    row = columns - np.expand_dims(heights(band, lower), 1)
    is_inside = (row >= 0) & (row < size)
    return np.where(is_inside, a[np.where(is_inside, row, 0), columns], outside)


def matrix_of(band, lower):
    part = triangle_of(band, lower)
    return part + adjoint_of(np.tril(part, -1) if lower else np.triu(part, 1))


def keep_all(select):
    if not (select == 'a' or select == 'all' or select == 0):
        refuse('some of the eigenvalues', 'Take all and index them.')


# The adjoint of a matrix from those of its values and vectors.
def through_values(w, v, w_bar, v_bar):
    if np.ndim(v_bar) == 0:
        inner = as_diagonals(w_bar)
    else:
        turn = adjoint_of(v) @ conjugated(v_bar)
        inner = quotient(turn, gaps(w), diagonal_of(w) | unread(v_bar))
        if np.ndim(w_bar) > 0:
            inner = inner + as_diagonals(w_bar)
    whole = v @ inner @ adjoint_of(v)
    return conjugated(0.5 * (whole + adjoint_of(whole)))


def values_change(w, v, change):
    inner = adjoint_of(v) @ change @ v
    w_dot = np.real(np.diagonal(inner))
    return w_dot, v @ quotient(inner, gaps(w), diagonal_of(w) | (inner == 0))


@adjoint(linalg.eig_banded)
def eig_banded(
    y, a_band, lower=False, eigvals_only=False, overwrite_a_band=False, select='a',
    select_range=None, max_ev=0, check_finite=True,
):  # fmt: skip
    keep(overwrite_a_band)
    keep_all(select)
    if np.size(a_band) == 0:
        d[a_band] = np.zeros_like(a_band)
    else:
        if eigvals_only:
            w, v = linalg.eig_banded(a_band, lower)
            whole = through_values(w, v, d[y], 0.0)
        else:
            whole = through_values(y[0], y[1], d[y][0], d[y][1])
        twice = np.expand_dims(np.where(heights(a_band, lower) == 0, 1.0, 2.0), 1)
        d[a_band] = twice * band_of(whole, a_band, lower)


@tangent(linalg.eig_banded)
def eig_banded_tangent(
    y, a_band, lower=False, eigvals_only=False, overwrite_a_band=False, select='a',
    select_range=None, max_ev=0, check_finite=True,
):  # fmt: skip
    keep(overwrite_a_band)
    keep_all(select)
    if np.size(a_band) == 0:
        d[y] = y
    elif eigvals_only:
        change = matrix_of(d[a_band], lower)
        w, v = linalg.eig_banded(a_band, lower)
        d[y] = values_change(w, v, change)[0]
    else:
        d[y] = values_change(y[0], y[1], matrix_of(d[a_band], lower))


@formula(linalg.eigvals_banded)
def eigvals_banded(
    a_band, lower=False, overwrite_a_band=False, select='a', select_range=None,
    check_finite=True,
):  # fmt: skip
    keep(overwrite_a_band)
    keep_all(select)
    return linalg.eig_banded(a_band, lower, True)


@formula(linalg.eigvalsh_tridiagonal)
def eigvalsh_tridiagonal(
    d, e, select='a', select_range=None, check_finite=True, tol=0.0,
    lapack_driver='auto',
):  # fmt: skip
    keep_all(select)
    beside = np.diag(e, -1)
    return linalg.eigvalsh(np.diag(d) + beside + beside.T)
