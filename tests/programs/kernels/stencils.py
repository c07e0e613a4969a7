"""Stencils swept over a grid in place: Jacobi, heat, Seidel, FDTD and ADI."""

import numpy as np

from tests.programs.kernels.record import Kernel


def jacobi_1d(A, B, steps):
    for _ in range(steps):
        B[1:-1] = (A[:-2] + A[1:-1] + A[2:]) / 3.0
        A[1:-1] = (B[:-2] + B[1:-1] + B[2:]) / 3.0


def jacobi_1d_loss(A, B, steps):
    jacobi_1d(A, B, steps)
    return np.sum(A**2) + np.sum(np.sin(B))


def jacobi_1d_inputs(n, steps):
    rng = np.random.default_rng(100)
    return rng.uniform(0.5, 1.5, n), rng.uniform(0.5, 1.5, n), steps


def jacobi_2d(A, B, steps):
    for _ in range(steps):
        B[1:-1, 1:-1] = 0.2 * (
            A[1:-1, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:] + A[2:, 1:-1] + A[:-2, 1:-1]
        )
        A[1:-1, 1:-1] = 0.2 * (
            B[1:-1, 1:-1] + B[1:-1, :-2] + B[1:-1, 2:] + B[2:, 1:-1] + B[:-2, 1:-1]
        )


def jacobi_2d_loss(A, B, steps):
    jacobi_2d(A, B, steps)
    return np.sum(A**2) + np.sum(A * B)


def jacobi_2d_inputs(n, steps):
    rng = np.random.default_rng(101)
    return rng.uniform(0.5, 1.5, (n, n)), rng.uniform(0.5, 1.5, (n, n)), steps


def heat_step(old, new, kappa):
    mid = old[1:-1, 1:-1, 1:-1]
    new[1:-1, 1:-1, 1:-1] = (
        kappa * (old[2:, 1:-1, 1:-1] - 2.0 * mid + old[:-2, 1:-1, 1:-1])
        + kappa * (old[1:-1, 2:, 1:-1] - 2.0 * mid + old[1:-1, :-2, 1:-1])
        + kappa * (old[1:-1, 1:-1, 2:] - 2.0 * mid + old[1:-1, 1:-1, :-2])
        + mid
    )


def heat_3d(A, B, kappa, steps):
    for _ in range(steps):
        heat_step(A, B, kappa)
        heat_step(B, A, kappa)


def heat_3d_loss(A, B, kappa, steps):
    heat_3d(A, B, kappa, steps)
    return np.sum(A**2) + 0.5 * np.sum(B**2)


def heat_3d_inputs(n, steps):
    rng = np.random.default_rng(102)
    A = rng.uniform(0.5, 1.5, (n, n, n))
    B = rng.uniform(0.5, 1.5, (n, n, n))
    return A, B, 0.125, steps


def seidel_2d(A, steps):
    n = A.shape[0]
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                A[i, j] = (
                    A[i - 1, j - 1]
                    + A[i - 1, j]
                    + A[i - 1, j + 1]
                    + A[i, j - 1]
                    + A[i, j]
                    + A[i, j + 1]
                    + A[i + 1, j - 1]
                    + A[i + 1, j]
                    + A[i + 1, j + 1]
                ) / 9.0


def seidel_2d_loss(A, steps):
    seidel_2d(A, steps)
    return np.sum(A**2)


def seidel_rows(A, steps):
    n = A.shape[0]
    for _ in range(steps):
        for i in range(1, n - 1):
            A[i, 1:-1] += A[i - 1, :-2] + A[i - 1, 1:-1] + A[i - 1, 2:]
            A[i, 1:-1] += A[i, 2:] + A[i + 1, :-2] + A[i + 1, 1:-1] + A[i + 1, 2:]
            for j in range(1, n - 1):
                A[i, j] += A[i, j - 1]
                A[i, j] /= 9.0


def seidel_rows_loss(A, steps):
    seidel_rows(A, steps)
    return np.sum(np.sin(2.0 * A))


def seidel_inputs(n, steps):
    return np.random.default_rng(103).uniform(0.5, 1.5, (n, n)), steps


def fdtd_2d(ex, ey, hz, source, steps):
    for t in range(steps):
        ey[0, :] = source[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (
            ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]
        )


def fdtd_2d_loss(ex, ey, hz, source, steps):
    fdtd_2d(ex, ey, hz, source, steps)
    return 0.5 * np.sum(ex**2) + 0.5 * np.sum(ey**2) + np.sum(hz**2)


def fdtd_2d_inputs(nx, ny, steps):
    rng = np.random.default_rng(104)
    ex, ey, hz = rng.uniform(-1.0, 1.0, (3, nx, ny))
    return ex, ey, hz, rng.uniform(0.5, 1.5, steps), steps


def adi_sweep(w, out, p, q, along, across):
    """Solve for every row of `out`, implicit along it and explicit across, from w."""
    n = w.shape[0]
    out[0, 1:-1] = 1.0
    p[1:-1, 0] = 0.0
    q[1:-1, 0] = out[0, 1:-1]
    for j in range(1, n - 1):
        pivot = 1.0 + 2.0 * along - along * p[1:-1, j - 1]
        explicit = w[j, 1:-1] + across * (w[j, :-2] - 2.0 * w[j, 1:-1] + w[j, 2:])
        p[1:-1, j] = along / pivot
        q[1:-1, j] = (explicit + along * q[1:-1, j - 1]) / pivot
    out[-1, 1:-1] = 1.0
    for j in range(n - 2, 0, -1):
        out[j, 1:-1] = p[1:-1, j] * out[j + 1, 1:-1] + q[1:-1, j]


def adi(u, v, p, q, dt, steps):
    n = u.shape[0]
    dx = 1.0 / n
    dy = 1.0 / n
    for _ in range(steps):
        adi_sweep(u, v, p, q, dt / dy**2, 0.5 * dt / dx**2)
        v[1:-1, 0] = 1.0
        v[1:-1, -1] = 1.0
        adi_sweep(v.T, u.T, p, q, 0.5 * dt / dx**2, dt / dy**2)
        u[0, 1:-1] = 1.0
        u[-1, 1:-1] = 1.0


def adi_loss(u, dt, steps):
    v = np.zeros_like(u)
    p = np.zeros_like(u)
    q = np.zeros_like(u)
    adi(u, v, p, q, dt, steps)
    return np.sum(u**2)
