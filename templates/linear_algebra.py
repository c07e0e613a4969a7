"""Products of vectors, matrices and stacks of matrices."""
import math
import operator

import numpy as np

from tangentlite.rules.registry import d, linear
from tangentlite.runtime import sum_of_products, unbroadcast


@linear(np.matmul, operator.matmul, in_=('x', 'y'))
def matmul(z, x, y):
    if np.ndim(x) == 1 and np.ndim(y) == 1:
        d[x] = d[z] * y
        d[y] = d[z] * x
    elif np.ndim(x) == 2 and np.ndim(y) == 2:
        d[x] = d[z] @ y.T
        d[y] = x.T @ d[z]
    elif np.ndim(x) == 2 and np.ndim(y) == 1:
        d[x] = np.outer(d[z], y)
        d[y] = x.T @ d[z]
    elif np.ndim(x) == 1 and np.ndim(y) == 2:
        d[x] = y @ d[z]
        d[y] = np.outer(x, d[z])
    elif np.ndim(y) == 1:
        d[x] = np.expand_dims(d[z], -1) * y
        d[y] = np.ravel(d[z]) @ np.reshape(x, (np.size(z), np.size(y)))
    elif np.ndim(x) == 1:
        rows = np.reshape(np.moveaxis(y, -2, 0), (np.size(x), np.size(z)))
        d[x] = rows @ np.ravel(d[z])
        d[y] = np.expand_dims(x, -1) * np.expand_dims(d[z], -2)
    elif np.ndim(y) == 2:
        # Many products with one small matrix are faster if its rows lie in order.
        d[x] = d[z] @ np.ascontiguousarray(y.T)
        d[y] = sum_of_products(x, d[z])
    else:
        d[x] = unbroadcast(d[z] @ np.swapaxes(y, -1, -2), x)
        d[y] = unbroadcast(np.swapaxes(x, -1, -2) @ d[z], y)


# A sum over the last axis of a and the last but one of b; the other axes of a come
# before those of b in the result.
@linear(np.dot, in_=('a', 'b'))
def dot(z, a, b):
    if np.ndim(a) == 0 and np.ndim(b) == 0:
        d[a] = d[z] * b
        d[b] = d[z] * a
    elif np.ndim(a) == 0:
        d[a] = np.sum(d[z] * b)
        d[b] = d[z] * a
    elif np.ndim(b) == 0:
        d[a] = d[z] * b
        d[b] = np.sum(d[z] * a)
    elif np.ndim(a) == 1 and np.ndim(b) == 1:
        d[a] = d[z] * b
        d[b] = d[z] * a
    elif np.ndim(a) == 2 and np.ndim(b) == 2:
        d[a] = d[z] @ b.T
        d[b] = a.T @ d[z]
    elif np.ndim(a) == 2 and np.ndim(b) == 1:
        d[a] = np.outer(d[z], b)
        d[b] = a.T @ d[z]
    elif np.ndim(a) == 1 and np.ndim(b) == 2:
        d[a] = b @ d[z]
        d[b] = np.outer(a, d[z])
    elif np.ndim(b) == 1:
        d[a] = np.expand_dims(d[z], -1) * b
        d[b] = np.ravel(d[z]) @ np.reshape(a, (np.size(z), np.size(b)))
    elif np.ndim(b) == 2:
        d[a] = d[z] @ b.T
        d[b] = sum_of_products(a, d[z])
    elif np.ndim(a) == 1:
        rows = np.reshape(np.moveaxis(b, -2, 0), (np.size(a), np.size(z)))
        d[a] = rows @ np.ravel(d[z])
        d[b] = np.expand_dims(a, -1) * np.expand_dims(d[z], -2)
    else:
        if np.ndim(a) == 2:
            rows = a
            seeds = np.moveaxis(d[z], 0, -2)
        else:
            count = math.prod(np.shape(a)[:-1])
            rows = np.reshape(a, (count, np.shape(a)[-1]))
            columns = np.shape(z)[np.ndim(a) - 1 :]
            seeds = np.moveaxis(np.reshape(d[z], (count,) + columns), 0, -2)
        total = seeds @ np.swapaxes(b, -1, -2)
        for _ in range(np.ndim(b) - 2):
            total = np.sum(total, 0)
        d[a] = total if np.ndim(a) == 2 else np.reshape(total, np.shape(a))
        d[b] = rows.T @ seeds


@linear(np.outer, in_=('a', 'b'))
def outer(z, a, b):
    if np.ndim(a) == 1 and np.ndim(b) == 1:
        d[a] = d[z] @ b
        d[b] = a @ d[z]
    else:
        d[a] = np.reshape(d[z] @ np.ravel(b), np.shape(a))
        d[b] = np.reshape(np.ravel(a) @ d[z], np.shape(b))


@linear(sum_of_products, in_=('x', 'y'))
def stacked(z, x, y):
    d[x] = y @ d[z].T
    d[y] = x @ d[z]
