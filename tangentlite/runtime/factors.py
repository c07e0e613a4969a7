"""Factors of matrices: triangular systems, by LAPACK if there is SciPy; rotations.

What is done to a triangle is done block by block, with products of matrices between.
"""

from __future__ import annotations

import functools
import importlib.util
import math
from collections.abc import Callable

import numpy as np


def solve_lower(factor, b, adjoint=False):
    """Solve `factor @ x = b` of a lower triangle, or of its adjoint.

    Stacks of matrices, and all where there is no SciPy, are solved by NumPy; a stack
    of right sides `b` of one matrix is solved at once.

    >>> solve_lower(np.array([[2.0, 0.0], [1.0, 1.0]]), np.array([[2.0], [3.0]]))
    array([[1.],
           [2.]])
    """
    plain = factor.ndim == b.ndim == 2 and factor.dtype == b.dtype and factor.size
    # Of other shapes LAPACK prints that they are illegal.
    if plain and factor.shape == (len(b), len(b)):
        solve = _lapack("trtrs", factor.dtype.char)
        if solve is not None:
            return solve(factor, b, lower=True, trans=2 if adjoint else 0)[0]
    if factor.ndim == 2 < b.ndim:
        return _side_by_side(lambda whole: solve_lower(factor, whole, adjoint), b)
    lower = np.tril(factor)
    whole = np.conj(np.swapaxes(lower, -1, -2)) if adjoint else lower
    return np.linalg.solve(whole, b)


def solve_all(matrix, b):
    """Solve `matrix @ x = b` of one matrix for a stack of right sides.

    >>> solve_all(np.diag([1.0, 2.0]), np.array([[[2.0], [4.0]], [[6.0], [8.0]]]))
    array([[[2.],
            [2.]],
    <BLANKLINE>
           [[6.],
            [4.]]])
    """
    return _side_by_side(lambda whole: np.linalg.solve(matrix, whole), b)


def _side_by_side(solve, b):
    """Return the solutions of a stack of right sides, whose columns are solved at once.

    A matrix is factored once, where NumPy would factor it for each right side.
    """
    stack, (rows, columns) = b.shape[:-2], b.shape[-2:]
    axes = len(stack)
    first, back = (axes, *range(axes), axes + 1), (*range(1, axes + 1), 0, axes + 1)
    whole = b.transpose(first).reshape(rows, math.prod(stack) * columns)
    return solve(whole).reshape(rows, *stack, columns).transpose(back)


def half_lower(a):
    """Return the lower triangle with half of the diagonal, the paper's Φ (see below).

    >>> half_lower(np.array([[2.0, 1.0], [3.0, 4.0]]))
    array([[1., 0.],
           [3., 2.]])
    """
    lower = np.tril(a)
    np.einsum("...ii->...i", lower)[...] *= 0.5  # a view of the diagonal
    return lower


def cholesky_pullback(factor, seed):
    """Return the gradient by a matrix, given that by its Cholesky factor.

    Murray, Differentiation of the Cholesky decomposition (2016): equation 10 for a
    block on the diagonal, and section 4.3 for what lies beside and below it.

    >>> factor = np.array([[2.0, 0.0], [1.0, 1.0]])
    >>> cholesky_pullback(factor, np.array([[0.0, 0.0], [0.0, 1.0]]))
    array([[ 0.125, -0.25 ],
           [-0.25 ,  0.5  ]])
    """
    size = factor.shape[-1]
    if size <= _BLOCK:
        whole = _diagonal_block(factor, inverse_of_lower(factor), seed)
        return 0.5 * (whole + _adjoint(whole))
    change = np.tril(seed).astype(np.result_type(factor, seed), copy=False)
    for stop in range(size, 0, -_BLOCK):
        start = max(stop - _BLOCK, 0)
        left, own = factor[..., start:stop, :start], factor[..., start:stop, start:stop]
        left_bar = change[..., start:stop, :start]
        own_bar = change[..., start:stop, start:stop]
        inverse = inverse_of_lower(own)
        if stop < size:
            below_bar = change[..., stop:, start:stop] @ inverse
            change[..., stop:, start:stop] = below_bar
            turned = _adjoint(below_bar)
            own_bar -= turned @ factor[..., stop:, start:stop]
            left_bar -= turned @ factor[..., stop:, :start]
            change[..., stop:, :start] -= below_bar @ left
        block = _diagonal_block(own, inverse, own_bar)
        left_bar -= (block + _adjoint(block)) @ left
        own_bar[...] = block
    return 0.5 * (change + _adjoint(change))


_BLOCK = 64


def _diagonal_block(factor, inverse, seed):
    """Return a matrix whose hermitian part is the gradient by that of the factor."""
    inner = np.tril(_adjoint(factor) @ seed)
    places = np.arange(factor.shape[-1])
    inner[..., places, places] *= 0.5
    return _adjoint(inverse) @ inner @ inverse


