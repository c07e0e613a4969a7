"""Vector norms of all orders, and the Frobenius norm.

Where a norm is zero so is its derivative: the subgradient of least norm.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, tangent


@adjoint(np.linalg.norm)
def norm(y, x, ord=None, axis=None, keepdims=False):
    length = y
    seed = d[y]
    if axis is not None and not keepdims:
        length = np.expand_dims(y, axis)
        seed = np.expand_dims(d[y], axis)
    euclidean = is_euclidean(x, ord, axis)
    of_vectors = is_vector_norm(x, ord, axis)
    if euclidean:
        scale = np.divide(seed, length + (length == 0))
        d[x] = scale * (np.conjugate(x) if np.iscomplexobj(x) else x)
    elif of_vectors:
        d[x] = seed * slope(x, length, ord, axis)


# The derivative with respect to an order that varies is not known: nan.
@tangent(np.linalg.norm)
def norm_tangent(y, x, ord=None, axis=None, keepdims=False):
    length = y
    if axis is not None and not keepdims:
        length = np.expand_dims(y, axis)
    euclidean = is_euclidean(x, ord, axis)
    of_vectors = is_vector_norm(x, ord, axis)
    if of_vectors and d[ord] != 0.0:
        d[y] = np.nan * y
    elif euclidean:
        products = d[x] * (np.conjugate(x) if np.iscomplexobj(x) else x)
        total = np.sum(products, axis, keepdims=keepdims)
        d[y] = np.divide(total, y + (y == 0))
    elif of_vectors:
        products = d[x] * slope(x, length, ord, axis)
        d[y] = np.sum(products, axis, keepdims=keepdims)


# The order 2 of a matrix is its largest singular value.
def is_euclidean(x, ord, axis):
    if ord is None:
        return True
    if isinstance(ord, str):
        return ord == 'fro'
    vectors = is_vector_norm(x, ord, axis)
    return isinstance(ord, int) and ord == 2 and vectors


# Whether the order is a number, and the norm one of real vectors.
def is_vector_norm(x, ord, axis):
    if ord is None or isinstance(ord, str) or np.iscomplexobj(x):
        return False
    if axis is None:
        return np.ndim(x) == 1
    return not isinstance(axis, tuple) or len(axis) == 1


# The derivative of a norm with respect to each entry. The largest and smallest entries
# share equally; an entry of 0 has the subgradient 0.
def slope(x, length, ord, axis):
    size = np.abs(x)
    if isinstance(ord, int) and ord == 0:
        return np.zeros_like(x)
    if isinstance(ord, int) and ord == 1:
        return np.sign(x)
    if isinstance(ord, float) and (ord == np.inf or ord == -np.inf):
        chosen = size == length
        share = np.divide(1.0, np.sum(chosen, axis, keepdims=True))
        return np.where(chosen, np.sign(x) * share, 0.0)
    ratio = np.divide(size, length + (length == 0))
    return np.sign(x) * np.power(ratio + (ratio == 0), ord - 1.0)
