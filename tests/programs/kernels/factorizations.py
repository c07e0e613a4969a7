"""Matrices factorized in place: LU, Cholesky and Gram-Schmidt."""

import numpy as np

from tests.programs.kernels.record import Kernel


def lu_elements(A):
    n = A.shape[0]
    for i in range(n):
        for j in range(i):
            for k in range(j):
                A[i, j] -= A[i, k] * A[k, j]
            A[i, j] /= A[j, j]
        for j in range(i, n):
            for k in range(i):
                A[i, j] -= A[i, k] * A[k, j]


def lu_elements_loss(A):
    lu_elements(A)
    return np.sum(np.tanh(A))


def lu_products(A):
    n = A.shape[0]
    for i in range(n):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, n):
            A[i, j] -= A[i, :i] @ A[:i, j]


def lu_products_loss(A):
    lu_products(A)
    return np.sum(np.log(np.diag(A))) + np.sum(A**2)


def lu_slices(A):
    n = A.shape[0]
    for k in range(n - 1):
        A[k + 1 :, k] /= A[k, k]
        A[k + 1 :, k + 1 :] -= np.outer(A[k + 1 :, k], A[k, k + 1 :])


def lu_slices_loss(A):
    lu_slices(A)
    return np.sum(A**2)


def lu_inputs(n):
    A = np.random.default_rng(200).uniform(-1.0, 1.0, (n, n))
    return (A + (1.0 + 0.3 * n) * np.eye(n),)


def cholesky(A):
    n = A.shape[0]
    A[0, 0] = np.sqrt(A[0, 0])
    for i in range(1, n):
        for j in range(i):
            A[i, j] -= np.dot(A[i, :j], A[j, :j])
            A[i, j] /= A[j, j]
        A[i, i] -= np.dot(A[i, :i], A[i, :i])
        A[i, i] = np.sqrt(A[i, i])


def cholesky_loss(A):
    cholesky(A)
    return np.sum(np.log(np.diag(A))) + np.sum(np.tanh(A))


def cholesky_elements(A):
    n = A.shape[0]
    for j in range(n):
        for k in range(j):
            A[j, j] -= A[j, k] ** 2
        A[j, j] = np.sqrt(A[j, j])
        for i in range(j + 1, n):
            for k in range(j):
                A[i, j] -= A[i, k] * A[j, k]
            A[i, j] /= A[j, j]
        for i in range(j):
            A[i, j] = 0.0


def cholesky_elements_loss(A):
    cholesky_elements(A)
    return np.sum(np.sin(A))


def cholesky_columns(A):
    n = A.shape[0]
    for k in range(n):
        A[k, k] = np.sqrt(A[k, k])
        A[k + 1 :, k] /= A[k, k]
        for j in range(k + 1, n):
            A[j:, j] -= A[j:, k] * A[j, k]


def cholesky_columns_loss(A):
    cholesky_columns(A)
    weights = np.arange(1.0, A.shape[0] + 1.0)
    return np.sum(weights * A**2)


def cholesky_inputs(n):
    M = np.random.default_rng(201).uniform(-1.0, 1.0, (n, n))
    return (M @ M.T / n + np.eye(n),)


def gram_schmidt(A, Q, R):
    n = A.shape[1]
    for k in range(n):
        norm = np.dot(A[:, k], A[:, k])
        R[k, k] = np.sqrt(norm)
        Q[:, k] = A[:, k] / R[k, k]
        for j in range(k + 1, n):
            R[k, j] = np.dot(Q[:, k], A[:, j])
            A[:, j] -= Q[:, k] * R[k, j]


def gram_schmidt_loss(A):
    m, n = A.shape
    Q = np.zeros((m, n))
    R = np.zeros((n, n))
    gram_schmidt(A, Q, R)
    return np.sum(np.sin(2.0 * Q)) + np.sum(np.tanh(R)) + np.sum(A**2)


def gram_schmidt_inputs(m, n):
    A = np.random.default_rng(202).uniform(-1.0, 1.0, (m, n))
    return (A + 2.0 * np.eye(m, n),)


def normalize_columns(Q):
    """Orthonormal columns in place of the given ones, by modified Gram-Schmidt."""
    for k in range(Q.shape[1]):
        Q[:, k] /= np.sqrt(np.sum(Q[:, k] ** 2))
        for j in range(k + 1, Q.shape[1]):
            Q[:, j] -= np.sum(Q[:, k] * Q[:, j]) * Q[:, k]


def orthogonal_iteration(A, Q, steps):
    for _ in range(steps):
        Q[:] = A @ Q
        normalize_columns(Q)


def orthogonal_iteration_loss(A, Q, steps):
    orthogonal_iteration(A, Q, steps)
    return np.sum(np.sin(2.0 * Q)) + np.sum(np.diag(Q.T @ A @ Q) ** 2)


def orthogonal_iteration_inputs(n, k, steps):
    rng = np.random.default_rng(203)
    M = rng.uniform(-1.0, 1.0, (n, n))
    Q = np.eye(n, k) + rng.uniform(-0.3, 0.3, (n, k))
    return M + M.T + np.diag(np.linspace(4.0, 1.0, n)), Q, steps


KERNELS = (
    Kernel("lu_elements", lu_elements_loss, lu_inputs, (0,), (28,), (6,)),
    Kernel("lu_products", lu_products_loss, lu_inputs, (0,), (50,), (6,)),
    Kernel("lu_slices", lu_slices_loss, lu_inputs, (0,), (120,), (7,)),
    Kernel("cholesky", cholesky_loss, cholesky_inputs, (0,), (60,), (7,)),
    Kernel(
        "cholesky_elements", cholesky_elements_loss, cholesky_inputs, (0,), (32,), (6,)
    ),
    Kernel(
        "cholesky_columns", cholesky_columns_loss, cholesky_inputs, (0,), (60,), (7,)
    ),
    Kernel(
        "gram_schmidt", gram_schmidt_loss, gram_schmidt_inputs, (0,), (60, 40), (9, 5)
    ),
    Kernel(
        "orthogonal_iteration",
        orthogonal_iteration_loss,
        orthogonal_iteration_inputs,
        (0, 1),
        (60, 8, 20),
        (6, 3, 3),
    ),
)
