"""Solutions, eigenvalues and exponentials of sparse matrices, by SciPy's functions.

Matrices are those of `patterns.py`, whose trials with no pattern give zeros here, too.
"""

from __future__ import annotations

import importlib
import math

import numpy as np

from tangentlite.runtime.sparse.patterns import is_no_pattern, matrix_of, row_numbers


def sparse_solution(data, indices, indptr, b, turned=False, method="direct"):
    """Return what solves a system with a sparse matrix, or with its transpose.

    Of a triangular matrix the method is 'lower', 'upper', 'unit lower' or 'unit upper'.
    """
    linalg = importlib.import_module("scipy.sparse.linalg")
    if is_no_pattern(indptr):
        return np.zeros(np.shape(b), np.result_type(data, b, np.float64))
    matrix = matrix_of(data, indices, indptr, len(indptr) - 1)
    if method == "direct":
        found = linalg.spsolve(matrix.T if turned else matrix, b)
        return found.reshape(np.shape(b))  # that of one column has one axis
    lower = method.endswith("lower") != turned
    matrix = matrix.T.tocsr() if turned else matrix
    return linalg.spsolve_triangular(
        matrix, b, lower=lower, unit_diagonal=method.startswith("unit")
    )


def iterated_solution(
    data, indices, indptr, b, method, x0=None, turned=False, settings=()
):
    """Return what an iteration of `scipy.sparse.linalg` finds, and its `info`.

    The settings are the items of its keywords, with 'dense' of what is an array.
    Without x0 it starts from zero.
    """
    linalg = importlib.import_module("scipy.sparse.linalg")
    if is_no_pattern(indptr):
        return np.zeros(np.shape(b), np.result_type(data, b, np.float64)), 0
    matrix = matrix_of(data, indices, indptr, len(indptr) - 1)
    options = dict(settings)
    operand = _operand(matrix, turned, options)
    return getattr(linalg, method)(operand, b, x0, **options)


def iterated_again(data, indices, indptr, b, method, turned=False, settings=()):
    """Return what an iteration finds, or a direct solution where it breaks down."""
    found, info = iterated_solution(
        data, indices, indptr, b, method, None, turned, settings
    )
    if info == 0:
        return found
    return sparse_solution(data, indices, indptr, b, turned)


def least_squares_found(
    data, indices, indptr, columns, b, damp, x0, method, turned=False, settings=()
):
    """Return what `lsqr` or `lsmr` do; where turned, of the transposed matrix."""
    linalg = importlib.import_module("scipy.sparse.linalg")
    if is_no_pattern(indptr):
        size = len(indptr) - 1 if turned else columns
        x = np.zeros(size, np.result_type(data, b, np.float64))
        norms = (0.0,) * (5 if method == "lsmr" else 6)
        return x, 0, 0, *norms, *(() if method == "lsmr" else (np.zeros(size),))
    matrix = matrix_of(data, indices, indptr, columns)
    options = dict(settings)
    operand = _operand(matrix, turned, options)
    return getattr(linalg, method)(operand, b, damp, x0=x0, **options)


def least_squares_again(data, indices, indptr, columns, b, turned=False):
    """Return the least solution of a matrix, or its transpose, as precise as can be."""
    linalg = importlib.import_module("scipy.sparse.linalg")
    if is_no_pattern(indptr):
        size = len(indptr) - 1 if turned else columns
        return np.zeros(size, np.result_type(data, b, np.float64))
    matrix = matrix_of(data, indices, indptr, columns)
    count = 4 * max(matrix.shape) + 100
    return linalg.lsqr(
        matrix.T if turned else matrix, b, 0.0, 0.0, 0.0, 0.0, iter_lim=count
    )[0]


def sparse_eigenvalues(data, indices, indptr, settings=()):
    """Return eigenvalues and eigenvectors of a symmetric matrix, of `eigsh`."""
    linalg = importlib.import_module("scipy.sparse.linalg")
    options = dict(settings)
    if is_no_pattern(indptr):
        count = options["k"]
        return np.zeros(count), np.zeros((len(indptr) - 1, count))
    matrix = matrix_of(data, indices, indptr, len(indptr) - 1)
    return linalg.eigsh(matrix, **options)


def sparse_singular_values(data, indices, indptr, columns, settings=()):
    """Return what `svds` does."""
    linalg = importlib.import_module("scipy.sparse.linalg")
    options = dict(settings)
    if is_no_pattern(indptr):
        count = options["k"]
        rows = len(indptr) - 1
        return np.zeros((rows, count)), np.zeros(count), np.zeros((count, columns))
    return linalg.svds(matrix_of(data, indices, indptr, columns), **options)


def exponential_product(data, indices, indptr, b, turned=False):
    """Return the exponential of a sparse matrix, or its transpose, times b."""
    linalg = importlib.import_module("scipy.sparse.linalg")
    if is_no_pattern(indptr):
        return np.zeros(np.shape(b), np.result_type(data, b, np.float64))
    matrix = matrix_of(data, indices, indptr, len(indptr) - 1)
    return linalg.expm_multiply(matrix.T if turned else matrix, b)


def sparse_exponential(data, indices, indptr, turned=False):
    """Return the exponential of a sparse matrix, or its transpose, as an array."""
    linalg = importlib.import_module("scipy.sparse.linalg")
    size = len(indptr) - 1
    if is_no_pattern(indptr):
        return np.zeros((size, size), np.result_type(data, np.float64))
    matrix = matrix_of(data, indices, indptr, size)
    return linalg.expm(matrix.T if turned else matrix).toarray()


def exponential_steps(data, indices, indptr):
    """Return how to form an exponential of a matrix by Taylor polynomials.

    It is `(steps, degree, shift)`: the matrix less `shift` on its diagonal, over
    `steps`, has a norm up to 2, for which a polynomial of this degree is precise.

    >>> exponential_steps(np.array([3.0, -9.0]), np.array([1, 0]), np.array([0, 1, 2]))
    (5, 25, 0.0)
    """
    if is_no_pattern(indptr):
        return 1, 1, 0.0
    size = max(len(indptr) - 1, 1)
    rows = row_numbers(indices, indptr)
    diagonal = np.zeros(size, np.asarray(data).dtype)
    np.add.at(diagonal, rows, np.where(rows == indices, data, 0.0))
    beside = np.bincount(indices, np.where(rows == indices, 0.0, np.abs(data)), size)
    shift = float(np.mean(diagonal.real))
    norm = float(np.max(np.abs(diagonal - shift) + beside))
    if not np.isfinite(norm):
        return 1, 1, 0.0
    steps = max(1, math.ceil(norm / 2.0))
    return steps, _degree_for(norm / steps), shift


def _degree_for(norm):
    """Return how many terms make an exponential, and its derivatives up to the third.

    A derivative takes an order from each term: the first leaves out less than 1e-17,
    the third of a small matrix, which needs few terms itself, less than 1e-14.
    """
    degree = 3
    while norm**degree > 1e-17 * math.factorial(degree - 1) or norm ** (
        degree - 2
    ) > 1e-14 * math.factorial(degree - 3):
        degree += 1
    return degree


def _operand(matrix, turned, options):
    """Return a matrix, or its transpose, as what multiplies to the same last bit."""
    whole = matrix.toarray() if options.pop("dense", False) else matrix
    return whole.T if turned else whole
