"""Derivatives of a factorization, element by element, and of a sparse product."""

import math

import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def lu_elements_loss(A):
    n = A.shape[0]
    A = A.copy()
    for i in range(n):
        for j in range(n):
            entry = A[i, j]
            for k in range(min(i, j)):
                entry -= A[i, k] * A[k, j]
            A[i, j] = entry / A[j, j] if j < i else entry

    value = 0.0
    A_bar = np.empty_like(A)
    for i in range(n):
        for j in range(n):
            bounded = math.tanh(A[i, j])
            value += bounded
            A_bar[i, j] = 1.0 - bounded * bounded
    for i in range(n - 1, -1, -1):
        for j in range(n - 1, -1, -1):
            entry_bar = A_bar[i, j]
            if j < i:
                entry_bar /= A[j, j]
                A_bar[i, j] = entry_bar
                A_bar[j, j] -= entry_bar * A[i, j]
            for k in range(min(i, j)):
                A_bar[i, k] -= entry_bar * A[k, j]
                A_bar[k, j] -= entry_bar * A[i, k]
    return value, (A_bar,)


@njit(error_model="numpy", cache=True)
def csr_multiply_loss(data, indices, indptr, x, y):
    rows = len(indptr) - 1
    value = 0.0
    y_bar = np.empty_like(y)
    for i in range(rows):
        total = y[i]
        for k in range(indptr[i], indptr[i + 1]):
            total += data[k] * x[indices[k]]
        value += total * total
        y_bar[i] = 2.0 * total

    data_bar = np.empty_like(data)
    x_bar = np.zeros_like(x)
    for i in range(rows):
        total_bar = y_bar[i]
        for k in range(indptr[i], indptr[i + 1]):
            column = indices[k]
            data_bar[k] = total_bar * x[column]
            x_bar[column] += total_bar * data[k]
    return value, (data_bar, x_bar, y_bar)
