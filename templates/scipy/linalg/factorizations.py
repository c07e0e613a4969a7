"""Factorizations into triangular and orthogonal matrices, and singular values.

Of a Hermitian matrix one triangle is read; it is taken to change symmetrically, so that
the gradient is symmetric too.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import half_lower
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.decompositions import svd_adjoint, svd_change
from tangentlite.templates.linalg import (
    adjoint_of,
    gradient_of_factored,
    hermitian_part,
)
from tangentlite.templates.orthogonal import qr_adjoint, qr_change
from tangentlite.templates.subscripts import refuse


# Murray, Differentiation of the Cholesky decomposition (2016), equation 8.
def change_of_factor(y, a_dot, lower):
    factor = y if lower else adjoint_of(y)
    left = linalg.solve_triangular(factor, hermitian_part(a_dot), 0, True)
    inner = linalg.solve_triangular(factor, adjoint_of(left), 0, True)
    change = factor @ half_lower(inner)
    return change if lower else adjoint_of(change)


@adjoint(linalg.cholesky)
def cholesky(y, a, lower=False, overwrite_a=False, check_finite=True):
    d[a] = gradient_of_factored(y, d[y], lower)


@tangent(linalg.cholesky)
def cholesky_tangent(y, a, lower=False, overwrite_a=False, check_finite=True):
    d[y] = change_of_factor(y, d[a], lower)


@adjoint(linalg.svd)
def svd(
    y, a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True,
    lapack_driver='gesdd',
):  # fmt: skip
    if compute_uv:
        gradient = svd_adjoint(y, d[y], full_matrices)
    else:
        u, _, vh = linalg.svd(a, False)
        gradient = (u * np.expand_dims(d[y], -2)) @ vh
    d[a] = conjugated(gradient)


@tangent(linalg.svd)
def svd_tangent(
    y, a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True,
    lapack_driver='gesdd',
):  # fmt: skip
    if compute_uv:
        d[y] = svd_change(y, d[a], full_matrices)
    else:
        u, _, vh = linalg.svd(a, False)
        d[y] = np.real(np.sum(conjugated(u) * (d[a] @ adjoint_of(vh)), -2))


@formula(linalg.svdvals)
def svdvals(a, overwrite_a=False, check_finite=True):
    return linalg.svd(a, False)[1]


def keep_factors(mode):
    if mode == 'raw':
        refuse("QR with mode='raw'", "Use mode='full' or 'economic'.")


# The columns in an order.
def in_order(a, order):
    if np.ndim(a) == 2:
        return a[:, order]
    return np.take_along_axis(a, np.expand_dims(order, -2), -1)


@adjoint(linalg.qr)
def qr(
    y, a, overwrite_a=False, lwork=None, mode='full', pivoting=False, check_finite=True
):
    keep_factors(mode)
    columns = in_order(a, y[-1]) if pivoting else a
    if mode == 'r':
        q = linalg.qr(columns)[0]
        r = y[0]
        q_bar = 0.0
        r_bar = conjugated(d[y][0])
    else:
        q, r = y[0], y[1]
        q_bar = conjugated(d[y][0])
        r_bar = conjugated(d[y][1])
    gradient = conjugated(qr_adjoint(columns, q, r, q_bar, r_bar, mode != 'economic'))
    d[a] = in_order(gradient, np.argsort(y[-1])) if pivoting else gradient


@tangent(linalg.qr)
def qr_tangent(
    y, a, overwrite_a=False, lwork=None, mode='full', pivoting=False, check_finite=True
):
    keep_factors(mode)
    columns = in_order(a, y[-1]) if pivoting else a
    moved = in_order(d[a], y[-1]) if pivoting else d[a]
    if mode == 'r':
        q = linalg.qr(columns)[0]
        r = y[0]
    else:
        q, r = y[0], y[1]
    q_dot, r_dot = qr_change(columns, q, r, moved, mode != 'economic')
    order = (0.0,) if pivoting else ()
    if mode == 'r':
        d[y] = (r_dot, *order)
    else:
        d[y] = (q_dot, r_dot, *order)


# What is unitary or not: of a matrix with no fewer rows than columns the other factor
# is the root of its product with itself.
@formula(linalg.polar)
def polar(a, side='right'):
    rows, columns = np.shape(a)
    if rows >= columns:
        root = linalg.sqrtm(adjoint_of(a) @ a)
        root = root if np.iscomplexobj(a) else np.real(root)
        u = a @ linalg.inv(root)
    else:
        root = linalg.sqrtm(a @ adjoint_of(a))
        root = root if np.iscomplexobj(a) else np.real(root)
        u = linalg.inv(root) @ a
    p = adjoint_of(u) @ a if side == 'right' else a @ adjoint_of(u)
    return u, p


