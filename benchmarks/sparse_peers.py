"""Ways to the sparse Jacobian of Bratu's problem, a table of `benchmarks.sparse`.

A maker takes the program and its unknowns and gives a call and what reads a matrix of
SciPy from its result. JAX and casadi run a version without writes.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import util

import numpy as np
from scipy import sparse

import tangentlite as tl

Way = tuple[Callable[[], object], Callable[[object], object]]


def ways() -> dict[str, tuple[str, Callable[[Callable, np.ndarray], Way]]]:
    """Return for each way the package that it needs, and its maker."""
    return {
        "dense, `tl.jacobian`": ("numpy", dense),
        "dense, JAX": ("jax", dense_jax),
        "grouped differences, SciPy, pattern given": ("scipy", differences),
        "`tl.sparse_jacobian`": ("scipy", ours),
        "three products, JAX, pattern given, not assembled": ("jax", products_jax),
        "graph (SX), casadi": ("casadi", graph),
    }


def is_installed(package: str) -> bool:
    return util.find_spec(package) is not None


def without_writes(u, exp: Callable, concatenate: Callable, zero: object):
    """Return what `benchmarks.sparse.bratu` does."""
    n = u.shape[0]
    left, right = concatenate([zero, u[:-1]]), concatenate([u[1:], zero])
    return 2.0 * u - exp(u) / (n + 1) ** 2 - left - right


def exact(u: np.ndarray) -> sparse.csr_array:
    """Return the matrix by hand."""
    middle = 2.0 - np.exp(u) / (u.size + 1) ** 2
    beside = -np.ones(u.size - 1)
    bands = [beside, middle, beside]
    return sparse.diags_array(bands, offsets=[-1, 0, 1], format="csr")


def ours(f: Callable, u: np.ndarray) -> Way:
    """Prepare ours; the products have been generated before."""
    tl.sparse_jacobian(f)(u[:4].copy())
    matrix = tl.sparse_jacobian(f)
    return lambda: matrix(u), lambda found: found


def dense(f: Callable, u: np.ndarray) -> Way:
    """Prepare the matrix with all its zeros, generated before as well."""
    tl.jacobian(f)(u[:4].copy())
    matrix = tl.jacobian(f)
    return lambda: matrix(u), sparse.csr_array


def differences(f: Callable, u: np.ndarray) -> Way:
    """Prepare what `least_squares` does with `jac_sparsity`."""
    from scipy.optimize._numdiff import approx_derivative, group_columns

    pattern = exact(u)
    groups = group_columns(pattern, order=np.arange(u.size))
    given = pattern, groups
    return lambda: approx_derivative(f, u, "2-point", sparsity=given), lambda J: J


def dense_jax(f: Callable, u: np.ndarray) -> Way:
    """Prepare the matrix with all its zeros by JAX."""
    import jax

    call, given = jax.jit(jax.jacfwd(in_jax())), jax.device_put(u)
    return lambda: jax.block_until_ready(call(given)), as_sparse


def as_sparse(found: object) -> sparse.csr_array:
    return sparse.csr_array(np.asarray(found))


def products_jax(f: Callable, u: np.ndarray) -> Way:
    """Prepare the products for every third column together, in one sweep."""
    import jax

    program = in_jax()

    @jax.jit
    def products(u, seeds):
        return jax.vmap(lambda v: jax.jvp(program, (u,), (v,))[1])(seeds)

    color = np.arange(u.size) % 3
    given = jax.device_put((u, np.equal.outer(np.arange(3), color).astype(float)))

    def assembled(found: object) -> sparse.csr_array:
        rows, columns = exact(u).nonzero()
        entries = np.asarray(found)[color[columns], rows]
        return sparse.csr_array((entries, (rows, columns)), (u.size, u.size))

    return lambda: jax.block_until_ready(products(*given)), assembled


def in_jax() -> Callable:
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    return lambda u: without_writes(u, jnp.exp, jnp.concatenate, jnp.zeros(1))


def graph(f: Callable, u: np.ndarray) -> Way:
    """Prepare the matrix by casadi, which finds and colors the pattern of a graph."""
    import casadi

    x = casadi.SX.sym("x", u.size)
    residual = without_writes(x, casadi.exp, lambda p: casadi.vertcat(*p), 0.0)
    call = casadi.Function("jacobian", [x], [casadi.jacobian(residual, x)])
    given = casadi.DM(u)
    return lambda: call(given), lambda found: sparse.csr_array(found.sparse())
