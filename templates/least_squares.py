"""Pseudoinverses and least squares.

Golub and Pereyra, The differentiation of pseudo-inverses and nonlinear least squares
problems whose variables separate (1973), equation 4.12: for matrices whose rank does
not change. Singular values that are cut off are taken to stay cut off.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, constant, d, tangent
from tangentlite.templates.linalg import (
    adjoint_of,
    conjugated,
    hermitian_part,
    transposed,
)

constant(np.linalg.matrix_rank)


@adjoint(np.linalg.pinv)
def pinv(y, a, rcond=None, hermitian=False, *, rtol=np._NoValue):
    seed = adjoint_of(d[y])
    left = seed @ conjugated(y) @ transposed(y)
    right = transposed(y) @ conjugated(y) @ seed
    left = left - transposed(y) @ (transposed(a) @ left)
    right = right - (right @ transposed(a)) @ transposed(y)
    gradient = left + right - transposed(y) @ d[y] @ transposed(y)
    d[a] = hermitian_part(gradient) if hermitian else gradient
    d[rcond] = 0.0
    d[rtol] = 0.0


@tangent(np.linalg.pinv)
def pinv_tangent(y, a, rcond=None, hermitian=False, *, rtol=np._NoValue):
    change = hermitian_part(d[a]) if hermitian else d[a]
    turned = adjoint_of(change)
    left = y @ adjoint_of(y) @ turned
    right = turned @ adjoint_of(y) @ y
    d[y] = left - (left @ a) @ y + right - y @ (a @ right) - y @ change @ y


# The cut-off of np.linalg.lstsq, which works in double precision.
EPSILON = 2.220446049250313e-16


def pseudoinverse(a, rcond):
    if rcond is None:
        return np.linalg.pinv(a, EPSILON * np.maximum(np.shape(a)[0], np.shape(a)[1]))
    return np.linalg.pinv(a, rcond)


# The solution is that of the pseudoinverse. The squares of the residuals have no rule:
# whether there are any depends on the rank.
@adjoint(np.linalg.lstsq)
def lstsq(y, a, b, rcond=None):
    x, _, _, _ = y
    x_bar, squares_bar, _, s_bar = d[y]
    rows = 0.0
    gradient = 0.0
    if np.ndim(x_bar) > 0:
        inverse = pseudoinverse(a, rcond)
        rows = transposed(inverse) @ x_bar
        left = outer(b - a @ x, conjugated(inverse) @ rows)
        right = outer(adjoint_of(inverse) @ x, x_bar - transposed(a) @ rows)
        gradient = conjugated(left + right) - outer(rows, x)
    if np.ndim(s_bar) > 0:
        u, _, vh = np.linalg.svd(a, False)
        product = conjugated((u * s_bar) @ vh)
        gradient = gradient + product if np.ndim(x_bar) > 0 else product
    if np.ndim(squares_bar) == 0:
        d[a] = gradient
        d[b] = rows
        d[rcond] = 0.0


@tangent(np.linalg.lstsq)
def lstsq_tangent(y, a, b, rcond=None):
    x, squares, _, _ = y
    inverse = pseudoinverse(a, rcond)
    if np.ndim(d[a]) == 0:
        x_dot = inverse @ d[b]
        s_dot = 0.0
    else:
        change = d[b] - d[a] @ x
        turned = adjoint_of(d[a])
        along = turned @ (adjoint_of(inverse) @ x)
        moved = change + adjoint_of(inverse) @ (turned @ (b - a @ x))
        x_dot = inverse @ (moved - a @ along) + along
        u, _, vh = np.linalg.svd(a, False)
        s_dot = np.real(np.sum(conjugated(u) * (d[a] @ adjoint_of(vh)), 0))
    d[y] = x_dot, np.nan * squares, 0.0, s_dot


def outer(a, b):
    return np.outer(a, b) if np.ndim(a) == 1 else a @ b.T
