"""Eigenvalues and vectors.

Of a Hermitian matrix one triangle is read; it is taken to change symmetrically, so that
the gradient is symmetric too. A second matrix changes the lengths of the vectors.
"""
import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, formula, tangent
from tangentlite.runtime import inverse
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.decompositions import (
    as_diagonals,
    diagonal_of,
    gaps,
    off_diagonal,
    quotient,
    unread,
)
from tangentlite.templates.linalg import adjoint_of, hermitian_part, transposed
from tangentlite.templates.scipy.linalg.selected_eigenpairs import (
    left_factor,
    values_change,
    vectors_change,
)
from tangentlite.templates.subscripts import refuse


def keep_type(a, b, type, by_index, by_value, eigvals_only):
    if b is not None and type != 1:
        refuse('eigenvalues of type 2 or 3', 'Multiply by one of the matrices.')
    if by_value is not None:
        refuse('eigenvalues by value', 'Give subset_by_index.')
    if not eigvals_only and by_index is not None:
        if b is not None or np.ndim(a) > 2:
            what = 'some of the eigenvectors of several matrices'
            refuse(what, 'Take all and index them.')


@adjoint(linalg.eigh, takes_lists=True)
def eigh(
    y, a, b=None, *, lower=True, eigvals_only=False, overwrite_a=False,
    overwrite_b=False, type=1, check_finite=True, subset_by_index=None,
    subset_by_value=None, driver=None,
):  # fmt: skip
    keep_type(a, b, type, subset_by_index, subset_by_value, eigvals_only)
    of_lengths = 0.0
    if eigvals_only:
        w, v = linalg.eigh(a, b, lower=lower)
        w_bar = whole_values(d[y], w, subset_by_index)
        inner = as_diagonals(w_bar)
    elif subset_by_index is not None:
        w, v = y
        others, everyone = linalg.eigh(a, lower=lower)
        left = left_factor(w, v, d[y][0], d[y][1], others, everyone)
        inner = 0.0
    else:
        w, v = y
        w_bar, v_bar = d[y]
        if np.ndim(v_bar) == 0:
            inner = as_diagonals(w_bar)
        else:
            turn = adjoint_of(v) @ conjugated(v_bar)
            inner = quotient(off_diagonal(turn, w), gaps(w), unread(v_bar))
            of_lengths = np.where(diagonal_of(w), 0.5 * turn, 0.0)
            if np.ndim(w_bar) > 0:
                inner = inner + as_diagonals(w_bar)
    if subset_by_index is None or eigvals_only:
        left = v @ inner
    d[a] = conjugated(hermitian_part(left @ adjoint_of(v)))
    if b is not None:
        scaled = inner * np.expand_dims(w, -2) + of_lengths
        d[b] = -conjugated(hermitian_part(v @ scaled @ adjoint_of(v)))


# The seeds of all values from those of some.
def whole_values(seed, w, by_index):
    if by_index is not None:
        whole = np.zeros_like(w)
        whole[by_index[0] : by_index[1] + 1] = seed
        return whole
    return seed


@tangent(linalg.eigh)
def eigh_tangent(
    y, a, b=None, *, lower=True, eigvals_only=False, overwrite_a=False,
    overwrite_b=False, type=1, check_finite=True, subset_by_index=None,
    subset_by_value=None, driver=None,
):  # fmt: skip
    keep_type(a, b, type, subset_by_index, subset_by_value, eigvals_only)
    if eigvals_only:
        w, v = linalg.eigh(a, b, lower=lower)
    else:
        w, v = y
    inner = 0.0
    of_lengths = 0.0
    if np.ndim(d[a]) > 0:
        inner = adjoint_of(v) @ hermitian_part(d[a]) @ v
    if b is not None and np.ndim(d[b]) > 0:
        moved = adjoint_of(v) @ hermitian_part(d[b]) @ v
        inner = inner - moved * np.expand_dims(w, -2)
        of_lengths = np.where(diagonal_of(w), 0.5 * moved, 0.0)
    w_dot = np.real(np.diagonal(inner, 0, -2, -1))
    if eigvals_only:
        if subset_by_index is not None:
            d[y] = w_dot[subset_by_index[0] : subset_by_index[1] + 1]
        else:
            d[y] = w_dot
    elif subset_by_index is not None:
        change = hermitian_part(d[a])
        others, everyone = linalg.eigh(a, lower=lower)
        v_dot = vectors_change(w, v, change, others, everyone)
        d[y] = values_change(v, change), v_dot
    else:
        turn = off_diagonal(inner, w)
        turn = quotient(turn, gaps(w), turn == 0)
        d[y] = w_dot, v @ (turn - of_lengths)


@formula(linalg.eigvalsh, takes_lists=True)
def eigvalsh(
    a, b=None, *, lower=True, overwrite_a=False, overwrite_b=False, type=1,
    check_finite=True, subset_by_index=None, subset_by_value=None, driver=None,
):  # fmt: skip
    return linalg.eigh(
        a, b, lower=lower, eigvals_only=True, type=type,
        subset_by_index=subset_by_index, subset_by_value=subset_by_value,
    )  # fmt: skip


def keep_plain(left, right, homogeneous):
    if left or not right or homogeneous:
        refuse('scipy.linalg.eig with options', 'Use eig(a), or eigvals(a).')


# The columns of b v, over which the changes of a and b are divided.
def images(v, b):
    return v if b is None else b @ v


# Of a real matrix the values are complex too.
@adjoint(linalg.eig, real_or_complex=True)
def eig(
    y, a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False,
    check_finite=True, homogeneous_eigvals=False,
):  # fmt: skip
    keep_plain(left, right, homogeneous_eigvals)
    w, v = y
    w_bar, v_bar = d[y]
    if np.ndim(v_bar) == 0:
        inner = as_diagonals(w_bar)
    else:
        own = np.sum(v * v_bar, -2, keepdims=True)
        inner = transposed(v) @ (v_bar - conjugated(v) * own)
        inner = quotient(off_diagonal(inner, w), gaps(w), unread(v_bar))
        if np.ndim(w_bar) > 0:
            inner = inner + as_diagonals(w_bar)
    rows = transposed(inverse(images(v, b))) @ inner
    d[a] = rows @ transposed(v)
    d[b] = -rows @ transposed(v * np.expand_dims(w, -2))


@tangent(linalg.eig)
def eig_tangent(
    y, a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False,
    check_finite=True, homogeneous_eigvals=False,
):  # fmt: skip
    keep_plain(left, right, homogeneous_eigvals)
    w, v = y
    moved = 0.0
    if np.ndim(d[a]) > 0:
        moved = d[a] @ v
    if b is not None and np.ndim(d[b]) > 0:
        moved = moved - d[b] @ (v * np.expand_dims(w, -2))
    inner = inverse(images(v, b)) @ moved
    turn = off_diagonal(inner, w)
    v_dot = v @ quotient(turn, gaps(w), turn == 0)
    own = np.sum(conjugated(v) * v_dot, -2, keepdims=True)
    d[y] = np.diagonal(inner, 0, -2, -1), v_dot - v * own


@formula(linalg.eigvals, real_or_complex=True)
def eigvals(
    a, b=None, overwrite_a=False, check_finite=True, homogeneous_eigvals=False
):
    keep_plain(False, True, homogeneous_eigvals)
    return linalg.eig(a, b)[0]
