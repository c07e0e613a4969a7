"""Matrices made of vectors, of blocks, and of numbers that are known."""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import constant, d, formula, linear
from tangentlite.templates.subscripts import refuse

constant(
    linalg.dft, linalg.hadamard, linalg.helmert, linalg.hilbert, linalg.invhilbert,
    linalg.invpascal, linalg.pascal, linalg.bandwidth, linalg.ishermitian,
    linalg.issymmetric,
)  # fmt: skip


@formula(linalg.block_diag)
def block_diag(*arrs):
    total = 0
    rows = ()
    for a in arrs:
        block = np.atleast_2d(a)
        rows = rows + (block,)
        total = total + np.shape(block)[1]
    placed = ()
    start = 0
    for block in rows:
        count = np.shape(block)[1]
        placed = placed + (np.pad(block, ((0, 0), (start, total - start - count))),)
        start = start + count
    return np.concatenate(placed)


def vector(x):
    if np.ndim(x) > 1:
        refuse('a stack of matrices made of vectors', 'Make one after the other.')
    return np.reshape(x, 1) if np.ndim(x) == 0 else np.asarray(x)


# Row i of the result is the first row, the vector backwards from entry i on.
@formula(linalg.toeplitz)
def toeplitz(c, r=None):
    column = vector(c)
    row = np.conjugate(column) if r is None else vector(r)
    both = np.concatenate((column[::-1], row[1:]))
    places = np.arange(np.size(row)) - np.expand_dims(np.arange(np.size(column)), 1)
    return both[places + (np.size(column) - 1)]


@formula(linalg.hankel)
def hankel(c, r=None):
    column = vector(c)
    row = np.zeros_like(column) if r is None else vector(r)
    both = np.concatenate((column, row[1:]))
    return both[np.arange(np.size(row)) + np.expand_dims(np.arange(np.size(column)), 1)]


@formula(linalg.circulant)
def circulant(c):
    column = vector(c)
    count = np.size(column)
    places = np.expand_dims(np.arange(count), 1) - np.arange(count)
    return column[places % count]


@formula(linalg.companion)
def companion(a):
    row = np.expand_dims(np.divide(-a[1:], a[0]), 0)
    return np.concatenate((row, np.eye(np.size(a) - 2, np.size(a) - 1)))


# Fiedler (2003): beside the diagonal ones and coefficients take turns.
@formula(linalg.fiedler_companion)
def fiedler_companion(a):
    row = vector(a) / vector(a)[:1]
    count = max(np.size(row) - 1, 0)
    whole = np.zeros((count, count), row.dtype)
    places = np.arange(count)
    whole[places[3::2], places[1 : count - 2 : 2]] = 1.0
    whole[places[2::2], places[1 : count - 1 : 2]] = -row[3::2]
    whole[places[0 : max(count - 2, 0) : 2], places[2::2]] = 1.0
    whole[places[0 : max(count - 1, 0) : 2], places[1::2]] = -row[2::2]
    whole[:1, :1] = -row[1:2]
    whole[1:2, :1] = 1.0
    return whole


@formula(linalg.leslie)
def leslie(f, s):
    below = np.pad(np.diag(s), ((0, 0), (0, 1)))
    return np.concatenate((np.expand_dims(f, 0), below))


@formula(linalg.convolution_matrix)
def convolution_matrix(a, n, mode='full'):
    column = np.pad(vector(a), (0, n - 1))
    row = np.pad(a[:1], (0, n - 1))
    whole = toeplitz(column, row)
    if mode == 'full':
        return whole
    longer = np.maximum(np.size(a), n)
    shorter = np.minimum(np.size(a), n)
    if mode == 'same':
        start = (shorter - 1) // 2
        return whole[start : start + longer]
    return whole[shorter - 1 : longer]


@formula(linalg.fiedler)
def fiedler(a):
    return np.abs(np.expand_dims(a, -1) - np.expand_dims(a, -2))


@linear(linalg.khatri_rao, in_=('a', 'b'))
def khatri_rao(y, a, b):
    shape = (np.shape(a)[0], np.shape(b)[0], np.shape(a)[1])
    seed = np.reshape(d[y], shape)
    d[a] = np.sum(seed * b, 1)
    d[b] = np.sum(seed * np.expand_dims(a, 1), 0)


if hasattr(linalg, 'kron'):
    # Only versions before 1.15 have it.
    @formula(linalg.kron)
    def kron(a, b):
        return np.kron(a, b)


@formula(linalg.diagsvd)
def diagsvd(s, M, N):
    whole = np.diag(s)
    return np.pad(whole, ((0, M - np.size(s)), (0, N - np.size(s))))


@formula(linalg.matmul_toeplitz, takes_lists=True)
def matmul_toeplitz(c_or_cr, x, check_finite=False, workers=None):
    return of_columns(c_or_cr) @ x


@formula(linalg.solve_toeplitz, takes_lists=True)
def solve_toeplitz(c_or_cr, b, check_finite=True):
    return linalg.solve(of_columns(c_or_cr), b)


def of_columns(c_or_cr):
    if isinstance(c_or_cr, tuple):
        return toeplitz(np.ravel(c_or_cr[0]), np.ravel(c_or_cr[1]))
    return toeplitz(np.ravel(c_or_cr))


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
