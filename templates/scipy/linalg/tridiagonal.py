"""Eigenvalues and vectors of symmetric tridiagonal matrices.

The functions have a parameter `d`, as templates have the derivative: the rules are
those of functions beside them, which take the diagonal beside the main one with a last
entry that does not matter.
"""

import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, definition, tangent
from tangentlite.templates.conversion import as_array
from tangentlite.templates.scipy.linalg.selected_eigenpairs import (
    is_all,
    keep_selection,
    left_factor,
    values_change,
    vectors_change,
)


def tridiagonal_pairs(
    diagonal, beside, select, select_range, check_finite, tol, lapack_driver
):
    """Return eigenvalues and eigenvectors."""
    return linalg.eigh_tridiagonal(
        diagonal, beside[:-1], False, select, select_range, check_finite, tol,
        lapack_driver,
    )  # fmt: skip


def tridiagonal_values(
    diagonal, beside, select, select_range, check_finite, tol, lapack_driver
):
    """Return eigenvalues."""
    return linalg.eigvalsh_tridiagonal(
        diagonal, beside[:-1], select, select_range, check_finite, tol, lapack_driver
    )


# The driver that is left to SciPy may be one for values alone.
def driver_of(lapack_driver):
    return 'auto' if lapack_driver == 'sterf' else lapack_driver


def all_pairs(diagonal, beside):
    return tridiagonal_pairs(diagonal, beside, 'a', None, True, 0.0, 'auto')


def with_others(w, v, diagonal, beside, select):
    return (w, v) if is_all(select) else all_pairs(diagonal, beside)


# What falls on the diagonals of a product.
def onto_diagonal(left, v):
    return np.sum(left * v, 1)


def onto_beside(left, v):
    return np.pad(np.sum(left[1:] * v[:-1] + left[:-1] * v[1:], 1), (0, 1))


# The diagonals that are moved as a matrix.
def moved(of_diagonal, of_beside, diagonal):
    change = np.zeros((np.size(diagonal), np.size(diagonal)))
    if np.ndim(of_diagonal) > 0:
        change = change + np.diag(of_diagonal)
    if np.ndim(of_beside) > 0:
        change = change + np.diag(of_beside[:-1], 1)
        change = change + np.diag(of_beside[:-1], -1)
    return change


@adjoint(tridiagonal_pairs, takes_lists=True, equal_rows=('diagonal', 'beside'))
def pairs(y, diagonal, beside, select, select_range, check_finite, tol, lapack_driver):
    w, v = y
    others, everyone = with_others(w, v, diagonal, beside, select)
    left = left_factor(w, v, d[y][0], d[y][1], others, everyone)
    d[diagonal] = onto_diagonal(left, v)
    d[beside] = onto_beside(left, v)


@tangent(tridiagonal_pairs)
def pairs_tangent(
    y, diagonal, beside, select, select_range, check_finite, tol, lapack_driver
):
    w, v = y
    change = moved(d[diagonal], d[beside], diagonal)
    others, everyone = with_others(w, v, diagonal, beside, select)
    v_dot = vectors_change(w, v, change, others, everyone)
    d[y] = values_change(v, change), v_dot


@adjoint(tridiagonal_values, takes_lists=True, equal_rows=('diagonal', 'beside'))
def values(y, diagonal, beside, select, select_range, check_finite, tol, lapack_driver):
    driver = driver_of(lapack_driver)
    _, v = tridiagonal_pairs(
        diagonal, beside, select, select_range, check_finite, tol, driver
    )
    left = v * d[y]
    d[diagonal] = onto_diagonal(left, v)
    d[beside] = onto_beside(left, v)


@tangent(tridiagonal_values)
def values_tangent(
    y, diagonal, beside, select, select_range, check_finite, tol, lapack_driver
):
    driver = driver_of(lapack_driver)
    _, v = tridiagonal_pairs(
        diagonal, beside, select, select_range, check_finite, tol, driver
    )
    d[y] = values_change(v, moved(d[diagonal], d[beside], diagonal))


@definition(linalg.eigh_tridiagonal, takes_lists=True)
def eigh_tridiagonal(
    d, e, eigvals_only=False, select='a', select_range=None, check_finite=True,
    tol=0.0, lapack_driver='auto',
):  # fmt: skip
    keep_selection(select, select_range)
    d, e = as_array(d), np.pad(e, (0, 1))
    if eigvals_only:
        return tridiagonal_values(
            d, e, select, select_range, check_finite, tol, lapack_driver
        )
    return tridiagonal_pairs(
        d, e, select, select_range, check_finite, tol, lapack_driver
    )


@definition(linalg.eigvalsh_tridiagonal, takes_lists=True)
def eigvalsh_tridiagonal(
    d, e, select='a', select_range=None, check_finite=True, tol=0.0,
    lapack_driver='auto',
):  # fmt: skip
    keep_selection(select, select_range)
    return tridiagonal_values(
        as_array(d), np.pad(e, (0, 1)), select, select_range, check_finite, tol,
        lapack_driver,
    )  # fmt: skip
