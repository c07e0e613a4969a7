"""Symmetric matrices that are given by their diagonals.

Of the two triangles that are alike one is given, row k of it the k-th diagonal from
the main one, which is the first of the lower and the last of the upper triangle.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, definition, tangent
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.conversion import as_array
from tangentlite.templates.linalg import adjoint_of
from tangentlite.templates.scipy.linalg.selected_eigenpairs import (
    is_all,
    keep_selection,
    left_factor,
    values_change,
    vectors_change,
)


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


def banded_pairs(a_band, lower, select, select_range, check_finite):
    """Return eigenvalues and eigenvectors."""
    return linalg.eig_banded(
        a_band, lower, select=select, select_range=select_range,
        check_finite=check_finite,
    )  # fmt: skip


def banded_values(a_band, lower, select, select_range, check_finite):
    """Return eigenvalues."""
    return linalg.eigvals_banded(
        a_band, lower, select=select, select_range=select_range,
        check_finite=check_finite,
    )  # fmt: skip


# All values and vectors, of some with those that are not among them.
def with_others(w, v, band, lower, select):
    return (w, v) if is_all(select) else banded_pairs(band, lower, 'a', None, True)


# What a matrix that is the product of two factors has in its diagonals.
def onto_band(left, v, band, lower):
    whole = left @ adjoint_of(v)
    whole = conjugated(0.5 * (whole + adjoint_of(whole)))
    twice = np.expand_dims(np.where(heights(band, lower) == 0, 1.0, 2.0), 1)
    return twice * band_of(whole, band, lower)


@adjoint(banded_pairs, takes_lists=True)
def pairs(y, a_band, lower, select, select_range, check_finite):
    if np.size(a_band) == 0:
        d[a_band] = np.zeros_like(a_band)
    else:
        w, v = y
        others, everyone = with_others(w, v, a_band, lower, select)
        left = left_factor(w, v, d[y][0], d[y][1], others, everyone)
        d[a_band] = onto_band(left, v, a_band, lower)


@tangent(banded_pairs)
def pairs_tangent(y, a_band, lower, select, select_range, check_finite):
    if np.size(a_band) == 0:
        d[y] = y
    else:
        w, v = y
        change = matrix_of(d[a_band], lower)
        others, everyone = with_others(w, v, a_band, lower, select)
        v_dot = vectors_change(w, v, change, others, everyone)
        d[y] = values_change(v, change), v_dot


@adjoint(banded_values, takes_lists=True)
def values(y, a_band, lower, select, select_range, check_finite):
    if np.size(a_band) == 0:
        d[a_band] = np.zeros_like(a_band)
    else:
        _, v = banded_pairs(a_band, lower, select, select_range, check_finite)
        d[a_band] = onto_band(v * d[y], v, a_band, lower)


@tangent(banded_values)
def values_tangent(y, a_band, lower, select, select_range, check_finite):
    if np.size(a_band) == 0:
        d[y] = y
    else:
        _, v = banded_pairs(a_band, lower, select, select_range, check_finite)
        d[y] = values_change(v, matrix_of(d[a_band], lower))


@definition(linalg.eig_banded, takes_lists=True)
def eig_banded(
    a_band, lower=False, eigvals_only=False, overwrite_a_band=False, select='a',
    select_range=None, max_ev=0, check_finite=True,
):  # fmt: skip
    keep_selection(select, select_range)
    band = as_array(a_band)
    if eigvals_only:
        return banded_values(band, lower, select, select_range, check_finite)
    return banded_pairs(band, lower, select, select_range, check_finite)


@definition(linalg.eigvals_banded, takes_lists=True)
def eigvals_banded(
    a_band, lower=False, overwrite_a_band=False, select='a', select_range=None,
    check_finite=True,
):  # fmt: skip
    keep_selection(select, select_range)
    return banded_values(as_array(a_band), lower, select, select_range, check_finite)
