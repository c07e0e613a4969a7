"""Products of matrices and shortest paths."""

import jax
import jax.numpy as jnp
from jax.lax import fori_loop


def syrk_loss(alpha, beta, C, A):
    return jnp.sum(lower_update(C, beta, alpha * (A @ A.T)) ** 2)


def syrk_elements_loss(alpha, beta, C, A):
    return jnp.sum(jnp.sin(lower_update(C, beta, alpha * (A @ A.T))))


def syr2k_loss(alpha, beta, C, A, B):
    product = A @ B.T
    return jnp.sum(lower_update(C, beta, alpha * (product + product.T)) ** 2)


def lower_update(C, beta, product):
    lower = jnp.tril(jnp.ones(C.shape, dtype=bool))
    return jnp.where(lower, beta * C + product, C)


def csr_multiply_loss(data, indices, indptr, x, y):
    return jnp.sum((y + csr_product(data, indices, indptr, x)) ** 2)


def csr_multiply_rows_loss(data, indices, indptr, x, y):
    return jnp.sum(jnp.sin(y + csr_product(data, indices, indptr, x)))


def csr_product(data, indices, indptr, x):
    n = len(indptr) - 1
    rows = jnp.repeat(jnp.arange(n), jnp.diff(indptr), total_repeat_length=len(indices))
    return jax.ops.segment_sum(
        data * x[indices], rows, num_segments=n, indices_are_sorted=True
    )


def power_iteration_loss(data, indices, indptr, x, steps):
    def step(_, x):
        y = csr_product(data, indices, indptr, x)
        return y / jnp.sqrt(jnp.dot(y, y))

    return jnp.sum(jnp.sin(2.0 * fori_loop(0, steps, step, x)))


def conjugate_gradients_loss(data, indices, indptr, b, x, steps):
    def step(_, state):
        x, r, p, rho = state
        q = csr_product(data, indices, indptr, p)
        alpha = rho / (p @ q)
        x = x + alpha * p
        r = r - alpha * q
        rho_next = r @ r
        return x, r, r + rho_next / rho * p, rho_next

    r = b - csr_product(data, indices, indptr, x)
    x = fori_loop(0, steps, step, (x, r, r, r @ r))[0]
    return jnp.sum(x**2)


def floyd_warshall_loss(path):
    return jnp.sum(shortest(path) ** 2)


def floyd_warshall_rows_loss(path):
    return jnp.sum(jnp.sqrt(shortest(path)))


def shortest(path):
    def detour(k, path):
        return jnp.minimum(path, jnp.add.outer(path[:, k], path[k]))

    return fori_loop(0, len(path), detour, path)
