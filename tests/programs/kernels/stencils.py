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
            A[i, 1:-1] += A[i, 2:] + A[i - 1, :-2] + A[i - 1, 1:-1] + A[i - 1, 2:]
            A[i, 1:-1] += A[i + 1, :-2] + A[i + 1, 1:-1] + A[i + 1, 2:]
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
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])


def fdtd_2d_loss(ex, ey, hz, source, steps):
    fdtd_2d(ex, ey, hz, source, steps)
    return 0.5 * np.sum(ex**2) + 0.5 * np.sum(ey**2) + np.sum(hz**2)


def fdtd_2d_inputs(nx, ny, steps):
    rng = np.random.default_rng(104)
    ex, ey, hz = rng.uniform(-1.0, 1.0, (3, nx, ny))
    return ex, ey, hz, rng.uniform(0.5, 1.5, steps), steps


def adi(u, v, p, q, dt, steps):
    n = u.shape[0]
    dx = 1.0 / n
    dy = 1.0 / n
    mul1 = 2.0 * dt / dx**2
    mul2 = dt / dy**2
    a = -mul1 / 2.0
    b = 1.0 + mul1
    c = a
    d = -mul2 / 2.0
    e = 1.0 + mul2
    f = d
    for _ in range(steps):
        # column sweep
        v[0, 1:-1] = 1.0
        p[1:-1, 0] = 0.0
        q[1:-1, 0] = v[0, 1:-1]
        for j in range(1, n - 1):
            p[1:-1, j] = -c / (a * p[1:-1, j - 1] + b)
            q[1:-1, j] = (
                -d * u[j, :-2]
                + (1.0 + 2.0 * d) * u[j, 1:-1]
                - f * u[j, 2:]
                - a * q[1:-1, j - 1]
            ) / (a * p[1:-1, j - 1] + b)
        v[-1, 1:-1] = 1.0
        for j in range(n - 2, 0, -1):
            v[j, 1:-1] = p[1:-1, j] * v[j + 1, 1:-1] + q[1:-1, j]
        # row sweep
        u[1:-1, 0] = 1.0
        p[1:-1, 0] = 0.0
        q[1:-1, 0] = u[1:-1, 0]
        for j in range(1, n - 1):
            p[1:-1, j] = -f / (d * p[1:-1, j - 1] + e)
            q[1:-1, j] = (
                -a * v[:-2, j]
                + (1.0 + 2.0 * a) * v[1:-1, j]
                - c * v[2:, j]
                - d * q[1:-1, j - 1]
            ) / (d * p[1:-1, j - 1] + e)
        u[1:-1, -1] = 1.0
        for j in range(n - 2, 0, -1):
            u[1:-1, j] = p[1:-1, j] * u[1:-1, j + 1] + q[1:-1, j]


def adi_loss(u, dt, steps):
    v = np.zeros_like(u)
    p = np.zeros_like(u)
    q = np.zeros_like(u)
    adi(u, v, p, q, dt, steps)
    return np.sum(u**2)


def adi_inputs(n, steps):
    u = np.random.default_rng(105).uniform(0.5, 1.5, (n, n))
    return u, 0.25 / n**2, steps


KERNELS = (
    Kernel("jacobi_1d", jacobi_1d_loss, jacobi_1d_inputs, (0, 1), (2000, 300), (30, 4)),
    Kernel("jacobi_2d", jacobi_2d_loss, jacobi_2d_inputs, (0, 1), (60, 100), (7, 3)),
    Kernel("heat_3d", heat_3d_loss, heat_3d_inputs, (0, 1, 2), (20, 20), (4, 2)),
    Kernel("seidel_2d", seidel_2d_loss, seidel_inputs, (0,), (40, 3), (6, 2)),
    Kernel("seidel_rows", seidel_rows_loss, seidel_inputs, (0,), (50, 3), (6, 2)),
    Kernel(
        "fdtd_2d", fdtd_2d_loss, fdtd_2d_inputs, (0, 1, 2, 3), (60, 50, 100), (6, 7, 4)
    ),
    Kernel("adi", adi_loss, adi_inputs, (0, 1), (50, 6), (7, 1)),
)
