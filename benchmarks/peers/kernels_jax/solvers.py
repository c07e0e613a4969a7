"""Linear systems; masks stand for the entries that are known already."""

import jax.numpy as jnp
from jax.lax import fori_loop, scan

from benchmarks.peers.kernels_jax.factorizations import lu_by_columns
from benchmarks.peers.refusal import refused


def solve_lower_loss(L, b):
    return jnp.sum(solved(L, b) ** 2)


def solve_lower_elements_loss(L, b):
    return jnp.sum(jnp.sin(solved(L, b)))


def solved(L, b):
    numbers = jnp.arange(len(b))

    def entry(x, row):
        i, factors = row
        rest = x[i] - jnp.sum(jnp.where(numbers < i, factors * x, 0.0))
        return x.at[i].set(rest / factors[i]), None

    return scan(entry, b, (numbers, L))[0]


def lu_solve_loss(A, B):
    LU = lu_by_columns(A)
    numbers = jnp.arange(len(LU))

    def forwards(B, row):
        i, factors = row
        return B.at[i].add(-jnp.where(numbers < i, factors, 0.0) @ B), None

    def backwards(B, column):
        i, factors = column
        B = B.at[i].set(B[i] / factors[i])
        return B - jnp.outer(jnp.where(numbers < i, factors, 0.0), B[i]), None

    B, _ = scan(forwards, B, (numbers, LU))
    B, _ = scan(backwards, B, (numbers, LU.T), reverse=True)
    return jnp.sum(B**2)


def durbin_loss(r):
    return jnp.sum(levinson(r) ** 2)


def durbin_elements_loss(r):
    return jnp.sum(jnp.tanh(levinson(r)))


def levinson(r):
    numbers = jnp.arange(len(r))

    def order(k, state):
        y, alpha, beta = state
        beta = beta * (1.0 - alpha * alpha)
        known = numbers < k
        mirrored = k - 1 - numbers
        alpha = -(r[k] + jnp.sum(jnp.where(known, r[mirrored] * y, 0.0))) / beta
        y = y + alpha * jnp.where(known, y[mirrored], 0.0)
        return y.at[k].set(alpha), alpha, beta

    start = jnp.zeros_like(r).at[0].set(-r[0]), -r[0], jnp.ones_like(r[0])
    return fori_loop(1, len(r), order, start)[0]


gauss_seidel_loss = refused("there is no reverse mode for lax.while_loop")
relax_loss = gauss_seidel_loss
successive_over_relaxation_loss = gauss_seidel_loss
