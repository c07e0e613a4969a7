"""Decompositions of matrices, of single ones and of stacks."""
import numpy as np

from tangentlite.rules.registry import adjoint, d, tangent


def transposed(a):
    return np.conj(np.swapaxes(a, -1, -2))


# Giles (2008), section 3.1
@adjoint(np.linalg.eigh)
def eigh(y, a, UPLO='L'):
    w, v = y
    w_bar, v_bar = d[y]
    if np.ndim(v_bar) == 0:
        d[a] = (v * np.expand_dims(w_bar, -2)) @ transposed(v)
    else:
        gaps = np.expand_dims(w, -2) - np.expand_dims(w, -1)
        inverse = np.divide(gaps != 0, gaps + (gaps == 0))
        inner = inverse * (transposed(v) @ v_bar)
        if np.ndim(w_bar) > 0:
            inner = inner + np.expand_dims(w_bar, -1) * np.eye(np.shape(a)[-1])
        d[a] = v @ inner @ transposed(v)


@tangent(np.linalg.eigh)
def eigh_tangent(y, a, UPLO='L'):
    w, v = y
    inner = transposed(v) @ d[a] @ v
    gaps = np.expand_dims(w, -2) - np.expand_dims(w, -1)
    inverse = np.divide(gaps != 0, gaps + (gaps == 0))
    d[y] = np.real(np.diagonal(inner, 0, -2, -1)), v @ (inverse * inner)
