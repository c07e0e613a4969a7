"""Matrix functions of numpy.linalg, of single matrices and of stacks.

The rules are those of Giles, Collected matrix derivative results for forward and
reverse mode algorithmic differentiation (2008), with the sections of that paper.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, formula, linear, tangent
from tangentlite.runtime import (
    cholesky_pullback,
    cofactor_change,
    cofactors,
    half_lower,
    inverse,
    log_abs_det,
    mirrored_product,
    sign_of_det,
    solve_lower,
    symmetric_product,
    triangle_product,
    unbroadcast,
)
from tangentlite.templates.complex_numbers import conjugated


def transposed(a):
    return a.T if np.ndim(a) == 2 else np.swapaxes(a, -1, -2)


def adjoint_of(a):
    return conjugated(transposed(a))


def hermitian_part(a):
    return 0.5 * (a + adjoint_of(a))


# 2.2.3
@adjoint(np.linalg.inv, inverse)
def inv(y, a):
    d[a] = -transposed(y) @ d[y] @ transposed(y)


@tangent(np.linalg.inv, inverse)
def inv_tangent(y, a):
    d[y] = -y @ d[a] @ y


# A number for each matrix, as a stack of matrices with one entry.
def as_matrices(numbers):
    return numbers if np.ndim(numbers) == 0 else np.expand_dims(numbers, (-2, -1))


# 2.2.4, without its division by the determinant: det(a) inv(a).T are the cofactors.
@adjoint(np.linalg.det)
def det(y, a):
    d[a] = as_matrices(d[y]) * cofactors(a)


@tangent(np.linalg.det)
def det_tangent(y, a):
    d[y] = np.sum(cofactors(a) * d[a], (-2, -1))


@adjoint(cofactors)
def cofactors_adjoint(y, a):
    d[a] = cofactor_change(a, d[y])


@tangent(cofactors)
def cofactors_tangent(y, a):
    d[y] = cofactor_change(a, d[a])


# Symmetric in the change; along a itself there is no rule, a third derivative of det.
@linear(cofactor_change, in_='change')
def cofactor_change_adjoint(y, a, change):
    d[change] = cofactor_change(a, d[y])


# The two results are functions of their own, so the one that is not used is not made.
SlogdetResult = type(np.linalg.slogdet(np.eye(1)))


@definition(np.linalg.slogdet)
def slogdet(a):
    return SlogdetResult(sign_of_det(a), log_abs_det(a))


# 2.2.4
@adjoint(log_abs_det)
def log_abs_det_adjoint(y, a):
    d[a] = as_matrices(d[y]) * transposed(inverse(a))


@tangent(log_abs_det)
def log_abs_det_tangent(y, a):
    d[y] = np.sum(transposed(inverse(a)) * d[a], (-2, -1))


# Of a real matrix it is constant; of a complex one the phase turns.
@adjoint(sign_of_det)
def sign_of_det_adjoint(y, a):
    if np.iscomplexobj(a):
        turn = 1j * np.imag(d[y] * y)
        d[a] = as_matrices(turn) * transposed(inverse(a))
    else:
        d[a] = 0.0


@tangent(sign_of_det)
def sign_of_det_tangent(y, a):
    if np.iscomplexobj(a):
        change = np.sum(transposed(inverse(a)) * d[a], (-2, -1))
        d[y] = 1j * y * np.imag(change)
    else:
        d[y] = 0.0


# 2.3.1. Only a b of one axis is a vector; it serves each matrix of a stack.
@adjoint(np.linalg.solve)
def solve(x, a, b):
    if np.ndim(b) > 1:
        rows = np.linalg.solve(transposed(a), d[x])
        d[b] = unbroadcast(rows, b) if np.ndim(x) > 2 else rows
        product = rows @ transposed(x)
        d[a] = -unbroadcast(product, a) if np.ndim(x) > 2 else -product
    elif np.ndim(a) == 2:
        rows = np.linalg.solve(a.T, d[x])
        d[b] = rows
        d[a] = -np.outer(rows, x)
    else:
        seeds = np.expand_dims(d[x], -1)
        columns = np.linalg.solve(transposed(a), seeds)
        d[b] = unbroadcast(np.squeeze(columns, -1), b)
        d[a] = -columns * np.expand_dims(x, -2)


@tangent(np.linalg.solve)
def solve_tangent(x, a, b):
    if np.ndim(d[a]) == 0:
        d[x] = np.linalg.solve(a, d[b])
    elif np.ndim(b) == 1 and np.ndim(a) > 2:
        moved = np.squeeze(d[a] @ np.expand_dims(x, -1), -1)
        change = np.expand_dims(d[b] - moved, -1)
        d[x] = np.squeeze(np.linalg.solve(a, change), -1)
    else:
        d[x] = np.linalg.solve(a, d[b] - d[a] @ x)


@linear(half_lower, in_='a')
def half_lower_adjoint(y, a):
    d[a] = half_lower(d[y])


# 2.3.1, of a triangle: only its entries change.
@adjoint(solve_lower)
def solve_triangle(y, factor, b, adjoint=False):
    if adjoint:
        rows = conjugated(solve_lower(factor, conjugated(d[y])))
        product = np.tril(conjugated(y) @ adjoint_of(rows))
    else:
        rows = conjugated(solve_lower(factor, conjugated(d[y]), True))
        product = np.tril(rows @ transposed(y))
    d[b] = unbroadcast(rows, b) if np.ndim(y) > 2 else rows
    d[factor] = -unbroadcast(product, factor) if np.ndim(y) > 2 else -product


@tangent(solve_lower)
def solve_triangle_tangent(y, factor, b, adjoint=False):
    if np.ndim(d[factor]) == 0:
        d[y] = solve_lower(factor, d[b], adjoint)
    elif adjoint:
        d[y] = solve_lower(factor, d[b] - adjoint_of(np.tril(d[factor])) @ y, True)
    else:
        d[y] = solve_lower(factor, d[b] - np.tril(d[factor]) @ y)


@formula(triangle_product)
def product_with_triangle(a, b, offset, transposed=False):
    b = np.triu(b, offset)
    return a @ b.T if transposed else a @ b


@formula(symmetric_product)
def product_with_both_triangles(a, b, offset):
    lower = triangle_product(a, b, offset, True)
    upper = triangle_product(a[:, : b.shape[0]], b, offset)
    return upper + np.pad(lower, ((0, 0), (0, b.shape[1] - b.shape[0])))


@formula(mirrored_product)
def product_with_mirrored_rows(a, b, count, offset):
    strict = np.triu(b + b.T, 1)[:max(count, 0)]
    total = symmetric_product(a, strict, 1)
    if offset == 0:
        total = total + a * np.where(np.arange(len(b)) < count, 2.0 * np.diag(b), 0.0)
    return total


# Murray, Differentiation of the Cholesky decomposition (2016), equations 8 and 10; the
# argument is taken to change symmetrically, so that the gradient is symmetric too.
@adjoint(np.linalg.cholesky)
def cholesky(y, a, *, upper=False):
    d[a] = gradient_of_factored(y, d[y], not upper)


def gradient_of_factored(y, y_bar, lower):
    factor = y if lower else adjoint_of(y)
    seed = conjugated(y_bar) if lower else transposed(y_bar)
    return conjugated(cholesky_pullback(factor, seed))


@formula(cholesky_pullback)
def cholesky_pullback_whole(factor, seed):
    inner = half_lower(adjoint_of(factor) @ seed)
    right = solve_lower(factor, adjoint_of(inner), True)
    return hermitian_part(solve_lower(factor, adjoint_of(right), True))


@tangent(np.linalg.cholesky)
def cholesky_tangent(y, a, *, upper=False):
    factor = adjoint_of(y) if upper else y
    left = solve_lower(factor, hermitian_part(d[a]))
    inner = solve_lower(factor, adjoint_of(left))
    change = factor @ half_lower(inner)
    d[y] = adjoint_of(change) if upper else change
