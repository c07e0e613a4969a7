"""The nearest orthogonal matrix of a matrix with three rows, or of each of a stack.

It is y in the polar decomposition a = y p. Where a changes, y changes by y @ w, where w
is skew and p w + w p = y.T @ da - da.T @ y (Higham, Functions of matrices, 2008,
chapter 8). With the vector of a skew matrix that is a system of three equations.
"""
import numpy as np

from tangentlite.rules.registry import adjoint, d, tangent
from tangentlite.runtime import nearest_orthogonal


@adjoint(nearest_orthogonal)
def nearest(y, a):
    d[a] = y @ turn(y, a, np.swapaxes(y, -1, -2) @ d[y])


@tangent(nearest_orthogonal)
def nearest_tangent(y, a):
    d[y] = y @ turn(y, a, np.swapaxes(y, -1, -2) @ d[a])


def turn(y, a, m):
    """Return the skew w with p w + w p = m - m.T."""
    p = np.swapaxes(y, -1, -2) @ a
    skew = m - np.swapaxes(m, -1, -2)
    vector = np.stack((skew[..., 2, 1], skew[..., 0, 2], skew[..., 1, 0]), -1)
    sizes = np.trace(p, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - p
    w = np.linalg.solve(sizes, np.expand_dims(vector, -1))[..., 0]
    zero = np.zeros_like(w[..., 0])
    rows = (
        np.stack((zero, -w[..., 2], w[..., 1]), -1),
        np.stack((w[..., 2], zero, -w[..., 0]), -1),
        np.stack((-w[..., 1], w[..., 0], zero), -1),
    )
    return np.stack(rows, -2)
