"""Matrices made of vectors, of blocks, and of numbers that are known."""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import constant, d, formula, linear
from tangentlite.templates.scipy.linalg.constant_diagonals import vector

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
