"""A balanced matrix, and eigenvalues and eigenvectors in blocks of real numbers.

Orders and scales, which are powers of two, do not change with a matrix.
"""

import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import inverse
from tangentlite.templates.linalg import transposed
from tangentlite.templates.subscripts import refuse


def keep_whole(separate):
    if separate:
        refuse('matrix_balance with separate=True', 'Leave out separate.')


@adjoint(linalg.matrix_balance)
def matrix_balance(
    y, A, permute=True, scale=True, separate=False, overwrite_a=False
):  # fmt: skip
    keep_whole(separate)
    t = y[1]
    d[A] = transposed(inverse(t)) @ d[y][0] @ transposed(t)


@tangent(linalg.matrix_balance)
def matrix_balance_tangent(
    y, A, permute=True, scale=True, separate=False, overwrite_a=False
):  # fmt: skip
    keep_whole(separate)
    t = y[1]
    d[y] = inverse(t) @ d[A] @ t, 0.0


# Of each pair of conjugate numbers, which follow each other, the first.
@formula(linalg.cdf2rdf)
def cdf2rdf(w, v):
    if np.ndim(w) > 1:
        refuse('cdf2rdf of a stack', 'Take that of one after the other.')
    is_complex = np.imag(w) != 0.0
    is_first = is_complex & (np.cumsum(is_complex) % 2 == 1)
    is_pair = is_first[:-1]
    above = np.where(is_pair, np.imag(w)[:-1], 0.0)
    below = np.where(is_pair, np.imag(w)[1:], 0.0)
    wr = np.diag(np.real(w)) + np.diag(above, 1) + np.diag(below, -1)
    half = np.where(is_pair, 0.5, 0.0)
    turn = np.diag(np.where(is_first, 0.5j, np.where(is_complex, 0.5, 1.0)))
    turn = turn + np.diag(half, 1) - 1j * np.diag(half, -1)
    return wr, np.real(v @ turn)
