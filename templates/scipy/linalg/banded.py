"""Systems with matrices that are given by their diagonals.

Entry i, j of the matrix is in row u + i - j of its diagonals, at j.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.scipy.linalg.solving import require_one_matrix


# Row k of the result is row k of a moved to the left by shifts[k], filled with zeros.
def moved(a, shifts):
    count = np.shape(a)[-1]
    places = np.arange(count) + np.expand_dims(shifts, 1)
    is_inside = (places >= 0) & (places < count)
    rows = np.expand_dims(np.arange(np.shape(a)[0]), 1)
    return np.where(is_inside, a[rows, places % count], 0.0)


# The diagonals of the product of two columns, or of the sum of those of many.
def diagonals(left, right, shifts):
    count = np.shape(left)[0]
    places = np.arange(count) + np.expand_dims(shifts, 1)
    is_inside = (places >= 0) & (places < count)
    if np.ndim(left) == 1:
        products = left[places % count] * right
    else:
        products = np.sum(left[places % count] * right, -1)
    return np.where(is_inside, products, 0.0)


# The product of a matrix with columns.
def product(a, shifts, x):
    turned = moved(a, -shifts)
    count = np.shape(x)[0]
    places = (np.arange(count) - np.expand_dims(shifts, 1)) % count
    if np.ndim(x) == 1:
        return np.sum(turned * x[places], 0)
    return np.sum(np.expand_dims(turned, -1) * x[places], 0)


@adjoint(linalg.solve_banded, takes_lists=True)
def solve_banded(
    x, l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True
):
    require_one_matrix(ab, b, 'solve_banded')
    below, above = l_and_u
    shifts = np.arange(-above, below + 1)
    turned = moved(ab, -shifts)[::-1]
    rows = linalg.solve_banded((above, below), turned, d[x])
    d[b] = rows
    d[ab] = -diagonals(rows, x, shifts)
    d[l_and_u] = 0.0


@tangent(linalg.solve_banded)
def solve_banded_tangent(
    x, l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True
):
    require_one_matrix(ab, b, 'solve_banded')
    below, above = l_and_u
    change = d[b]
    if np.ndim(d[ab]) > 0:
        change = change - product(d[ab], np.arange(-above, below + 1), x)
    d[x] = linalg.solve_banded(l_and_u, ab, change)


# Of a Hermitian matrix the diagonals of one triangle are given.
@adjoint(linalg.solveh_banded)
def solveh_banded(
    x, ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True
):
    require_one_matrix(ab, b, 'solveh_banded')
    count = np.shape(ab)[0]
    shifts = np.arange(count) if lower else np.arange(count) - (count - 1)
    rows = conjugated(linalg.solveh_banded(ab, conjugated(d[x]), lower=lower))
    d[b] = rows
    both = diagonals(rows, x, shifts) + conjugated(diagonals(x, rows, shifts))
    d[ab] = -both * np.expand_dims(np.where(shifts == 0, 0.5, 1.0), 1)


@tangent(linalg.solveh_banded)
def solveh_banded_tangent(
    x, ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True
):
    require_one_matrix(ab, b, 'solveh_banded')
    change = d[b]
    if np.ndim(d[ab]) > 0:
        count = np.shape(ab)[0]
        shifts = np.arange(count) if lower else np.arange(count) - (count - 1)
        own = d[ab] * np.expand_dims(np.where(shifts == 0, 0.5, 1.0), 1)
        turned = conjugated(moved(own, -shifts))
        change = change - product(own, shifts, x) - product(turned, -shifts, x)
    d[x] = linalg.solveh_banded(ab, change, lower=lower)
