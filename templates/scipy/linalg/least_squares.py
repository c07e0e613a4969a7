"""Pseudoinverses and least squares, of matrices whose rank does not change."""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.least_squares import (
    cut_off,
    inverse_of_rank,
    outer,
    pinv_adjoint,
    pinv_change,
    solution_adjoint,
    solution_change,
    sum_of,
    values_and_vectors,
)
from tangentlite.templates.linalg import adjoint_of, hermitian_part, transposed
from tangentlite.templates.scipy.linalg.solving import require_one_matrix


# The bound under which singular values are cut off, relative to the largest.
def bound_of(s, atol, rtol):
    relative = 0.0 if rtol is None else rtol
    return relative if atol is None else relative + np.divide(atol, np.max(s))


def gradient_of(y, a, seed, atol, rtol):
    gradient = pinv_adjoint(y, a, seed)
    if atol is None and rtol is None:
        return gradient
    u, s, vh = values_and_vectors(a)
    inner = vh @ conjugated(seed) @ u
    return gradient + conjugated(u @ cut_off(inner, s, bound_of(s, atol, rtol)) @ vh)


def change_of(y, a, change, atol, rtol):
    if np.ndim(change) == 0:  # by the bounds alone
        return 0.0
    y_dot = pinv_change(y, a, change)
    if atol is None and rtol is None:
        return y_dot
    u, s, vh = values_and_vectors(a)
    turned = adjoint_of(u) @ change @ adjoint_of(vh)
    inner = cut_off(turned, s, bound_of(s, atol, rtol))
    return y_dot + adjoint_of(vh) @ inner @ adjoint_of(u)


@adjoint(linalg.pinv)
def pinv(y, a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    value = y[0] if return_rank else y
    seed = d[y][0] if return_rank else d[y]
    d[a] = gradient_of(value, a, seed, atol, rtol)
    d[atol] = 0.0
    d[rtol] = 0.0


@tangent(linalg.pinv)
def pinv_tangent(y, a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    value = y[0] if return_rank else y
    change = change_of(value, a, d[a], atol, rtol)
    d[y] = (change, 0.0) if return_rank else change


def as_read(a, lower):
    if lower:
        return np.tril(a) + adjoint_of(np.tril(a, -1))
    return np.triu(a) + adjoint_of(np.triu(a, 1))


# Of one triangle, as eigh.
@adjoint(linalg.pinvh)
def pinvh(y, a, atol=None, rtol=None, lower=True, return_rank=False, check_finite=True):
    value = y[0] if return_rank else y
    seed = d[y][0] if return_rank else d[y]
    d[a] = hermitian_part(gradient_of(value, as_read(a, lower), seed, atol, rtol))
    d[atol] = 0.0
    d[rtol] = 0.0


@tangent(linalg.pinvh)
def pinvh_tangent(
    y, a, atol=None, rtol=None, lower=True, return_rank=False, check_finite=True
):
    value = y[0] if return_rank else y
    moved = hermitian_part(d[a]) if np.ndim(d[a]) > 0 else 0.0
    change = change_of(value, as_read(a, lower), moved, atol, rtol)
    d[y] = (change, 0.0) if return_rank else change


# What is cut off by default is 0 but for rounding.
def pseudoinverse(a, cond):
    if cond is None:
        return inverse_of_rank(a, np.finfo(a.dtype).eps)
    return np.linalg.pinv(a, cond)


# SciPy solves numbers of half precision in single precision, which NumPy does not.
def as_solved(a):
    return a * np.float32(1.0) if a.dtype == np.float16 else a


# The squares of the residuals are there if the rank is full and rows are left over.
@adjoint(linalg.lstsq, equal_rows=('a', 'b'))
def lstsq(
    y, a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True,
    lapack_driver=None,
):  # fmt: skip
    require_one_matrix(a, b, 'lstsq')
    x, squares, _, _ = y
    matrix, right = as_solved(a), as_solved(b)
    x_bar, squares_bar, _, s_bar = d[y]
    gradient, of_b = 0.0, 0.0
    if np.ndim(x_bar) > 0:
        turned = pseudoinverse(matrix, cond)
        gradient, of_b = solution_adjoint(x, matrix, right, turned, x_bar)
        if cond is not None:
            u, s, vh = values_and_vectors(matrix)
            inner = outer(vh @ conjugated(x_bar), transposed(u) @ conjugated(right))
            gradient = gradient + conjugated(u @ cut_off(inner, s, cond) @ vh)
    if np.size(squares) > 0:
        rows = conjugated(right - matrix @ x) * (2.0 * squares_bar)
        of_b = sum_of(of_b, rows)
        gradient = sum_of(gradient, -outer(rows, x))
    if np.ndim(s_bar) > 0:
        u, _, vh = linalg.svd(matrix, False)
        gradient = sum_of(gradient, conjugated((u * s_bar) @ vh))
    d[a] = gradient
    d[b] = of_b
    d[cond] = 0.0


@tangent(linalg.lstsq)
def lstsq_tangent(
    y, a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True,
    lapack_driver=None,
):  # fmt: skip
    require_one_matrix(a, b, 'lstsq')
    x, squares, _, _ = y
    matrix, right = as_solved(a), as_solved(b)
    turned = pseudoinverse(matrix, cond)
    x_dot = solution_change(x, matrix, right, turned, d[a], d[b])
    s_dot = 0.0
    change = d[b]
    if np.ndim(d[a]) > 0:
        change = d[b] - d[a] @ x
        u, s, vh = values_and_vectors(matrix)
        turned = adjoint_of(u) @ d[a] @ adjoint_of(vh)
        s_dot = np.real(np.diagonal(turned))
        if cond is not None:
            inner = cut_off(turned, s, cond)
            x_dot = x_dot + adjoint_of(vh) @ (inner @ (adjoint_of(u) @ right))
    squares_dot = squares
    if np.size(squares) > 0:
        squares_dot = 2.0 * np.real(np.sum(conjugated(right - matrix @ x) * change, 0))
    d[y] = x_dot, squares_dot, 0.0, s_dot
