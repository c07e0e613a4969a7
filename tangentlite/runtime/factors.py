"""Factors of matrices: triangular systems, by LAPACK if there is SciPy; rotations."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable

import numpy as np


def solve_lower(factor, b, adjoint=False):
    """Solve `factor @ x = b` of a lower triangle, or of its adjoint.

    Stacks of matrices, and all where there is no SciPy, are solved by NumPy.

    >>> solve_lower(np.array([[2.0, 0.0], [1.0, 1.0]]), np.array([[2.0], [3.0]]))
    array([[1.],
           [2.]])
    """
    if factor.ndim == b.ndim == 2 and factor.dtype == b.dtype and factor.size:
        solve = _lapack(factor.dtype.char)
        if solve is not None:
            return solve(factor, b, lower=True, trans=2 if adjoint else 0)[0]
    lower = np.tril(factor)
    whole = np.conj(np.swapaxes(lower, -1, -2)) if adjoint else lower
    return np.linalg.solve(whole, b)


def nearest_orthogonal(a):
    """Return the orthogonal matrix that is nearest to a matrix, or to each of a stack.

    >>> nearest_orthogonal(np.array([[2.0, 0.0], [0.0, 3.0]]))
    array([[1., 0.],
           [0., 1.]])
    """
    left, _, right = np.linalg.svd(a)
    return left @ right


@functools.cache
def _lapack(dtype: str) -> Callable | None:
    """Return LAPACK's function for a dtype, None without SciPy or for other dtypes."""
    if importlib.util.find_spec("scipy") is None:
        return None
    lapack = importlib.import_module("scipy.linalg.lapack")
    names = {"f": "strtrs", "d": "dtrtrs", "F": "ctrtrs", "D": "ztrtrs"}
    return getattr(lapack, names[dtype]) if dtype in names else None