def inverse_of_lower(factor):
    """Return the inverse of a lower triangle, above which there are zeros.

    >>> inverse_of_lower(np.array([[2.0, 0.0], [1.0, 1.0]]))
    array([[ 0.5,  0. ],
           [-0.5,  1. ]])
    """
    if factor.ndim == 2 and factor.size:
        invert = _lapack("trtri", factor.dtype.char)
        if invert is not None:
            return invert(factor.T, lower=False)[0].T
    return np.linalg.inv(factor)


def _adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def triangle_product(a, b, offset, transposed=False):
    """Return `a @ b` of a b that is 0 below a diagonal, which is multiplied by nothing.

    Or `a @ b.T`, of as many columns as both have.

    >>> a = np.array([[np.inf, 1.0], [1.0, 1.0]])
    >>> b = np.array([[0.0, 2.0], [0.0, 0.0]])
    >>> triangle_product(a, b, 1)
    array([[ 0., inf],
           [ 0.,  2.]])
    >>> triangle_product(a, b, 1, True)
    array([[2., 0.],
           [2., 0.]])
    """
    if transposed:
        columns = min(a.shape[1], b.shape[1])
        a, b = a[:, :columns], b[:, :columns]
    with np.errstate(invalid="ignore", over="ignore"):
        total = a @ (b.T if transposed else b)
    if np.isfinite(total).all():
        return total
    total = np.zeros_like(total)  # some may be products of 0 and infinity
    for k, row in enumerate(b):
        place = slice(k + offset, None)
        if transposed:
            total[:, k] = a[:, place] @ row[place]
        else:
            total[:, place] += np.outer(a[:, k], row[place])
    return total


def symmetric_product(a, b, offset):
    """Return `a @ (b + b.T)` of a b that is 0 below a diagonal, without its last rows.

    >>> symmetric_product(np.array([[1.0, 10.0]]), np.array([[0.0, 2.0]]), 1)
    array([[20.,  2.]])
    """
    rows, columns = b.shape
    total = np.zeros((columns, columns), b.dtype)
    total[:rows] = b
    total[:, :rows] += b.T
    with np.errstate(invalid="ignore", over="ignore"):
        total = a[:, :columns] @ total[: a.shape[1]]
    if not np.isfinite(total).all():
        total = triangle_product(a[:, :rows], b, offset)
        total[:, :rows] += triangle_product(a, b, offset, True)
    return total


def mirrored_product(a, b, count, offset):
    """Return `a @ (w + w.T)` of a w whose row i is that of `b + b.T`, from a diagonal.

    It has so many rows, in front of rows of zeros. Its diagonal is that of b.

    >>> b = np.array([[5.0, 2.0], [1.0, 4.0]])
    >>> mirrored_product(np.array([[1.0, 10.0]]), b, 1, 1)
    array([[30.,  3.]])
    """
    whole = b + b.T
    if offset:
        np.fill_diagonal(whole, 0.0)
    count = max(count, 0)
    whole[count:, count:] = 0.0
    with np.errstate(invalid="ignore", over="ignore"):
        total = a @ whole
    if not np.isfinite(total).all():
        rows = np.triu(whole, offset)[:count]
        if not offset:
            np.einsum("ii->i", rows[:, :count])[...] *= 0.5
        total = symmetric_product(a, rows, offset)
    return total


def nearest_orthogonal(a):
    """Return the orthogonal matrix that is nearest to a matrix, or to each of a stack.

    >>> nearest_orthogonal(np.array([[2.0, 0.0], [0.0, 3.0]]))
    array([[1., 0.],
           [0., 1.]])
    """
    left, _, right = np.linalg.svd(a)
    return left @ right


@functools.cache
def _lapack(name: str, dtype: str) -> Callable | None:
    """Return LAPACK's function for a dtype, None without SciPy or for other dtypes."""
    if importlib.util.find_spec("scipy") is None:
        return None
    lapack = importlib.import_module("scipy.linalg.lapack")
    letters = {"f": "s", "d": "d", "F": "c", "D": "z"}
    return getattr(lapack, letters[dtype] + name) if dtype in letters else None


def sum_of_products(x, y):
    """Return the sum of x_k.T @ y_k over the matrices of two stacks of one shape.

    One product of all rows at a time is fastest, unless they must be copied for it and
    the matrices are not small.

    >>> sum_of_products(np.ones((5, 4, 2)), np.ones((5, 4, 1)))
    array([[20.],
           [20.]])
    """
    if x.flags.c_contiguous or x.shape[-2] < 32:
        count = int(np.prod(x.shape[:-1]))
        rows = np.reshape(x, (count, x.shape[-1]))
        return rows.T @ np.reshape(y, (count, y.shape[-1]))
    products = np.swapaxes(x, -1, -2) @ y
    return np.sum(products, axis=tuple(range(products.ndim - 2)))
