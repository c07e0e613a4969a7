"""Systems with a factorization that is kept.

A factorization is an array of which triangles count, and what says how to read it.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.runtime import cholesky_pullback, half_lower
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.linalg import adjoint_of, hermitian_part
from tangentlite.templates.scipy.linalg.solving import (
    outer_product,
    require_one_matrix,
    transposed,
)
from tangentlite.templates.subscripts import refuse


def triangle(a, lower):
    return np.tril(a) if lower else np.triu(a)


@adjoint(linalg.cho_factor)
def cho_factor(y, a, lower=False, overwrite_a=False, check_finite=True):
    whole, _ = y
    seed = conjugated(triangle(d[y][0], lower))
    factor = np.tril(whole) if lower else adjoint_of(np.triu(whole))
    seed = seed if lower else adjoint_of(seed)
    d[a] = conjugated(cholesky_pullback(factor, seed))


@tangent(linalg.cho_factor)
def cho_factor_tangent(y, a, lower=False, overwrite_a=False, check_finite=True):
    whole, _ = y
    factor = np.tril(whole) if lower else adjoint_of(np.triu(whole))
    left = linalg.solve_triangular(factor, hermitian_part(d[a]), 0, True)
    inner = linalg.solve_triangular(factor, adjoint_of(left), 0, True)
    change = factor @ half_lower(inner)
    d[y] = (change if lower else adjoint_of(change)), 0.0


@adjoint(linalg.cho_solve, takes_lists=True)
def cho_solve(x, c_and_lower, b, overwrite_b=False, check_finite=True):
    require_one_matrix(c_and_lower[0], b, 'cho_solve')
    c, lower = c_and_lower
    rows = conjugated(linalg.cho_solve(c_and_lower, conjugated(d[x])))
    d[b] = rows
    # of a = f f^H, without the products of matrices that its adjoint would need
    factor = np.tril(c) if lower else adjoint_of(np.triu(c))
    one = outer_product(conjugated(rows), transposed(factor) @ conjugated(x))
    inner = -one - outer_product(x, transposed(factor) @ rows)
    inner = inner if lower else adjoint_of(inner)
    d[c_and_lower] = conjugated(triangle(inner, lower)), 0.0


@tangent(linalg.cho_solve)
def cho_solve_tangent(x, c_and_lower, b, overwrite_b=False, check_finite=True):
    require_one_matrix(c_and_lower[0], b, 'cho_solve')
    c, lower = c_and_lower
    change = d[b]
    c_dot = d[c_and_lower][0]
    if np.ndim(c_dot) > 0:
        factor = np.tril(c) if lower else adjoint_of(np.triu(c))
        moved = np.tril(c_dot) if lower else adjoint_of(np.triu(c_dot))
        product = moved @ (adjoint_of(factor) @ x)
        change = change - product - factor @ (adjoint_of(moved) @ x)
    d[x] = linalg.cho_solve(c_and_lower, change)


def unit_lower(whole):
    return np.tril(whole, -1) + np.eye(np.shape(whole)[0])


# With the rows in the order of the pivots a is l u. What solves for a knows the order:
# u a^-1 is l^-1 of the rows in order.
@adjoint(linalg.lu_factor)
def lu_factor(y, a, overwrite_a=False, check_finite=True):
    whole, pivots = y
    seed = d[y][0]
    lower = np.tril(unit_lower(whole).T @ np.tril(seed, -1), -1)
    inner = lower + np.triu(np.triu(seed) @ np.triu(whole).T)
    rows = linalg.lu_solve((whole, pivots), np.triu(whole).T @ inner, 1)
    d[a] = linalg.solve_triangular(whole, rows.T).T


@tangent(linalg.lu_factor)
def lu_factor_tangent(y, a, overwrite_a=False, check_finite=True):
    whole, pivots = y
    upper = np.triu(whole)
    columns = upper @ linalg.lu_solve((whole, pivots), d[a])
    inner = linalg.solve_triangular(upper, columns.T, 1).T
    d[y] = unit_lower(whole) @ np.tril(inner, -1) + np.triu(inner) @ upper, 0.0


def keep_real(trans, whole):
    if trans == 2 and np.iscomplexobj(whole):
        refuse('scipy.linalg.lu_solve with trans=2', 'Use trans=0 or 1.')


@adjoint(linalg.lu_solve, takes_lists=True)
def lu_solve(x, lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    require_one_matrix(lu_and_piv[0], b, 'lu_solve')
    whole, pivots = lu_and_piv
    keep_real(trans, whole)
    if trans == 0:
        rows = linalg.lu_solve(lu_and_piv, d[x], 1)
        other = linalg.solve_triangular(whole, d[x], 1)
        right = x
    else:
        rows = linalg.lu_solve(lu_and_piv, d[x], 0)
        other = linalg.solve_triangular(whole, b, 1)
        right = rows
    d[b] = rows
    left = linalg.solve_triangular(whole, other, 1, True, True)
    below = np.tril(outer_product(left, np.triu(whole) @ right), -1)
    d[lu_and_piv] = -below - np.triu(outer_product(other, right)), 0.0


@tangent(linalg.lu_solve)
def lu_solve_tangent(x, lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    require_one_matrix(lu_and_piv[0], b, 'lu_solve')
    whole, pivots = lu_and_piv
    keep_real(trans, whole)
    moved = d[lu_and_piv][0]
    if np.ndim(moved) == 0:
        d[x] = linalg.lu_solve(lu_and_piv, d[b], trans)
    elif trans == 0:
        change = np.tril(moved, -1) @ (np.triu(whole) @ x)
        change = change + unit_lower(whole) @ (np.triu(moved) @ x)
        change = linalg.solve_triangular(whole, change, 0, True, True)
        change = linalg.solve_triangular(whole, change)
        of_b = 0.0
        if np.ndim(d[b]) > 0:
            of_b = linalg.lu_solve(lu_and_piv, d[b])
        d[x] = of_b - change
    else:
        first = linalg.solve_triangular(whole, b, 1)
        rows = linalg.solve_triangular(whole, first, 1, True, True)
        change = np.triu(whole).T @ (np.tril(moved, -1).T @ rows)
        change = change + np.triu(moved).T @ first
        d[x] = linalg.lu_solve(lu_and_piv, d[b] - change, 1)
