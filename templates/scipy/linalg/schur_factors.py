"""The Schur form of a matrix, of a real one with blocks for pairs of eigenvalues.

With m = z^H da z and the skew-Hermitian k = z^H dz the change of t is m - (k t - t k),
which is zero under the diagonal and its blocks. That determines the lower part of k
(Konstantinov, Petkov and Christov, Nonlocal perturbation analysis of the Schur system
of a matrix, 1994): in a basis of eigenvectors of t, which is upper triangular as well,
it is a quotient by gaps of eigenvalues. LAPACK turns a block of two rows until its
diagonal is constant (dlanv2), which determines how far. Columns of a complex z are
taken not to turn in the complex plane. Where eigenvalues are repeated, or a block has
turned equal numbers of opposite signs beside its diagonal, z is not determined: what
depends on how it changes has a derivative that is no number, or infinite.
"""

import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import inverse
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.decompositions import gaps, off_diagonal, quotient
from tangentlite.templates.linalg import adjoint_of
from tangentlite.templates.subscripts import refuse


def eigenvectors(t):
    """Return eigenvectors of a Schur form in the order of its diagonal, as columns."""
    whole, turn = linalg.rsf2csf(t, np.eye(t.shape[0]))
    values = np.diagonal(whole)
    found = np.eye(t.shape[0], dtype=whole.dtype)
    for row in range(t.shape[0] - 2, -1, -1):
        after = whole[row, row + 1 :] @ found[row + 1 :, row + 1 :]
        gap = values[row + 1 :] - values[row]
        with np.errstate(divide='ignore', invalid='ignore'):
            found[row, row + 1 :] = np.where(after == 0.0, 0.0, after / gap)
    return turn @ found


def values_of(t, x):
    return np.diagonal(inverse(x) @ t @ x)


# How long they are does not matter to what is made of them.
@adjoint(eigenvectors)
def eigenvectors_adjoint(x, t):
    back = adjoint_of(inverse(x))
    w = values_of(t, x)
    turn = adjoint_of(x) @ conjugated(d[x])
    turn = off_diagonal(turn, w)
    inner = quotient(turn, conjugated(gaps(w)), turn == 0)
    d[t] = conjugated(back @ inner @ adjoint_of(x))


@tangent(eigenvectors)
def eigenvectors_tangent(x, t):
    inner = inverse(x) @ d[t] @ x
    w = values_of(t, x)
    inner = off_diagonal(inner, w)
    d[x] = x @ quotient(inner, gaps(w), inner == 0)


# True under the diagonal and its blocks, whose second rows begin beside the diagonal.
def under_blocks(t):
    count = np.shape(t)[0]
    places = np.expand_dims(np.arange(count), 1) - np.arange(count)
    return (places > 0) & ((places > 1) | (t == 0.0))


# The lower part of what is m after multiplication with t from the right less that from
# the left, and its adjoint.
def lower_part(m, t, is_under):
    x = eigenvectors(t)
    back = inverse(x)
    inner = np.where(is_under, back @ m @ x, 0.0)
    inner = quotient(inner, gaps(values_of(t, x)), inner == 0)
    return as_alike(np.where(is_under, x @ inner @ back, 0.0), t)


def onto_lower_part(seed, t, is_under):
    x = eigenvectors(t)
    back = inverse(x)
    inner = np.where(is_under, adjoint_of(x) @ seed @ adjoint_of(back), 0.0)
    inner = quotient(inner, conjugated(gaps(values_of(t, x))), inner == 0)
    return as_alike(adjoint_of(back) @ inner @ adjoint_of(x), t)


def as_alike(a, t):
    return a if np.iscomplexobj(t) else np.real(a)


def bracket(a, b):
    return a @ b - b @ a


# Of a block that turns by an angle the entries of its diagonal move apart, twice as far
# as the sum of the others says.
def twice_sums(t):
    is_block = np.diagonal(t, -1) != 0.0
    sums = np.diagonal(t, 1) + np.diagonal(t, -1)
    return is_block, np.where(is_block, 2.0 * sums, 1.0)


