"""Factors of symmetric matrices that may be indefinite, by Bunch and Kaufman.

With rows and columns in the order of the pivots the matrix is l d l^H, where d has
blocks of one or two rows and l is the identity in these. So of m = l^-1 da l^-H the
blocks are the change of d, and what is beside them is l^-1 dl d, on the side of the
triangle that l has. Blocks and order are constant between the points where a pivot
changes. One triangle is read; it is taken to change symmetrically.
"""

import numpy as np
from scipy import linalg

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.runtime import inverse
from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.decompositions import diagonal_of
from tangentlite.templates.linalg import adjoint_of, transposed
from tangentlite.templates.subscripts import refuse


def keep_one(a):
    if np.ndim(a) > 2:
        refuse('scipy.linalg.ldl of a stack', 'Factor one after the other.')


# The other triangle of a matrix of which one is read.
def turned(a, hermitian):
    return adjoint_of(a) if hermitian else transposed(a)


# A block is where d has entries beside its diagonal.
def beside_blocks(blocks, lower):
    is_block = blocks != 0.0
    is_block = is_block | transposed(is_block)
    count = np.shape(blocks)[0]
    places = np.expand_dims(np.arange(count), 1) - np.arange(count)
    return (places > 0 if lower else places < 0) & ~is_block


# The inverse of d, of which pivots that are 0 are 1, and what to divide by for these: 0
# in their columns, but where nothing is divided.
def inverse_of_blocks(blocks):
    is_zero = np.all(blocks == 0.0, 0)
    return inverse(blocks + is_zero * diagonal_of(blocks)), is_zero


def divided(product, is_zero):
    return np.divide(product, np.where(is_zero & (product != 0.0), 0.0, 1.0))




@adjoint(linalg.ldl)
def ldl(y, A, lower=True, hermitian=True, overwrite_a=False, check_finite=True):
    keep_one(A)
    lu, blocks, perm = y
    lu_bar, blocks_bar, _ = d[y]
    factor = lu[perm]
    is_beside = beside_blocks(blocks, lower)
    inner = 0.0
    if np.ndim(blocks_bar) > 0:
        is_inside = (blocks != 0.0) | diagonal_of(blocks)
        inner = np.where(is_inside, conjugated(blocks_bar), 0.0)
    if np.ndim(lu_bar) > 0:
        turn = np.where(is_beside, adjoint_of(factor) @ conjugated(lu_bar)[perm], 0.0)
        unit, is_zero = inverse_of_blocks(blocks)
        inner = inner + divided(turn @ adjoint_of(unit), is_zero) * is_beside
    back = inverse(factor)
    right = back if hermitian else conjugated(back)
    whole = adjoint_of(back) @ inner @ right
    order = np.argsort(perm)
    whole = whole[order][:, order]
    d[A] = conjugated(0.5 * (whole + turned(whole, hermitian)))


@tangent(linalg.ldl)
def ldl_tangent(y, A, lower=True, hermitian=True, overwrite_a=False, check_finite=True):
    keep_one(A)
    lu, blocks, perm = y
    factor = lu[perm]
    change = 0.5 * (d[A] + turned(d[A], hermitian))
    back = inverse(factor)
    inner = back @ change[perm][:, perm] @ turned(back, hermitian)
    is_inside = (blocks != 0.0) | diagonal_of(blocks)
    is_beside = beside_blocks(blocks, lower)
    unit, is_zero = inverse_of_blocks(blocks)
    turn = divided(np.where(is_beside, inner, 0.0) @ unit, is_zero)
    lu_dot = factor @ np.where(is_beside, turn, 0.0)
    d[y] = lu_dot[np.argsort(perm)], np.where(is_inside, inner, 0.0), 0.0
