"""Cholesky factors of symmetric matrices that are given by their diagonals.

The change of a factor is the solution of a triangular system for its entries, those of
a column one after the other: an entry of the matrix is a sum over the columns before.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.scipy.linalg.banded import diagonals, moved, product
from tangentlite.templates.scipy.linalg.banded_symmetric import (
    band_of,
    heights,
    matrix_of,
    triangle_of,
)
from tangentlite.templates.scipy.linalg.factorizations import (
    change_of_factor,
    gradient_of_factored,
)
from tangentlite.templates.scipy.linalg.solving import require_one_matrix


# Row k of the k-th diagonal below the main one, zero outside of the matrix.
def lowered(band, lower):
    if lower:
        return np.where(is_inside(band, lower), band, 0.0)
    return conjugated(moved(band, heights(band, lower)))[::-1]


def raised(below, lower):
    if lower:
        return below
    return moved(conjugated(below)[::-1], -heights(below, lower))


def is_inside(band, lower):
    places = np.arange(np.shape(band)[1]) - np.expand_dims(heights(band, lower), 1)
    return (places >= 0) & (places < np.shape(band)[1])


# The system as diagonals: A[i, j] is the sum of L[i, m] L[j, m] for m up to j, so that
# an equation has the changes of both factors, times the other one. Of unknown m, p, the
# entry in row m + p, the equations r times `reach` further on have L[r, m], where r is
# up to p, and those from p times `reach` on have the entries from row p on. What is
# outside of the matrix stays as it is.
def system(below):
    count, size = np.shape(below)
    reach = count - 1
    step = np.maximum(reach, 1)
    ahead = np.expand_dims(np.arange(reach * reach + 1), 1)
    p = np.arange(count)
    row = np.where((ahead % step == 0) & (ahead // step <= p), ahead // step, count)
    other = ahead - p * reach
    other = np.where((other >= 0) & (other + p < count), other + p, count)
    longer = np.concatenate((below, np.zeros_like(below[:1])))
    column = np.expand_dims(np.arange(size), 1)
    outside = column + p >= size
    first = np.where(outside, 0.0, longer[np.expand_dims(row, 1), column])
    whole = first + longer[np.expand_dims(other, 1), column]
    whole = whole + (outside & (np.expand_dims(ahead, 2) == 0))
    return np.reshape(whole, (reach * reach + 1, size * count))


# Where there are many diagonals the whole matrix is smaller than the system.
def is_narrow(band):
    if np.iscomplexobj(band):
        return False
    return np.shape(band)[0] ** 3 <= np.shape(band)[1]


# What it returns for a matrix that is positive definite, which random ones are not.
def like_the_band(ab, overwrite_ab=False, lower=False, check_finite=True):
    (lapack,) = linalg.get_lapack_funcs(('pbtrf',), (np.asarray(ab),))
    return np.array(ab, lapack.dtype)


# Entries outside of the matrix stay as they are.
@adjoint(linalg.cholesky_banded, trial=like_the_band)
def cholesky_banded(y, ab, overwrite_ab=False, lower=False, check_finite=True):
    if is_narrow(y):
        below = lowered(y, lower)
        whole = system(below)
        reach = np.shape(whole)[0] - 1
        turned = moved(whole, -np.arange(reach + 1))[::-1]
        seed = np.ravel(lowered(d[y], lower).T)
        found = linalg.solve_banded((0, reach), turned, seed)
        found = np.reshape(found, np.shape(below)[::-1]).T
        gradient = raised(found, lower)
    else:
        factor, seed = triangle_of(y, lower), triangle_of(d[y], lower)
        whole = gradient_of_factored(factor, seed, lower)
        twice = np.expand_dims(np.where(heights(ab, lower) == 0, 1.0, 2.0), 1)
        gradient = twice * band_of(whole, ab, lower)
    d[ab] = np.where(is_inside(ab, lower), gradient, d[y])


@tangent(linalg.cholesky_banded)
def cholesky_banded_tangent(y, ab, overwrite_ab=False, lower=False, check_finite=True):
    if is_narrow(y):
        below = lowered(y, lower)
        whole = system(below)
        moving = np.ravel(lowered(d[ab], lower).T)
        found = linalg.solve_banded((np.shape(whole)[0] - 1, 0), whole, moving)
        found = np.reshape(found, np.shape(below)[::-1]).T
        change = raised(found, lower)
    else:
        moving = matrix_of(d[ab], lower)
        whole = change_of_factor(triangle_of(y, lower), moving, lower)
        change = band_of(whole, y, lower)
    d[y] = np.where(is_inside(y, lower), change, d[ab])


# The products of a lower factor and of its adjoint with columns.
def factor_product(below, x):
    return product(below, np.arange(np.shape(below)[0]), x)


def adjoint_product(below, x):
    count, size = np.shape(below)
    places = (np.arange(size) + np.expand_dims(np.arange(count), 1)) % size
    weights = conjugated(below)
    if np.ndim(x) == 1:
        return np.sum(weights * x[places], 0)
    return np.sum(np.expand_dims(weights, -1) * x[places], 0)


@adjoint(linalg.cho_solve_banded, takes_lists=True)
def cho_solve_banded(x, cb_and_lower, b, overwrite_b=False, check_finite=True):
    require_one_matrix(cb_and_lower[0], b, 'cho_solve_banded')
    band, lower = cb_and_lower
    rows = conjugated(linalg.cho_solve_banded(cb_and_lower, conjugated(d[x])))
    d[b] = rows
    below = lowered(band, lower)
    shifts = np.arange(np.shape(below)[0])
    both = diagonals(rows, adjoint_product(below, x), shifts)
    other = adjoint_product(below, conjugated(rows))
    both = both + diagonals(conjugated(x), other, shifts)
    d[cb_and_lower] = -raised(both, lower), 0.0


@tangent(linalg.cho_solve_banded)
def cho_solve_banded_tangent(x, cb_and_lower, b, overwrite_b=False, check_finite=True):
    require_one_matrix(cb_and_lower[0], b, 'cho_solve_banded')
    band, lower = cb_and_lower
    change = d[b]
    moving = d[cb_and_lower][0]
    if np.ndim(moving) > 0:
        below, turn = lowered(band, lower), lowered(moving, lower)
        change = change - factor_product(turn, adjoint_product(below, x))
        change = change - factor_product(below, adjoint_product(turn, x))
    d[x] = linalg.cho_solve_banded(cb_and_lower, change)