def keep_one(a):
    if np.ndim(a) > 2:
        refuse('a Schur form of a stack', 'Take that of one after the other.')


@adjoint(linalg.schur)
def schur(
    y, a, output='real', lwork=None, overwrite_a=False, sort=None, check_finite=True
):
    keep_one(a)
    t, z = y[0], y[1]
    t_bar, z_bar = d[y][0], d[y][1]
    is_under = under_blocks(t)
    turned = adjoint_of(t)
    inner = np.zeros_like(t)
    of_turn = np.zeros_like(t)
    if np.ndim(t_bar) > 0:
        inner = np.where(is_under, 0.0, conjugated(t_bar))
    if np.ndim(z_bar) > 0:
        of_turn = adjoint_of(z) @ conjugated(z_bar)
    if not np.iscomplexobj(t):
        # the turns of the blocks
        is_block, sums = twice_sums(t)
        both = of_turn - bracket(inner, turned)
        of_angle = np.diagonal(both, -1) - np.diagonal(both, 1)
        of_angle = np.where(is_block, of_angle, 0.0)
        of_angle = quotient(of_angle, sums, of_angle == 0.0)
        own = np.pad(of_angle, (1, 0)) - np.pad(of_angle, (0, 1))
        inner = inner + np.diag(own[: np.shape(t)[0]])
    of_turn = of_turn - bracket(inner, turned)
    seed = np.where(is_under, of_turn - adjoint_of(of_turn), 0.0)
    inner = inner + onto_lower_part(seed, t, is_under)
    d[a] = conjugated(z @ inner @ adjoint_of(z))


@tangent(linalg.schur)
def schur_tangent(
    y, a, output='real', lwork=None, overwrite_a=False, sort=None, check_finite=True
):
    keep_one(a)
    t, z = y[0], y[1]
    is_under = under_blocks(t)
    change = adjoint_of(z) @ d[a] @ z
    below = lower_part(change, t, is_under)
    turn = below - adjoint_of(below)
    change = change - bracket(turn, t)
    if not np.iscomplexobj(t):
        is_block, sums = twice_sums(t)
        apart = np.diagonal(change)[1:] - np.diagonal(change)[:-1]
        apart = np.where(is_block, apart, 0.0)
        angle = quotient(apart, sums, apart == 0.0)
        count = np.shape(t)[0]
        rows = np.expand_dims(np.pad(angle, (1, 0))[:count], 1)
        own = np.where(np.eye(count, k=-1, dtype=bool), rows, 0.0)
        own = own - own.T
        turn = turn + own
        change = change - bracket(own, t)
    t_dot = np.where(is_under, 0.0, change)
    d[y] = (t_dot, z @ turn) if sort is None else (t_dot, z @ turn, 0.0)


# As SciPy does it: from below each block is turned so that the first eigenvalue that
# LAPACK gives comes first.
@formula(linalg.rsf2csf)
def rsf2csf(T, Z, check_finite=True):
    t, z = np.copy(T + 0.0j), np.copy(Z + 0.0j)
    eps = np.finfo(float).eps
    for m in range(np.shape(t)[0] - 1, 0, -1):
        below = t[m, m - 1]
        if np.abs(below) > eps * (np.abs(t[m - 1, m - 1]) + np.abs(t[m, m])):
            first = linalg.eigvals(t[m - 1 : m + 1, m - 1 : m + 1])[0] - t[m, m]
            length = np.sqrt(np.abs(first) ** 2 + np.abs(below) ** 2)
            c, s = first / length, below / length
            turn = np.stack((np.stack((np.conj(c), s)), np.stack((-s, c))))
            back = np.conj(turn.T)
            t[m - 1 : m + 1, m - 1 :] = turn @ t[m - 1 : m + 1, m - 1 :]
            t[: m + 1, m - 1 : m + 1] = t[: m + 1, m - 1 : m + 1] @ back
            z[:, m - 1 : m + 1] = z[:, m - 1 : m + 1] @ back
        t[m, m - 1] = 0.0
    return t, z
