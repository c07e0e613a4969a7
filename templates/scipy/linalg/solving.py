"""Linear systems, inverses and determinants.

A matrix of which one triangle alone is read, as one that is assumed to be symmetric, is
taken to change symmetrically, so that the gradient is symmetric too. Of a triangular
one the other triangle has no derivative.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import cofactors, unbroadcast
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.linalg import (
    adjoint_of,
    as_matrices,
    hermitian_part,
    transposed,
)
from tangentlite.templates.subscripts import refuse


def require_one_matrix(a, b, name):
    if np.ndim(a) > 2 and np.ndim(b) == 1:
        refuse(
            f'{name} of several matrices and a vector',
            'Give the vector as a column, b[:, None], and take [..., 0] of the result.',
        )


# The part of the change of a matrix that counts, and of its gradient.
def as_assumed(a, assume_a):
    if is_hermitian(assume_a):
        return hermitian_part(a)
    if is_symmetric(assume_a):
        return 0.5 * (a + transposed(a))
    if assume_a == 'upper triangular':
        return np.triu(a)
    if assume_a == 'lower triangular':
        return np.tril(a)
    if assume_a == 'diagonal':
        return np.triu(np.tril(a))
    if assume_a == 'tridiagonal':
        return np.triu(np.tril(a, 1), -1)
    return a


def is_hermitian(assume_a):
    if assume_a == 'pos' or assume_a == 'positive definite':
        return True
    return assume_a == 'her' or assume_a == 'hermitian'


def is_symmetric(assume_a):
    return assume_a == 'sym' or assume_a == 'symmetric'


@adjoint(linalg.inv)
def inv(y, a, overwrite_a=False, check_finite=True, *, assume_a=None, lower=False):
    d[a] = as_assumed(-transposed(y) @ d[y] @ transposed(y), assume_a)


@tangent(linalg.inv)
def inv_tangent(
    y, a, overwrite_a=False, check_finite=True, *, assume_a=None, lower=False
):
    d[y] = -y @ as_assumed(d[a], assume_a) @ y


@adjoint(linalg.det)
def det(y, a, overwrite_a=False, check_finite=True):
    d[a] = as_matrices(d[y]) * cofactors(a)


@tangent(linalg.det)
def det_tangent(y, a, overwrite_a=False, check_finite=True):
    d[y] = np.sum(cofactors(a) * d[a], (-2, -1))


# Of the same assumption, as of the other triangle nothing need be known.
@adjoint(linalg.solve)
def solve(
    x, a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True,
    assume_a=None, transposed=False,
):  # fmt: skip
    is_shared = np.ndim(a) > 2 and np.ndim(b) == 1
    seed = np.expand_dims(d[x], -1) if is_shared else d[x]
    columns = np.expand_dims(x, -1) if is_shared else x
    rows = solved_transposed(a, seed, lower, assume_a, transposed)
    if is_shared:
        d[b] = unbroadcast(rows[..., 0], b)
    else:
        d[b] = unbroadcast(rows, b) if np.ndim(x) > 2 else rows
    left, right = (columns, rows) if transposed else (rows, columns)
    product = as_assumed(outer_product(left, right), assume_a)
    d[a] = -unbroadcast(product, a) if np.ndim(x) > 2 else -product


# A vector of which all matrices of a stack are given is one column for each.
@tangent(linalg.solve)
def solve_tangent(
    x, a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True,
    assume_a=None, transposed=False,
):  # fmt: skip
    is_shared = np.ndim(a) > 2 and np.ndim(b) == 1
    if np.ndim(d[a]) == 0:
        change = d[b]
    else:
        moved = as_assumed(d[a], assume_a)
        if transposed:
            moved = np.swapaxes(moved, -1, -2)
        if is_shared:
            moved = (moved @ np.expand_dims(x, -1))[..., 0]
            change = np.expand_dims(d[b] - moved, -1)
        else:
            change = d[b] - moved @ x
    kind = general(assume_a)
    change = linalg.solve(a, change, lower=lower, assume_a=kind, transposed=transposed)
    d[x] = change[..., 0] if is_shared and np.ndim(d[a]) > 0 else change


# None is the default of newer versions, which look how a matrix is made.
def general(assume_a):
    return 'gen' if assume_a is None else assume_a


def solved_transposed(a, b, lower, assume_a, is_transposed):
    kind = general(assume_a)
    if is_hermitian(assume_a):
        return conjugated(linalg.solve(a, conjugated(b), lower=lower, assume_a=kind))
    if is_symmetric(assume_a):
        return linalg.solve(a, b, lower=lower, assume_a=kind)
    if assume_a == 'upper triangular':
        kind = 'lower triangular'
    elif assume_a == 'lower triangular':
        kind = 'upper triangular'
    turned = transposed(a)
    return linalg.solve(turned, b, assume_a=kind, transposed=is_transposed)


def outer_product(left, right):
    if np.ndim(left) == 1:
        return np.outer(left, right)
    return left @ transposed(right)


def triangle(a, lower, unit_diagonal):
    if lower:
        return np.tril(a, -1) if unit_diagonal else np.tril(a)
    return np.triu(a, 1) if unit_diagonal else np.triu(a)


@adjoint(linalg.solve_triangular)
def solve_triangular(
    x, a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False,
    check_finite=True,
):  # fmt: skip
    require_one_matrix(a, b, 'solve_triangular')
    if trans == 0 or trans == 'N':
        rows = linalg.solve_triangular(a, d[x], 1, lower, unit_diagonal)
        product = outer_product(rows, x)
    elif trans == 1 or trans == 'T':
        rows = linalg.solve_triangular(a, d[x], 0, lower, unit_diagonal)
        product = outer_product(x, rows)
    else:
        seed = conjugated(d[x])
        turned = linalg.solve_triangular(a, seed, 0, lower, unit_diagonal)
        rows = conjugated(turned)
        product = outer_product(conjugated(x), turned)
    d[b] = rows
    d[a] = -triangle(product, lower, unit_diagonal)


@tangent(linalg.solve_triangular)
def solve_triangular_tangent(
    x, a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False,
    check_finite=True,
):  # fmt: skip
    require_one_matrix(a, b, 'solve_triangular')
    if np.ndim(d[a]) == 0:
        change = d[b]
    else:
        moved = triangle(d[a], lower, unit_diagonal)
        if trans == 0 or trans == 'N':
            change = d[b] - moved @ x
        elif trans == 1 or trans == 'T':
            change = d[b] - transposed(moved) @ x
        else:
            change = d[b] - adjoint_of(moved) @ x
    d[x] = linalg.solve_triangular(a, change, trans, lower, unit_diagonal)


@formula(linalg.norm)
def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    return np.linalg.norm(a, ord, axis, keepdims)
