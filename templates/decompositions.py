"""Eigenvalues and singular values of matrices, of single ones and of stacks.

With P = U^H da V the change of a matrix in the bases of its decomposition, the changes
of the bases are multiples of them by skew-Hermitian matrices, whose entries are those
of P over differences and sums of the values: Giles (2008), sections 3.1 and 3.2; for
complex matrices Wan and Zhang, Automatic differentiation for complex SVD (2019).
Bases of repeated values are not determined: where a derivative depends on how they
change it is no number, or infinite, where something is divided by 0. It is neither with
respect to vectors that nothing depends on.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, elementwise, formula, tangent
from tangentlite.runtime import inverse
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.linalg import (
    adjoint_of,
    hermitian_part,
    transposed,
)


def skew_part(a):
    return 0.5 * (a - adjoint_of(a))


# Entry i, j is w[i] + w[j].
def sums(w):
    return np.expand_dims(w, -2) + np.expand_dims(w, -1)


# Entry i, j is w[j] - w[i], 0 where that is but rounding: the bases of such values are
# not determined either. The diagonal, where nothing is divided, is 1.
def gaps(w):
    gap = np.expand_dims(w, -2) - np.expand_dims(w, -1)
    largest = np.max(np.abs(w), -1, keepdims=True, initial=0.0)
    limit = 100.0 * np.finfo(w.dtype).eps * np.expand_dims(largest, -1)
    is_gap = np.abs(gap) > limit
    return np.where(is_gap, gap, 0.0) + diagonal_of(w)


# True on the diagonal of a matrix with a row for each value.
def diagonal_of(w):
    return np.eye(np.shape(w)[-1], dtype=bool)


# Entry i, j says that nothing depends on vectors i and j, by the columns of adjoints.
def unread(columns):
    zero = np.all(columns == 0, -2)
    return np.expand_dims(zero, -2) & np.expand_dims(zero, -1)


def quotient(x, y, is_none):
    """Return x / y, and 0 where `is_none` says that x is 0 and nothing is divided."""
    return np.divide(x, np.where(is_none, 1.0, y))


# How x changes where it is 0 is divided by y: an x that nothing depends on may begin to
# matter, as the cotangent of a residual that is 0 where a fit is exact.
@elementwise(quotient)
def quotient_slopes(z, x, y, is_none):
    d[x] = quotient(d[z], y, is_none & (d[z] == 0))
    d[y] = quotient(-d[z] * z, y, is_none)


def off_diagonal(a, w):
    return np.where(diagonal_of(w), 0.0, a)


# The values as diagonal matrices.
def as_diagonals(values):
    return np.expand_dims(values, -1) * diagonal_of(values)


# The argument is taken to change symmetrically, so that the gradient is symmetric too.
@adjoint(np.linalg.eigh)
def eigh(y, a, UPLO='L'):
    w, v = y
    w_bar, v_bar = d[y]
    if np.ndim(v_bar) == 0:
        gradient = (v * np.expand_dims(w_bar, -2)) @ adjoint_of(v)
    else:
        turn = skew_part(adjoint_of(v) @ conjugated(v_bar))
        inner = quotient(off_diagonal(turn, w), gaps(w), unread(v_bar))
        if np.ndim(w_bar) > 0:
            inner = inner + as_diagonals(w_bar)
        gradient = v @ inner @ adjoint_of(v)
    d[a] = conjugated(gradient)


@tangent(np.linalg.eigh)
def eigh_tangent(y, a, UPLO='L'):
    w, v = y
    inner = hermitian_part(adjoint_of(v) @ d[a] @ v)
    w_dot = np.real(np.diagonal(inner, 0, -2, -1))
    inner = off_diagonal(inner, w)
    d[y] = w_dot, v @ quotient(inner, gaps(w), inner == 0)


@formula(np.linalg.eigvalsh)
def eigvalsh(a, UPLO='L'):
    return np.linalg.eigh(a, UPLO)[0]


# Columns over the values, but for those that are 0.
def over_values(columns, s):
    return quotient(columns, np.expand_dims(s, -2), columns == 0)


# The derivative of u in the span of its columns and that of v, of both in the bases,
# depend on the symmetric part of P over differences and on its skew part over sums.
# What is outside of the span changes by the part of da outside of it. Columns beyond
# the number of singular values (full_matrices) turn with the others.
def svd_adjoint(y, y_bar, full_matrices):
    u, s, vh = y
    u_bar, s_bar, vh_bar = y_bar
    count = np.shape(s)[-1]
    left = u[..., :count] if full_matrices else u
    right = vh[..., :count, :] if full_matrices else vh
    if np.ndim(u_bar) == 0 and np.ndim(vh_bar) == 0:
        return (left * np.expand_dims(s_bar, -2)) @ right
    of_u = 0.0
    of_v = 0.0
    outside = 0.0
    is_none = True
    if np.ndim(u_bar) > 0:
        seed = conjugated(u_bar)
        own = seed[..., :count] if full_matrices else seed
        turn = adjoint_of(left) @ own
        of_u = skew_part(turn)
        is_none = unread(own)
        away = own - left @ turn
        if full_matrices:
            others = adjoint_of(seed[..., count:]) @ left
            away = away - u[..., count:] @ others
        outside = over_values(away, s) @ right
    if np.ndim(vh_bar) > 0:
        seed = conjugated(vh_bar)
        own = seed[..., :count, :] if full_matrices else seed
        turn = own @ adjoint_of(right)
        of_v = skew_part(turn)
        is_none = is_none & unread(transposed(own))
        away = own - turn @ right
        if full_matrices:
            others = right @ adjoint_of(seed[..., count:, :])
            away = away - others @ vh[..., count:, :]
        rows = transposed(over_values(transposed(away), s))
        outside = outside + left @ rows
    apart = off_diagonal(of_u - of_v, s)
    gap = gaps(s)
    is_unread = is_none
    if np.ndim(s_bar) == 0:
        # A function of u @ vh alone does not depend on the choice of the bases. Of a
        # cotangent that is 0 that cannot be told, unless something is divided by 0.
        sizes = np.abs(of_u) + np.abs(of_v)
        is_alike = np.abs(apart) <= 500.0 * np.finfo(s.dtype).eps * sizes
        is_alike = is_alike & ((sizes > 0) | (gap == 0))
        apart = np.where(is_alike, 0.0, apart)
        is_unread = is_none | is_alike
    inner = quotient(apart, gap, is_unread)
    inner = inner + quotient(of_u + of_v, sums(s), is_none)
    if np.ndim(s_bar) > 0:
        inner = inner + as_diagonals(s_bar)
    return left @ inner @ right + outside


def svd_change(y, change, full_matrices):
    u, s, vh = y
    count = np.shape(s)[-1]
    left = u[..., :count] if full_matrices else u
    right = vh[..., :count, :] if full_matrices else vh
    columns = change @ adjoint_of(right)
    rows = adjoint_of(left) @ change
    inner = adjoint_of(left) @ columns
    s_dot = np.real(np.diagonal(inner, 0, -2, -1))
    even = off_diagonal(hermitian_part(inner), s)
    even = quotient(even, gaps(s), even == 0)
    odd = skew_part(inner)
    odd = quotient(odd, sums(s), odd == 0)
    columns = over_values(columns, s)
    rows = transposed(over_values(transposed(rows), s))
    across = adjoint_of(left) @ columns
    down = rows @ adjoint_of(right)
    u_dot = columns + left @ (even + odd - across)
    vh_dot = rows + (odd - even - down) @ right
    if full_matrices:
        more = u[..., count:]
        u_dot = np.concatenate((u_dot, -left @ (adjoint_of(columns) @ more)), -1)
        more = vh[..., count:, :]
        added = -(more @ adjoint_of(rows)) @ right
        vh_dot = np.concatenate((vh_dot, added), -2)
    return u_dot, s_dot, vh_dot


@adjoint(np.linalg.svd)
def svd(y, a, full_matrices=True, compute_uv=True, hermitian=False):
    if not compute_uv:
        u, _, vh = np.linalg.svd(a, False)
        gradient = (u * np.expand_dims(d[y], -2)) @ vh
    else:
        gradient = svd_adjoint(y, d[y], full_matrices)
    d[a] = conjugated(hermitian_part(gradient) if hermitian else gradient)


@tangent(np.linalg.svd)
def svd_tangent(y, a, full_matrices=True, compute_uv=True, hermitian=False):
    change = hermitian_part(d[a]) if hermitian else d[a]
    if not compute_uv:
        u, _, vh = np.linalg.svd(a, False)
        d[y] = np.real(np.sum(conjugated(u) * (change @ adjoint_of(vh)), -2))
    else:
        d[y] = svd_change(y, change, full_matrices)


@formula(np.linalg.svdvals)
def svdvals(x):
    return np.linalg.svd(x, False)[1]


# Giles, section 3.1. The columns of v keep their length, and are taken not to turn in
# the complex plane.
@adjoint(np.linalg.eig, real_or_complex=True)
def eig(y, a):
    w, v = y
    w_bar, v_bar = d[y]
    if np.ndim(v_bar) == 0:
        inner = np.expand_dims(w_bar, -1) * transposed(v)
    else:
        own = np.sum(v * v_bar, -2, keepdims=True)
        inner = transposed(v) @ (v_bar - conjugated(v) * own)
        inner = quotient(off_diagonal(inner, w), gaps(w), unread(v_bar))
        if np.ndim(w_bar) > 0:
            inner = inner + as_diagonals(w_bar)
        inner = inner @ transposed(v)
    d[a] = transposed(inverse(v)) @ inner


@tangent(np.linalg.eig)
def eig_tangent(y, a):
    w, v = y
    inner = inverse(v) @ d[a] @ v
    turn = off_diagonal(inner, w)
    v_dot = v @ quotient(turn, gaps(w), turn == 0)
    own = np.sum(conjugated(v) * v_dot, -2, keepdims=True)
    d[y] = np.diagonal(inner, 0, -2, -1), v_dot - v * own


@formula(np.linalg.eigvals, real_or_complex=True)
def eigvals(a):
    return np.linalg.eig(a)[0]
