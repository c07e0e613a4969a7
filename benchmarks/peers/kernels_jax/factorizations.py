"""Factorizations; masks stand for the triangles that slices cut out."""

import jax.numpy as jnp
import numpy as np
from jax.lax import fori_loop, scan


def lu_elements_loss(A):
    return jnp.sum(jnp.tanh(lu_by_entries(A)))


def lu_products_loss(A):
    A = lu_by_entries(A)
    return jnp.sum(jnp.log(jnp.diag(A))) + jnp.sum(A**2)


def lu_by_entries(A):
    n = len(A)
    numbers = jnp.arange(n)

    def entry(place, A):
        i, j = place // n, place % n
        known = numbers < jnp.minimum(i, j)
        rest = A[i, j] - jnp.sum(jnp.where(known, A[i] * A[:, j], 0.0))
        return A.at[i, j].set(jnp.where(j < i, rest / A[j, j], rest))

    return fori_loop(0, n * n, entry, A)


def lu_slices_loss(A):
    return jnp.sum(lu_by_columns(A) ** 2)


def lu_by_columns(A):
    numbers = jnp.arange(len(A))

    def column(k, A):
        later = numbers > k
        factors = jnp.where(later, A[:, k] / A[k, k], 0.0)
        A = A.at[:, k].set(jnp.where(later, factors, A[:, k]))
        return A - jnp.outer(factors, jnp.where(later, A[k], 0.0))

    return fori_loop(0, len(A) - 1, column, A)


def cholesky_loss(A):
    numbers = jnp.arange(len(A))

    def entry(A, place):
        i, j = place
        rest = A[i, j] - jnp.sum(jnp.where(numbers < j, A[i] * A[j], 0.0))
        # Both sides of where are differentiated: no root of what may be negative.
        root = jnp.sqrt(jnp.where(i == j, rest, 1.0))
        return A.at[i, j].set(jnp.where(i == j, root, rest / A[j, j])), None

    A, _ = scan(entry, A, np.tril_indices(len(A)))
    return jnp.sum(jnp.log(jnp.diag(A))) + jnp.sum(jnp.tanh(A))


def cholesky_elements_loss(A):
    numbers = jnp.arange(len(A))

    def column(j, A):
        rest = A[:, j] - A @ jnp.where(numbers < j, A[j], 0.0)
        root = jnp.sqrt(rest[j])
        below = jnp.where(numbers > j, rest / root, 0.0)
        return A.at[:, j].set(below.at[j].set(root))

    return jnp.sum(jnp.sin(fori_loop(0, len(A), column, A)))


def cholesky_columns_loss(A):
    numbers = jnp.arange(len(A))

    def column(k, A):
        root = jnp.sqrt(A[k, k])
        below = jnp.where(numbers > k, A[:, k] / root, 0.0)
        A = A.at[:, k].set(jnp.where(numbers > k, below, A[:, k]))
        return A.at[k, k].set(root) - jnp.tril(jnp.outer(below, below))

    A = fori_loop(0, len(A), column, A)
    weights = jnp.arange(1.0, len(A) + 1.0)
    return jnp.sum(weights * A**2)


def gram_schmidt_loss(A):
    n = A.shape[1]
    numbers = jnp.arange(n)

    def column(k, arrays):
        A, Q, R = arrays
        norm = jnp.sqrt(jnp.dot(A[:, k], A[:, k]))
        q = A[:, k] / norm
        shares = jnp.where(numbers > k, q @ A, 0.0)
        R = R.at[k].set(shares.at[k].set(norm))
        return A - jnp.outer(q, shares), Q.at[:, k].set(q), R

    A, Q, R = fori_loop(0, n, column, (A, jnp.zeros_like(A), jnp.zeros((n, n))))
    return jnp.sum(jnp.sin(2.0 * Q)) + jnp.sum(jnp.tanh(R)) + jnp.sum(A**2)


def orthogonal_iteration_loss(A, Q, steps):
    numbers = jnp.arange(Q.shape[1])

    def column(k, Q):
        q = Q[:, k] / jnp.sqrt(jnp.sum(Q[:, k] ** 2))
        Q = Q.at[:, k].set(q)
        return Q - jnp.outer(q, jnp.where(numbers > k, q @ Q, 0.0))

    def step(_, Q):
        return fori_loop(0, Q.shape[1], column, A @ Q)

    Q = fori_loop(0, steps, step, Q)
    return jnp.sum(jnp.sin(2.0 * Q)) + jnp.sum(jnp.diag(Q.T @ A @ Q) ** 2)
