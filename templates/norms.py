"""Norms of vectors and of matrices, of all orders, and condition numbers.

Where a norm is zero so is its derivative: the subgradient of least norm.
"""
import math

import numpy as np

from tangentlite.rules.registry import adjoint, d, definition, formula, tangent
from tangentlite.runtime import inverse
from tangentlite.templates.complex_numbers import conjugated


@adjoint(np.linalg.norm)
def norm(y, x, ord=None, axis=None, keepdims=False):
    length = y
    seed = d[y]
    if axis is not None and not keepdims:
        length = np.expand_dims(y, axis)
        seed = np.expand_dims(d[y], axis)
    euclidean = is_euclidean(x, ord, axis)
    if euclidean:
        scale = np.divide(seed, length + (length == 0))
        d[x] = scale * conjugated(x)
    else:
        d[x] = seed * slope(x, length, ord, axis)


@tangent(np.linalg.norm)
def norm_tangent(y, x, ord=None, axis=None, keepdims=False):
    length = y
    if axis is not None and not keepdims:
        length = np.expand_dims(y, axis)
    euclidean = is_euclidean(x, ord, axis)
    if euclidean:
        products = d[x] * conjugated(x)
        total = np.sum(products, axis, keepdims=keepdims)
        d[y] = np.divide(total, y + (y == 0))
    else:
        products = d[x] * slope(x, length, ord, axis)
        d[y] = np.sum(products, axis, keepdims=keepdims)


def is_euclidean(x, ord, axis):
    if ord is None:
        return True
    if isinstance(ord, str):
        return ord == 'fro'
    return isinstance(ord, int) and ord == 2 and is_vector_norm(x, ord, axis)


# Whether the order is a number, and the norm one of vectors.
def is_vector_norm(x, ord, axis):
    if ord is None or isinstance(ord, str):
        return False
    if axis is None:
        return np.ndim(x) == 1
    return not isinstance(axis, tuple) or len(axis) == 1


# The derivative of a norm with respect to each entry.
def slope(x, length, ord, axis):
    of_vectors = is_vector_norm(x, ord, axis)
    if not of_vectors:
        axes = (0, 1) if axis is None else axis
        if ord == 1 or ord == -1:
            return of_sums(x, ord, axes[0], axes[1])
        if isinstance(ord, float) and (ord == np.inf or ord == -np.inf):
            return of_sums(x, ord, axes[1], axes[0])
        return of_singular_values(x, ord, axes)
    if ord == 0:
        return np.zeros_like(x)
    if ord == 1:
        return phase(x)
    size = np.abs(x)
    if isinstance(ord, float) and (ord == np.inf or ord == -np.inf):
        return shared(x, size == length, axis)
    scale = length + (length == 0)
    if ord == 2:
        return np.where(length == 0, 0.0, conjugated(x) / scale)
    ratio = np.divide(size, scale)
    powers = np.power(ratio + (ratio == 0), ord - 1.0)
    # of a negative order the norm is 0 beside entries that are not
    return phase(x) * np.where(length == 0, 0.0, powers)


# The derivative of the absolute value; an entry of 0 has the subgradient 0.
def phase(x):
    if np.iscomplexobj(x):
        size = np.abs(x)
        return np.conjugate(x) / (size + (size == 0))
    return np.sign(x)


# The largest and smallest entries share equally; of no entries there is none.
def shared(x, chosen, axis):
    count = np.sum(chosen, axis, keepdims=True)
    share = np.divide(1.0, count + (count == 0))
    return np.where(chosen, phase(x) * share, 0.0)


# The largest of the sums along an axis; for a negative order the smallest.
def of_sums(x, ord, summed, other):
    sums = np.sum(np.abs(x), summed, keepdims=True)
    if ord > 0:
        chosen = sums == np.max(sums, other, keepdims=True, initial=0.0)
    else:
        chosen = sums == np.min(sums, other, keepdims=True)
    return shared(x, chosen, other)


# Orders 2, -2 and 'nuc': Watson, Characterization of the subdifferential of some
# matrix norms (1992), the bases of the values that make the norm.
def of_singular_values(x, ord, axes):
    rank = np.ndim(x)
    lies = axes[0] % rank == rank - 2 and axes[1] % rank == rank - 1
    u, s, vh = np.linalg.svd(x if lies else np.moveaxis(x, axes, (-2, -1)), False)
    weights = s != 0
    if ord == 2:
        chosen = weights * (s == s[..., :1])
        weights = np.divide(chosen, np.sum(s == s[..., :1], -1, keepdims=True))
    elif ord == -2:
        chosen = weights * (s == s[..., -1:])
        weights = np.divide(chosen, np.sum(s == s[..., -1:], -1, keepdims=True))
    product = (u * np.expand_dims(weights, -2)) @ vh
    product = conjugated(product)
    return product if lies else np.moveaxis(product, (-2, -1), axes)


@definition(np.linalg.matrix_norm)
def matrix_norm(x, *, keepdims=False, ord='fro'):
    return np.linalg.norm(x, ord, (-2, -1), keepdims)


# Several axes become one, ahead of the others.
@definition(np.linalg.vector_norm)
def vector_norm(x, *, axis=None, keepdims=False, ord=2):
    if axis is None:
        total = np.linalg.norm(np.ravel(x), ord, 0)
    elif isinstance(axis, tuple):
        first = np.moveaxis(x, axis, tuple(range(len(axis))))
        count = math.prod(np.shape(first)[: len(axis)])
        rest = np.shape(first)[len(axis) :]
        total = np.linalg.norm(np.reshape(first, (count, *rest)), ord, 0)
    else:
        return np.linalg.norm(x, ord, axis, keepdims)
    if keepdims and axis is None:
        return np.reshape(total, (1,) * np.ndim(x))
    return np.expand_dims(total, axis) if keepdims else total


@formula(np.linalg.cond)
def cond(x, p=None):
    if p is None or p == 2:
        s = np.linalg.svd(x, False)[1]
        return np.divide(np.max(s, -1), np.min(s, -1))
    if p == -2:
        s = np.linalg.svd(x, False)[1]
        return np.divide(np.min(s, -1), np.max(s, -1))
    return matrix_norm(x, ord=p) * matrix_norm(inverse(x), ord=p)
