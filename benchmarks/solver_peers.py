"""Solvers in JAX: its own, or the equation that is solved, written out."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import solvers


def by_jax(name: str, p: np.ndarray, tolerance: float) -> Callable | None:
    """Return the value and gradient of a program by JAX; None if there is none."""
    if importlib.util.find_spec("jax") is None:
        return None
    import jax

    jax.config.update("jax_enable_x64", True)
    programs: dict[str, Callable] = {
        "odeint": lambda q: _trajectory(q, tolerance),
        "solve_ivp": lambda q: _trajectory(q, tolerance),
        **dict.fromkeys(("brentq", "newton", "root_scalar"), _cubic),
        "root": _system,
        "fixed_point": _fixed,
        "minimize": _minimum,
        **dict.fromkeys(("least_squares", "leastsq", "curve_fit"), _fit),
    }
    if name not in programs:
        return None
    both = jax.jit(jax.value_and_grad(programs[name]))

    def found() -> tuple:
        value, gradient = both(p)
        return float(value), np.asarray(gradient)

    return found


def _trajectory(q: Any, tolerance: float) -> Any:
    import jax.numpy as jnp
    from jax.experimental.ode import odeint

    def speed(y: Any, t: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        return jnp.stack((a * y[0] - b * y[0] * y[1], -c * y[1] + d * y[0] * y[1]))

    times = jnp.asarray(solvers.TIMES)
    states = odeint(speed, q[4:], times, *q[:4], rtol=tolerance, atol=tolerance)
    return jnp.sum((states - 1.0) ** 2)


def _solved(residual: Callable, start: Any) -> Any:
    """Return a root by Newton's method, differentiated by its equation."""
    import jax
    import jax.numpy as jnp

    def by_newton(f: Callable, z: Any) -> Any:
        def step(state: tuple) -> tuple:
            z, _ = state
            return z, jnp.linalg.solve(jax.jacobian(f)(z), f(z))

        def moved(state: tuple) -> tuple:
            z, found = step(state)
            return z - found, found

        is_open = lambda state: jnp.max(jnp.abs(state[1])) > 1e-10  # noqa: E731
        return jax.lax.while_loop(is_open, moved, (z, jnp.ones_like(z)))[0]

    def by_matrix(g: Callable, y: Any) -> Any:
        return jnp.linalg.solve(jax.jacobian(g)(y), y)

    return jax.lax.custom_root(residual, start, by_newton, by_matrix)


def _cubic(q: Any) -> Any:
    import jax.numpy as jnp

    return _solved(lambda x: x**3 + q[0] * x - q[1], jnp.ones(1))[0] ** 2


def _system(q: Any) -> Any:
    import jax.numpy as jnp

    return jnp.sum(_solved(lambda z: z**3 + q * z - 1.0, jnp.ones(4)) ** 2)


def _fixed(q: Any) -> Any:
    import jax.numpy as jnp

    return jnp.sum(_solved(lambda z: z - jnp.cos(q * z) / 2.0, jnp.ones(4)) ** 2)


def _minimum(q: Any) -> Any:
    import jax
    import jax.numpy as jnp

    slope = jax.grad(lambda z: jnp.sum((z - q) ** 4 + z * z))
    return jnp.sum(_solved(slope, jnp.zeros(4)) ** 2)


def _fit(q: Any) -> Any:
    import jax
    import jax.numpy as jnp

    grid = jnp.asarray(solvers.GRID)
    half = lambda z: 0.5 * jnp.sum((z[0] * jnp.exp(-z[1] * grid) - q) ** 2)  # noqa: E731
    return jnp.sum(_solved(jax.grad(half), jnp.array([1.9, 1.2])) ** 2)
