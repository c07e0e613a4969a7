"""Stencils; each sweep of the grid gives a new one."""

import jax.numpy as jnp
from jax.lax import dynamic_slice, fori_loop, scan


def jacobi_1d_loss(A, B, steps):
    def step(_, grids):
        A, B = grids
        B = B.at[1:-1].set((A[:-2] + A[1:-1] + A[2:]) / 3.0)
        A = A.at[1:-1].set((B[:-2] + B[1:-1] + B[2:]) / 3.0)
        return A, B

    A, B = fori_loop(0, steps, step, (A, B))
    return jnp.sum(A**2) + jnp.sum(jnp.sin(B))


def jacobi_2d_loss(A, B, steps):
    def step(_, grids):
        A, B = grids
        B = B.at[1:-1, 1:-1].set(cross_mean(A))
        A = A.at[1:-1, 1:-1].set(cross_mean(B))
        return A, B

    A, B = fori_loop(0, steps, step, (A, B))
    return jnp.sum(A**2) + jnp.sum(A * B)


def cross_mean(u):
    return 0.2 * (
        u[1:-1, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] + u[2:, 1:-1] + u[:-2, 1:-1]
    )


def heat_3d_loss(A, B, kappa, steps):
    def step(_, grids):
        A, B = grids
        B = B.at[1:-1, 1:-1, 1:-1].set(heated(A, kappa))
        A = A.at[1:-1, 1:-1, 1:-1].set(heated(B, kappa))
        return A, B

    A, B = fori_loop(0, steps, step, (A, B))
    return jnp.sum(A**2) + 0.5 * jnp.sum(B**2)


def heated(u, kappa):
    mid = u[1:-1, 1:-1, 1:-1]
    return (
        kappa * (u[2:, 1:-1, 1:-1] - 2.0 * mid + u[:-2, 1:-1, 1:-1])
        + kappa * (u[1:-1, 2:, 1:-1] - 2.0 * mid + u[1:-1, :-2, 1:-1])
        + kappa * (u[1:-1, 1:-1, 2:] - 2.0 * mid + u[1:-1, 1:-1, :-2])
        + mid
    )


def seidel_2d_loss(A, steps):
    inner = len(A) - 2

    def entry(place, A):
        i, j = place // inner, place % inner
        window = dynamic_slice(A, (i, j), (3, 3))
        return A.at[i + 1, j + 1].set(jnp.sum(window) / 9.0)

    A = fori_loop(0, steps, lambda _, A: fori_loop(0, inner**2, entry, A), A)
    return jnp.sum(A**2)


def seidel_rows_loss(A, steps):
    def entry(left, total):
        total = (total + left) / 9.0
        return total, total

    def row(above, rows):
        this, below = rows
        sums = this[1:-1] + this[2:] + above[:-2] + above[1:-1] + above[2:]
        sums = sums + below[:-2] + below[1:-1] + below[2:]
        this = this.at[1:-1].set(scan(entry, this[0], sums)[1])
        return this, this

    def sweep(_, A):
        return A.at[1:-1].set(scan(row, A[0], (A[1:-1], A[2:]))[1])

    A = fori_loop(0, steps, sweep, A)
    return jnp.sum(jnp.sin(2.0 * A))


def fdtd_2d_loss(ex, ey, hz, source, steps):
    def step(fields, pulse):
        ex, ey, hz = fields
        ey = ey.at[0, :].set(pulse)
        ey = ey.at[1:, :].add(-0.5 * (hz[1:, :] - hz[:-1, :]))
        ex = ex.at[:, 1:].add(-0.5 * (hz[:, 1:] - hz[:, :-1]))
        curl = ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]
        return (ex, ey, hz.at[:-1, :-1].add(-0.7 * curl)), None

    (ex, ey, hz), _ = scan(step, (ex, ey, hz), source[:steps])
    return 0.5 * jnp.sum(ex**2) + 0.5 * jnp.sum(ey**2) + jnp.sum(hz**2)


def adi_loss(u, dt, steps):
    n = len(u)
    a = -dt * n**2
    d = -0.5 * dt * n**2

    def step(_, grids):
        u, v = grids
        v = swept(u, v, a, 1.0 - 2.0 * a, d)
        u = swept(v.T, u.T, d, 1.0 - 2.0 * d, a).T
        return u, v

    u, _ = fori_loop(0, steps, step, (u, jnp.zeros_like(u)))
    return jnp.sum(u**2)


def swept(old, new, a, b, d):
    """Solve for the inner rows of `new` with the tridiagonal matrix of a, b and a."""

    def eliminate(last, right_side):
        p, q = last
        pivot = a * p + b
        pair = -a / pivot, (right_side - a * q) / pivot
        return pair, pair

    def substitute(below, pair):
        p, q = pair
        row = p * below + q
        return row, row

    rows = old[1:-1]
    right_sides = -d * rows[:, :-2] + (1.0 + 2.0 * d) * rows[:, 1:-1] - d * rows[:, 2:]
    ones = jnp.ones_like(right_sides[0])
    _, pairs = scan(eliminate, (jnp.zeros_like(ones), ones), right_sides)
    _, solved = scan(substitute, ones, pairs, reverse=True)
    new = new.at[0, 1:-1].set(1.0).at[-1, 1:-1].set(1.0)
    return new.at[1:-1, 1:-1].set(solved)
