"""Products of dense and sparse matrices, and shortest paths, in place."""

import numpy as np

from tests.programs.kernels.record import Kernel


def syrk(alpha, beta, C, A):
    for i in range(A.shape[0]):
        C[i, : i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, : i + 1] += alpha * A[i, k] * A[: i + 1, k]


def syrk_loss(alpha, beta, C, A):
    syrk(alpha, beta, C, A)
    return np.sum(C**2)


def syrk_inputs(n, m):
    rng = np.random.default_rng(400)
    C = rng.uniform(-1.0, 1.0, (n, n))
    A = rng.uniform(-1.0, 1.0, (n, m))
    return 1.5, 1.2, C, A


def syrk_elements(alpha, beta, C, A):
    n, m = A.shape
    for i in range(n):
        for j in range(i + 1):
            C[i, j] *= beta
            for k in range(m):
                C[i, j] += alpha * A[i, k] * A[j, k]


def syrk_elements_loss(alpha, beta, C, A):
    syrk_elements(alpha, beta, C, A)
    return np.sum(np.sin(C))


def syr2k(alpha, beta, C, A, B):
    for i in range(A.shape[0]):
        C[i, : i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, : i + 1] += (
                A[: i + 1, k] * alpha * B[i, k] + B[: i + 1, k] * alpha * A[i, k]
            )


def syr2k_loss(alpha, beta, C, A, B):
    syr2k(alpha, beta, C, A, B)
    return np.sum(C**2)


def syr2k_inputs(n, m):
    alpha, beta, C, A = syrk_inputs(n, m)
    return alpha, beta, C, A, np.random.default_rng(401).uniform(-1.0, 1.0, (n, m))


def csr_multiply(data, indices, indptr, x, y):
    """Add to y the product of a sparse matrix and x."""
    for i in range(indptr.shape[0] - 1):
        total = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            total += data[k] * x[indices[k]]
        y[i] += total


def csr_multiply_loss(data, indices, indptr, x, y):
    csr_multiply(data, indices, indptr, x, y)
    return np.sum(y**2)


def csr_multiply_rows(data, indices, indptr, x, y):
    for i in range(indptr.size - 1):
        start, end = indptr[i], indptr[i + 1]
        columns = indices[start:end]
        y[i] = y[i] + data[start:end] @ x[columns]


def csr_multiply_rows_loss(data, indices, indptr, x, y):
    csr_multiply_rows(data, indices, indptr, x, y)
    return np.sum(np.sin(y))


def csr_pattern(n, per_row, rng):
    """The column indices and row pointers of a matrix with at least a diagonal."""
    pattern = rng.random((n, n)) < (per_row - 1) / n
    np.fill_diagonal(pattern, True)
    indptr = np.concatenate([[0], np.cumsum(pattern.sum(axis=1))])
    return np.nonzero(pattern)[1], indptr


def csr_multiply_inputs(n, per_row):
    rng = np.random.default_rng(402)
    indices, indptr = csr_pattern(n, per_row, rng)
    data = rng.uniform(0.5, 1.5, indices.size)
    return data, indices, indptr, rng.uniform(0.5, 1.5, n), rng.uniform(-1.0, 1.0, n)


def power_iteration(data, indices, indptr, x, steps):
    y = np.empty_like(x)
    for _ in range(steps):
        y[:] = 0.0
        csr_multiply(data, indices, indptr, x, y)
        x[:] = y / np.sqrt(np.dot(y, y))


def power_iteration_loss(data, indices, indptr, x, steps):
    power_iteration(data, indices, indptr, x, steps)
    return np.sum(np.sin(2.0 * x))


def power_iteration_inputs(n, per_row, steps):
    data, indices, indptr, x, _ = csr_multiply_inputs(n, per_row)
    return data, indices, indptr, x, steps


def conjugate_gradients(data, indices, indptr, b, x, steps):
    r = b.copy()
    q = np.zeros_like(b)
    csr_multiply(data, indices, indptr, x, q)
    r -= q
    p = r.copy()
    rho = r @ r
    for _ in range(steps):
        q[:] = 0.0
        csr_multiply(data, indices, indptr, p, q)
        alpha = rho / (p @ q)
        x += alpha * p
        r -= alpha * q
        rho_next = r @ r
        p *= rho_next / rho
        p += r
        rho = rho_next


def conjugate_gradients_loss(data, indices, indptr, b, x, steps):
    conjugate_gradients(data, indices, indptr, b, x, steps)
    return np.sum(x**2)


def conjugate_gradients_inputs(n, steps):
    rng = np.random.default_rng(403)
    i = np.arange(n)
    dense = np.diag(rng.uniform(2.0, 4.0, n))
    dense[i[1:], i[:-1]] = dense[i[:-1], i[1:]] = rng.uniform(-1.0, -0.5, n - 1)
    rows, indices = np.nonzero(dense)
    indptr = np.searchsorted(rows, np.arange(n + 1))
    b, x = rng.uniform(0.5, 1.5, (2, n))
    return dense[rows, indices], indices, indptr, b, x, steps


def floyd_warshall(path):
    for k in range(path.shape[0]):
        path[:] = np.minimum(path, np.add.outer(path[:, k], path[k, :]))


def floyd_warshall_loss(path):
    floyd_warshall(path)
    return np.sum(path**2)


def floyd_warshall_rows(path):
    n = path.shape[0]
    for k in range(n):
        for i in range(n):
            path[i] = np.minimum(path[i], path[i, k] + path[k])


def floyd_warshall_rows_loss(path):
    floyd_warshall_rows(path)
    return np.sum(np.sqrt(path))


def floyd_warshall_inputs(n):
    return (np.random.default_rng(404).uniform(0.1, 2.0, (n, n)),)


KERNELS = (
    Kernel("syrk", syrk_loss, syrk_inputs, (0, 1, 2, 3), (50, 40), (7, 4)),
    Kernel(
        "syrk_elements", syrk_elements_loss, syrk_inputs, (0, 1, 2, 3), (25, 20), (6, 4)
    ),
    Kernel("syr2k", syr2k_loss, syr2k_inputs, (0, 1, 2, 3, 4), (40, 30), (6, 4)),
    Kernel(
        "csr_multiply",
        csr_multiply_loss,
        csr_multiply_inputs,
        (0, 3, 4),
        (1000, 10),
        (12, 3),
    ),
    Kernel(
        "csr_multiply_rows",
        csr_multiply_rows_loss,
        csr_multiply_inputs,
        (0, 3, 4),
        (1500, 10),
        (12, 3),
    ),
    Kernel(
        "power_iteration",
        power_iteration_loss,
        power_iteration_inputs,
        (0, 3),
        (100, 5, 20),
        (8, 3, 3),
    ),
    Kernel(
        "conjugate_gradients",
        conjugate_gradients_loss,
        conjugate_gradients_inputs,
        (0, 3, 4),
        (150, 15),
        (8, 3),
    ),
    Kernel(
        "floyd_warshall", floyd_warshall_loss, floyd_warshall_inputs, (0,), (100,), (7,)
    ),
    Kernel(
        "floyd_warshall_rows",
        floyd_warshall_rows_loss,
        floyd_warshall_inputs,
        (0,),
        (50,),
        (7,),
    ),
)
