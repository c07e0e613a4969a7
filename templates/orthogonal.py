"""QR decompositions of matrices, of single ones and of stacks.

Walter and Lehmann, Algorithmic differentiation of linear algebra functions with
application in optimum experimental design (2010), section 3.3; for matrices with more
columns than rows Roberts and Roberts, QR and LQ decomposition matrix backpropagation
algorithms for square, wide, and deep matrices (2020).
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.runtime import inverse
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.linalg import adjoint_of
from tangentlite.templates.subscripts import refuse


def real_diagonal(a):
    diagonal = np.triu(np.tril(a))
    return np.real(diagonal) if np.iscomplexobj(a) else diagonal


# The adjoint of a decomposition into r with as many rows as columns.
def through_square(q, r, q_bar, r_bar):
    if np.ndim(q_bar) == 0:
        inner = r_bar @ adjoint_of(r)
    elif np.ndim(r_bar) == 0:
        inner = -adjoint_of(q) @ q_bar
    else:
        inner = r_bar @ adjoint_of(r) - adjoint_of(q) @ q_bar
    upper = np.triu(inner, 1)
    rows = q @ (upper + adjoint_of(upper) + real_diagonal(inner))
    if np.ndim(q_bar) > 0:
        rows = q_bar + rows
    return rows @ adjoint_of(inverse(r))


# With `complete`, the columns of q beyond those of a turn with the others. What is
# given and what it returns is conjugated.
def qr_adjoint(a, q, r, q_bar, r_bar, complete):
    if complete:
        count = np.shape(a)[-1]
        if np.ndim(q_bar) > 0:
            turn = adjoint_of(q_bar[..., count:]) @ q[..., :count]
            q_bar = q_bar[..., :count] - q[..., count:] @ turn
        if np.ndim(r_bar) > 0:
            r_bar = r_bar[..., :count, :]
        q = q[..., :count]
        r = r[..., :count, :]
    rows = np.shape(a)[-2]
    if np.shape(a)[-1] <= rows:
        gradient = through_square(q, r, q_bar, r_bar)
    elif np.ndim(r_bar) == 0:
        first = through_square(q, r[..., :rows], q_bar, 0.0)
        gradient = np.concatenate((first, np.zeros_like(a[..., rows:])), -1)
    else:
        others = r_bar[..., rows:]
        seed = a[..., rows:] @ adjoint_of(others)
        if np.ndim(q_bar) > 0:
            seed = seed + q_bar
        first = through_square(q, r[..., :rows], seed, r_bar[..., :rows])
        gradient = np.concatenate((first, q @ others), -1)
    return gradient


@adjoint(np.linalg.qr)
def qr(y, a, mode='reduced'):
    keep_factors(mode)
    if mode == 'r':
        q = np.linalg.qr(a)[0]
        r = y
        q_bar = 0.0
        r_bar = conjugated(d[y])
    else:
        q, r = y
        q_bar, r_bar = d[y]
        q_bar = conjugated(q_bar)
        r_bar = conjugated(r_bar)
    d[a] = conjugated(qr_adjoint(a, q, r, q_bar, r_bar, mode == 'complete'))


def qr_change(a, q, r, a_dot, complete):
    count = np.shape(a)[-1]
    more = q[..., count:] if complete else 0.0
    bottom = r[..., count:, :] if complete else 0.0
    if complete:
        q = q[..., :count]
        r = r[..., :count, :]
    rows = np.shape(a)[-2]
    if count <= rows:
        r_dot = changed(q, r, a_dot) @ r
        q_dot = (a_dot - q @ r_dot) @ inverse(r)
    else:
        square = r[..., :rows]
        change = a_dot[..., :rows]
        first = changed(q, square, change) @ square
        q_dot = (change - q @ first) @ inverse(square)
        rest = adjoint_of(q) @ a_dot[..., rows:] + adjoint_of(q_dot) @ a[..., rows:]
        r_dot = np.concatenate((first, rest), -1)
    if not complete:
        return q_dot, r_dot
    turned = -q @ (adjoint_of(q_dot) @ more)
    zeros = np.zeros_like(bottom)
    return np.concatenate((q_dot, turned), -1), np.concatenate((r_dot, zeros), -2)


@tangent(np.linalg.qr)
def qr_tangent(y, a, mode='reduced'):
    keep_factors(mode)
    if mode == 'r':
        q = np.linalg.qr(a)[0]
        r = y
    else:
        q, r = y
    q_dot, r_dot = qr_change(a, q, r, d[a], mode == 'complete')
    if mode == 'r':
        d[y] = r_dot
    else:
        d[y] = q_dot, r_dot


def keep_factors(mode):
    if mode == 'raw':
        refuse("np.linalg.qr with mode='raw'", "Use mode='reduced' or 'complete'.")


# The change of r over r, an upper triangle.
def changed(q, r, a_dot):
    inner = adjoint_of(q) @ a_dot @ inverse(r)
    return np.triu(inner + adjoint_of(inner), 1) + real_diagonal(inner)
