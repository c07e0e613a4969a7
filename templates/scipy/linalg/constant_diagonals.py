"""Matrices whose diagonals are constant, and systems with them.

Of such a matrix the derivative by the vectors is the sums of its adjoint along the
diagonals; for a solution x, whose adjoint solves the transposed system, the matrix'
adjoint is an outer product, of which these sums are a convolution.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.templates.subscripts import refuse


def vector(x):
    if np.ndim(x) > 1:
        refuse('a stack of matrices made of vectors', 'Make one after the other.')
    return np.reshape(x, 1) if np.ndim(x) == 0 else np.asarray(x)


# Row i is shifted by i to the right, as zeros behind the rows make them longer by one
# than those that they are read as; the last sum is zero.
def shifted_sums(rows):
    height, width = np.shape(rows)
    longer = np.concatenate((rows, np.zeros((height, height + 1), rows.dtype)), 1)
    flat = np.reshape(longer, height * (height + width + 1))
    turned = flat[: height * (height + width)]
    return np.sum(np.reshape(turned, (height, height + width)), 0)


def moved(change, x):
    return change if np.ndim(change) == np.ndim(x) else np.zeros_like(x)


@adjoint(linalg.toeplitz)
def toeplitz(y, c, r=None):
    column = vector(c)
    sums = shifted_sums(d[y][::-1])
    of_column, of_row = by_vectors(sums, np.size(column), np.shape(y)[1])
    if r is None:
        d[c] = np.reshape(of_column + np.conjugate(of_row), np.shape(c))
    else:
        vector(r)
        d[c] = np.reshape(of_column, np.shape(c))
        d[r] = np.reshape(of_row, np.shape(r))


# What is first in the row is not read: the column has it.
def by_vectors(sums, height, width):
    beside = sums[height : height + width - 1]
    of_row = np.concatenate((np.zeros_like(sums[:1]), beside))
    return sums[:height][::-1], of_row[:width]


@tangent(linalg.toeplitz)
def toeplitz_tangent(y, c, r=None):
    vector(c)
    if r is None:
        d[y] = linalg.toeplitz(d[c])
    else:
        vector(r)
        d[y] = linalg.toeplitz(moved(d[c], c), moved(d[r], r))


@adjoint(linalg.hankel)
def hankel(y, c, r=None):
    column = vector(c)
    sums = shifted_sums(d[y])
    height = np.size(column)
    d[c] = np.reshape(sums[:height], np.shape(c))
    if r is not None:
        vector(r)
        d[r] = np.reshape(by_vectors(sums, height, np.shape(y)[1])[1], np.shape(r))


@tangent(linalg.hankel)
def hankel_tangent(y, c, r=None):
    vector(c)
    if r is None:
        d[y] = linalg.hankel(d[c])
    else:
        vector(r)
        d[y] = linalg.hankel(moved(d[c], c), moved(d[r], r))


@adjoint(linalg.circulant)
def circulant(y, c):
    count = np.size(vector(c))
    sums = shifted_sums(d[y][::-1])
    d[c] = np.reshape((sums[:count] + sums[count:])[::-1], np.shape(c))


@tangent(linalg.circulant)
def circulant_tangent(y, c):
    vector(c)
    d[y] = linalg.circulant(d[c])


@formula(linalg.convolution_matrix)
def convolution_matrix(a, n, mode='full'):
    column = np.pad(vector(a), (0, n - 1))
    row = np.pad(a[:1], (0, n - 1))
    whole = linalg.toeplitz(column, row)
    if mode == 'full':
        return whole
    longer = np.maximum(np.size(a), n)
    shorter = np.minimum(np.size(a), n)
    if mode == 'same':
        start = (shorter - 1) // 2
        return whole[start : start + longer]
    return whole[shorter - 1 : longer]


@formula(linalg.matmul_toeplitz, takes_lists=True)
def matmul_toeplitz(c_or_cr, x, check_finite=False, workers=None):
    column, row = both_of(c_or_cr)
    return linalg.toeplitz(column, row) @ x


def both_of(c_or_cr):
    if isinstance(c_or_cr, tuple):
        return np.ravel(c_or_cr[0]), np.ravel(c_or_cr[1])
    column = np.ravel(c_or_cr)
    return column, np.conjugate(column)


@adjoint(linalg.solve_toeplitz, takes_lists=True)
def solve_toeplitz(x, c_or_cr, b, check_finite=True):
    column, row = both_of(c_or_cr)
    turned = np.concatenate((column[:1], row[1:])), column
    rows = linalg.solve_toeplitz(turned, d[x], False)
    d[b] = rows
    size = np.size(column)
    if np.ndim(x) == 1:
        # NumPy convolves no empty vectors.
        end = np.zeros_like(x[:0], shape=1)
        sums = np.convolve(np.concatenate((rows[::-1], end)), np.concatenate((x, end)))
    else:
        sums = shifted_sums((rows @ x.T)[::-1])
    of_column, of_row = by_vectors(-sums, size, size)
    if isinstance(c_or_cr, tuple):
        c, r = c_or_cr
        d[c_or_cr] = np.reshape(of_column, np.shape(c)), np.reshape(of_row, np.shape(r))
    else:
        gradient = of_column + np.conjugate(of_row)
        d[c_or_cr] = np.reshape(gradient, np.shape(c_or_cr))


@tangent(linalg.solve_toeplitz)
def solve_toeplitz_tangent(x, c_or_cr, b, check_finite=True):
    change = d[b]
    if isinstance(c_or_cr, tuple):
        c, r = c_or_cr
        changes = d[c_or_cr]
        if isinstance(changes, tuple):
            both = np.ravel(moved(changes[0], c)), np.ravel(moved(changes[1], r))
            change = change - linalg.matmul_toeplitz(both, x)
    elif np.ndim(d[c_or_cr]) > 0:
        change = change - linalg.matmul_toeplitz(np.ravel(d[c_or_cr]), x)
    d[x] = linalg.solve_toeplitz(c_or_cr, change, False)


def keep_one(c, caxis):
    if np.ndim(c) > 1 or not (caxis == -1 or caxis == 0):
        refuse('solve_circulant of a stack', 'Solve one system after the other.')


# The transform makes a circulant matrix diagonal.
@formula(linalg.solve_circulant)
def solve_circulant(c, b, singular='raise', tol=None, caxis=-1, baxis=0, outaxis=0):
    keep_one(c, caxis)
    if np.size(c) == 0:
        return np.moveaxis(b, baxis, outaxis)
    factors = np.fft.fft(np.atleast_1d(c))
    bound = tol
    if tol is None:
        bound = np.max(np.abs(factors)) * np.size(c) * np.finfo(float).eps
    is_kept = np.abs(factors) > bound
    columns = np.fft.fft(np.moveaxis(b, baxis, -1))
    quotients = np.where(is_kept, columns / np.where(is_kept, factors, 1.0), 0.0)
    x = np.moveaxis(np.fft.ifft(quotients), -1, outaxis)
    return x if np.iscomplexobj(c) or np.iscomplexobj(b) else np.real(x)
