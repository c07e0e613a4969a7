"""LU with its permutation, RQ, products with Q, and bases of spaces."""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import inverse
from tangentlite.templates.linalg import adjoint_of, transposed


# With p the matrix of the permutation p.T a = l u. The change of the triangular factors
# is that of the leading square block in their bases, cut in two, and what of the others
# follows from it.
def factors(y, a, permute_l, p_indices):
    return linalg.lu(a) if permute_l or p_indices else y


@adjoint(linalg.lu)
def lu(y, a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    p, lower, upper = factors(y, a, permute_l, p_indices)
    if permute_l:
        seed, upper_bar = d[y]
    else:
        _, seed, upper_bar = d[y]
    lower_bar = seed + np.zeros_like(lower)
    upper_bar = upper_bar + np.zeros_like(upper)
    if permute_l:
        lower_bar = transposed(p) @ lower_bar
    count = np.shape(lower)[-1]
    left = transposed(inverse(lower[..., :count, :]))
    right = transposed(inverse(upper[..., :count]))
    if np.shape(a)[-2] >= np.shape(a)[-1]:
        rows = lower_bar @ right
        inner = np.triu((upper_bar - transposed(lower) @ rows) @ transposed(upper))
        square = left @ inner @ right
        first = rows[..., :count, :] + square
        rows = np.concatenate((first, rows[..., count:, :]), -2)
    else:
        rows = left @ upper_bar
        inner = transposed(lower) @ (lower_bar - rows @ transposed(upper))
        square = left @ np.tril(inner, -1) @ right
        first = rows[..., :count] + square
        rows = np.concatenate((first, rows[..., count:]), -1)
    d[a] = p @ rows


@tangent(linalg.lu)
def lu_tangent(
    y, a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False
):
    p, lower, upper = factors(y, a, permute_l, p_indices)
    rows = transposed(p) @ d[a]
    count = np.shape(lower)[-1]
    left = inverse(lower[..., :count, :])
    right = inverse(upper[..., :count])
    inner = left @ rows[..., :count, :count] @ right
    if np.shape(a)[-2] >= np.shape(a)[-1]:
        upper_dot = np.triu(inner) @ upper
        lower_dot = (rows - lower @ upper_dot) @ right
    else:
        lower_dot = lower @ np.tril(inner, -1)
        upper_dot = left @ (rows - lower_dot @ upper)
    if permute_l:
        d[y] = p @ lower_dot, upper_dot
    else:
        d[y] = 0.0, lower_dot, upper_dot


def reversed_both(a):
    return np.flip(a, (-2, -1))


# The QR of the adjoint with rows and columns in reverse, whose reflections are those of
# LAPACK.
@formula(linalg.rq)
def rq(a, overwrite_a=False, lwork=None, mode='full', check_finite=True):
    turned = adjoint_of(reversed_both(a))
    if mode == 'r':
        return reversed_both(adjoint_of(linalg.qr(turned, mode='r')[0]))
    q, r = linalg.qr(turned, mode=mode)
    return reversed_both(adjoint_of(r)), reversed_both(adjoint_of(q))


@formula(linalg.qr_multiply)
def qr_multiply(
    a, c, mode='right', pivoting=False, conjugate=False, overwrite_a=False,
    overwrite_c=False,
):  # fmt: skip
    if pivoting:
        q, r, p = linalg.qr(a, mode='economic', pivoting=True)
    else:
        q, r = linalg.qr(a, mode='economic')
    if conjugate:
        q = np.conjugate(q)
    product = q @ c if mode == 'left' else c @ q
    return (product, r, p) if pivoting else (product, r)


# As many singular vectors as there are values that are not but rounding.
def rank_of(s, a, rcond):
    size = np.maximum(np.shape(a)[-2], np.shape(a)[-1])
    relative = np.finfo(s.dtype).eps * size if rcond is None else rcond
    return np.sum(s > relative * np.max(s, initial=0.0))


@formula(linalg.orth)
def orth(A, rcond=None):
    u, s, _ = linalg.svd(A, full_matrices=False)
    return u[:, : rank_of(s, A, rcond)]


@formula(linalg.null_space)
def null_space(
    A, rcond=None, *, overwrite_a=False, check_finite=True, lapack_driver='gesdd'
):
    _, s, vh = linalg.svd(A, full_matrices=True, lapack_driver=lapack_driver)
    return adjoint_of(vh[rank_of(s, A, rcond) :])


# Of spaces that the columns span, whatever their bases: those of QR.
@formula(linalg.subspace_angles)
def subspace_angles(A, B):
    first = linalg.qr(A, mode='economic')[0]
    second = linalg.qr(B, mode='economic')[0]
    product = adjoint_of(first) @ second
    cosines = linalg.svdvals(product)[::-1]
    if np.shape(first)[1] >= np.shape(second)[1]:
        outside = second - first @ product
    else:
        outside = first - second @ adjoint_of(product)
    sines = linalg.svdvals(outside)
    is_small = cosines * cosines >= 0.5
    small = np.arcsin(np.where(is_small, sines, 0.0))
    return np.where(is_small, small, np.arccos(np.where(is_small, 0.0, cosines)))


@formula(linalg.orthogonal_procrustes)
def orthogonal_procrustes(A, B, check_finite=True):
    u, w, vt = linalg.svd(transposed(adjoint_of(B) @ A))
    return u @ vt, np.sum(w)
