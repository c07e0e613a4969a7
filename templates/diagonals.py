"""Diagonals and triangles of matrices and of stacks of matrices."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, linear, tangent
from tangentlite.runtime import diagonal_to_write


@adjoint(np.trace)
def trace(y, a, offset=0, axis1=0, axis2=1, dtype=None):
    on_diagonal = np.eye(np.shape(a)[axis1], np.shape(a)[axis2], offset, dtype=bool)
    spread = np.where(on_diagonal, np.expand_dims(d[y], (-2, -1)), 0.0)
    if np.ndim(a) == 2 and axis1 % 2 == 0:
        d[a] = spread
    elif np.ndim(a) == 2:
        d[a] = spread.T
    else:
        d[a] = np.moveaxis(spread, (-2, -1), (axis1, axis2))


@tangent(np.trace)
def trace_tangent(y, a, offset=0, axis1=0, axis2=1, dtype=None):
    d[y] = np.trace(d[a], offset, axis1, axis2, dtype)


# Zeros but for the diagonals along the last two axes of `like`.
def on_diagonals(values, like, offset):
    places = np.arange(np.shape(values)[-1])
    rows = places - offset if offset < 0 else places
    columns = places + offset if offset > 0 else places
    total = np.zeros_like(like)
    np.add.at(total, (..., rows, columns), values)
    return total


@adjoint(np.diagonal, diagonal_to_write, may_view='a')
def diagonal(y, a, offset=0, axis1=0, axis2=1):
    if np.ndim(a) == 2 and axis1 % 2 == 0:
        d[a] = on_diagonals(d[y], a, offset)
    else:
        like = np.moveaxis(a, (axis1, axis2), (-2, -1))
        whole = on_diagonals(d[y], like, offset)
        d[a] = np.moveaxis(whole, (-2, -1), (axis1, axis2))


@tangent(np.diagonal, diagonal_to_write)
def diagonal_tangent(y, a, offset=0, axis1=0, axis2=1):
    d[y] = np.diagonal(d[a], offset, axis1, axis2)


@linear(np.diag, in_='v', may_view='v')
def diag(y, v, k=0):
    if np.ndim(v) == 1:
        d[v] = np.copy(np.diagonal(d[y], k))
    else:
        d[v] = on_diagonals(d[y], v, k)


@linear(np.diagflat, in_='v')
def diagflat(y, v, k=0):
    d[v] = np.reshape(np.copy(np.diagonal(d[y], k)), np.shape(v))


# Of a vector: it is every row of the triangle.
@linear(np.triu, in_='m')
def triu(y, m, k=0):
    if np.ndim(m) == 1:
        d[m] = np.sum(np.triu(d[y], k), 0)
    else:
        d[m] = np.triu(d[y], k)


@linear(np.tril, in_='m')
def tril(y, m, k=0):
    if np.ndim(m) == 1:
        d[m] = np.sum(np.tril(d[y], k), 0)
    else:
        d[m] = np.tril(d[y], k)
