"""Linear systems solved in place: triangular, Toeplitz, and by iteration."""

import numpy as np

from tests.programs.kernels.factorizations import lu_inputs, lu_slices
from tests.programs.kernels.record import Kernel


def solve_lower(L, b):
    for i in range(b.shape[0]):
        b[i] -= np.dot(L[i, :i], b[:i])
        b[i] /= L[i, i]


def solve_lower_loss(L, b):
    solve_lower(L, b)
    return np.sum(b**2)


def solve_lower_elements(L, x, b):
    n = L.shape[0]
    for i in range(n):
        x[i] = b[i]
        for j in range(i):
            x[i] -= L[i, j] * x[j]
        x[i] = x[i] / L[i, i]


def solve_lower_elements_loss(L, b):
    x = np.zeros_like(b)
    solve_lower_elements(L, x, b)
    return np.sum(np.sin(x))


def solve_lower_inputs(n):
    rng = np.random.default_rng(300)
    L = np.tril(rng.uniform(-1.0, 1.0, (n, n)), -1) + np.diag(
        rng.uniform(1.0, 2.0, n) * np.sqrt(n)
    )
    return L, rng.uniform(0.5, 1.5, n)


def substitute(LU, B):
    """Solve for every column of B, with the unit lower and the upper triangle of LU."""
    n = LU.shape[0]
    for i in range(1, n):
        B[i] -= LU[i, :i] @ B[:i]
    for i in range(n - 1, -1, -1):
        B[i] /= LU[i, i]
        B[:i] -= np.outer(LU[:i, i], B[i])


def lu_solve(A, B):
    lu_slices(A)
    substitute(A, B)


def lu_solve_loss(A, B):
    lu_solve(A, B)
    return np.sum(B**2)


def lu_solve_inputs(n, columns):
    (A,) = lu_inputs(n)
    return A, np.random.default_rng(301).uniform(0.5, 1.5, (n, columns))


def durbin(r, y):
    y[0] = -r[0]
    alpha = -r[0]
    beta = 1.0
    for k in range(1, r.shape[0]):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha


def durbin_loss(r):
    y = np.zeros_like(r)
    durbin(r, y)
    return np.sum(y**2)


def durbin_elements(r, y, z):
    n = r.shape[0]
    y[0] = -r[0]
    alpha = -r[0]
    beta = 1.0
    for k in range(1, n):
        beta = (1.0 - alpha * alpha) * beta
        total = 0.0
        for i in range(k):
            total += r[k - i - 1] * y[i]
        alpha = -(r[k] + total) / beta
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        for i in range(k):
            y[i] = z[i]
        y[k] = alpha


def durbin_elements_loss(r):
    y = np.zeros_like(r)
    z = np.zeros_like(r)
    durbin_elements(r, y, z)
    return np.sum(np.tanh(y))


def durbin_inputs(n):
    rng = np.random.default_rng(302)
    return (0.4 * 0.8 ** np.arange(n) * rng.uniform(0.5, 1.5, n),)


def gauss_seidel(A, b, x, tolerance=1e-3):
    change = 1.0
    while change > tolerance:
        change = 0.0
        for i in range(b.shape[0]):
            old = x[i]
            x[i] = (b[i] - A[i, :i] @ x[:i] - A[i, i + 1 :] @ x[i + 1 :]) / A[i, i]
            change = max(change, abs(x[i] - old))


def gauss_seidel_loss(A, b, x):
    gauss_seidel(A, b, x)
    return np.sum(x**2)


def gauss_seidel_inputs(n):
    rng = np.random.default_rng(303)
    A = rng.uniform(0.0, 1.0, (n, n)) + 0.4 * n * np.eye(n)
    return A, rng.uniform(0.5, 1.5, n) * n, rng.uniform(0.0, 1.0, n)


def relax(p, f, h):
    """Poisson's equation on a grid of spacing h, the boundary values in p."""
    change = 1.0
    while change > 4e-3:
        pn = p.copy()
        p[1:-1, 1:-1] = 0.25 * (
            pn[1:-1, 2:] + pn[1:-1, :-2] + pn[2:, 1:-1] + pn[:-2, 1:-1]
        )
        p[1:-1, 1:-1] -= 0.25 * h**2 * f[1:-1, 1:-1]
        p[:, -1] = p[:, -2]
        change = np.max(np.abs(p - pn))


def relax_loss(p, f, h):
    relax(p, f, h)
    return np.sum(p**2)


def relax_inputs(n):
    rng = np.random.default_rng(304)
    p = rng.uniform(0.5, 1.5, (n, n))
    return p, rng.uniform(-3.0, -1.0, (n, n)), 2.0 / (n - 1)


def successive_over_relaxation(u, f, h, omega):
    rows, columns = u.shape
    worst = 1.0
    while worst > 1e-3:
        worst = 0.0
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                residual = (
                    u[i - 1, j]
                    + u[i + 1, j]
                    + u[i, j - 1]
                    + u[i, j + 1]
                    - 4.0 * u[i, j]
                ) - h * h * f[i, j]
                u[i, j] += 0.25 * omega * residual
                if abs(residual) > worst:
                    worst = abs(residual)


def successive_over_relaxation_loss(u, f, h, omega):
    successive_over_relaxation(u, f, h, omega)
    return np.sum(u**2)


def successive_over_relaxation_inputs(n):
    u, f, h = relax_inputs(n)
    return u, f, h, 1.3


KERNELS = (
    Kernel("solve_lower", solve_lower_loss, solve_lower_inputs, (0, 1), (1000,), (7,)),
    Kernel(
        "solve_lower_elements",
        solve_lower_elements_loss,
        solve_lower_inputs,
        (0, 1),
        (100,),
        (7,),
    ),
    Kernel("lu_solve", lu_solve_loss, lu_solve_inputs, (0, 1), (80, 10), (6, 3)),
    Kernel("durbin", durbin_loss, durbin_inputs, (0,), (300,), (10,)),
    Kernel("durbin_elements", durbin_elements_loss, durbin_inputs, (0,), (100,), (10,)),
    Kernel(
        "gauss_seidel", gauss_seidel_loss, gauss_seidel_inputs, (0, 1, 2), (60,), (6,)
    ),
    Kernel("relax", relax_loss, relax_inputs, (0, 1, 2), (21,), (5,)),
    Kernel(
        "successive_over_relaxation",
        successive_over_relaxation_loss,
        successive_over_relaxation_inputs,
        (0, 1, 2, 3),
        (13,),
        (5,),
    ),
)
