"""Products of vectors and matrices that are made of other products, and names of
numpy.linalg for functions of numpy.
"""
import math

import numpy as np

from tangentlite.rules.registry import d, definition, formula, linear
from tangentlite.runtime import inverse, unbroadcast
from tangentlite.templates.complex_numbers import conjugated


# Of vectors with three components, and with two, of which NumPy takes the third as 0;
# the product of two such has the third component alone.
@linear(np.cross, in_=('a', 'b'))
def cross(c, a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if axis is not None:
        axisa = axis
        axisb = axis
        axisc = axis
    if np.ndim(c) < max(np.ndim(a), np.ndim(b)):
        seed = np.expand_dims(d[c], -1)
        of_a = seed * a_quarter_back(b, axisb)
        of_b = -seed * a_quarter_back(a, axisa)
    else:
        of_a = np.cross(b, d[c], axisb, axisc)[..., : np.shape(a)[axisa]]
        of_b = np.cross(d[c], a, axisc, axisa)[..., : np.shape(b)[axisb]]
    d[a] = at_last_axis(of_a, a, axisa)
    d[b] = at_last_axis(of_b, b, axisb)


# Vectors with two components, turned.
def a_quarter_back(vectors, axis):
    rows = np.moveaxis(vectors, axis, -1)
    return np.stack((rows[..., 1], -rows[..., 0]), -1)


# What lies along the last axis as it lies in an array, summed where that broadcasts.
def at_last_axis(value, like, axis):
    if axis == -1 or np.ndim(like) == 1:
        return unbroadcast(value, like)
    summed = unbroadcast(value, np.moveaxis(like, axis, -1))
    return np.moveaxis(summed, -1, axis)


@formula(np.linalg.cross)
def linalg_cross(x1, x2, *, axis=-1):
    return np.cross(x1, x2, axis=axis)


if hasattr(np, 'matvec'):

    @linear(np.matvec, in_=('x1', 'x2'))
    def matvec(z, x1, x2):
        d[x1] = unbroadcast(np.expand_dims(d[z], -1) * np.expand_dims(x2, -2), x1)
        d[x2] = unbroadcast(np.matvec(np.swapaxes(x1, -1, -2), d[z]), x2)

    # The vector is conjugated.
    @linear(np.vecmat, in_=('x1', 'x2'))
    def vecmat(z, x1, x2):
        d[x1] = unbroadcast(conjugated(np.matvec(x2, d[z])), x1)
        column = np.expand_dims(conjugated(x1), -1)
        d[x2] = unbroadcast(column * np.expand_dims(d[z], -2), x2)


@linear(np.matrix_transpose, np.linalg.matrix_transpose, in_='x', may_view='x')
def matrix_transpose(y, x):
    d[x] = np.swapaxes(d[y], -1, -2)


@definition(np.linalg.matmul)
def linalg_matmul(x1, x2):
    return np.matmul(x1, x2)


@definition(np.linalg.tensordot)
def linalg_tensordot(x1, x2, *, axes=2):
    return np.tensordot(x1, x2, axes)


@definition(np.linalg.vecdot)
def linalg_vecdot(x1, x2, *, axis=-1):
    return np.vecdot(x1, x2, axis=axis)


@formula(np.linalg.outer)
def linalg_outer(x1, x2):
    return np.outer(x1, x2)


@definition(np.linalg.diagonal)
def linalg_diagonal(x, *, offset=0):
    return np.diagonal(x, offset, -2, -1)


@definition(np.linalg.trace)
def linalg_trace(x, *, offset=0, dtype=None):
    return np.trace(x, offset, -2, -1, dtype)


# Squares: the half power, and the matrix once more for an odd one.
@formula(np.linalg.matrix_power, may_view='a')
def matrix_power(a, n):
    if n < 0:
        return positive_power(inverse(a), -n)
    return positive_power(a, n)


def positive_power(a, n):
    if n == 0:
        return np.zeros_like(a) + np.eye(np.shape(a)[-1])
    if n == 1:
        return a
    half = positive_power(a, n // 2)
    return half @ half @ a if n % 2 else half @ half


# The same, with the axes of several dimensions taken as one.
@definition(np.linalg.tensorinv)
def tensorinv(a, ind=2):
    if ind <= 0:
        raise ValueError('Invalid ind argument.')
    shape = np.shape(a)
    rows = np.linalg.inv(np.reshape(a, (math.prod(shape[ind:]), -1)))
    return np.reshape(rows, shape[ind:] + shape[:ind])


@definition(np.linalg.tensorsolve)
def tensorsolve(a, b, axes=None):
    last = np.ndim(a)
    moved = a
    if axes is not None:
        moved = np.moveaxis(a, axes, tuple(range(last - len(axes), last)))
    shape = np.shape(moved)[np.ndim(b) - last :]
    rows = np.reshape(moved, (np.size(b), np.size(b)))
    return np.reshape(np.linalg.solve(rows, np.ravel(b)), shape)


# The vectors at the ends come first, so that as few matrices as possible are made.
@formula(np.linalg.multi_dot, takes_lists=True)
def multi_dot(arrays):
    if np.ndim(arrays[-1]) == 1:
        product = arrays[-1]
        for k in range(len(arrays) - 1):
            product = arrays[-2 - k] @ product
        return product
    product = arrays[0]
    for array in arrays[1:]:
        product = product @ array
    return product
