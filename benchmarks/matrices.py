"""Time Jacobians, Hessians and gradients of examples beside peers.

PYTHONPATH=. OPENBLAS_NUM_THREADS=1 python -m benchmarks.matrices

Columns: ours, ours with `chunk=1` (one vector, or example, after the other), JAX (jit),
torch.func and autograd, each where it is installed; in multiples of the time of the
primal, for gradients of all examples.
"""

from __future__ import annotations

import functools
import statistics
import time
from collections.abc import Callable

import numpy as np

import tangentlite as tl

ROUNDS = 15
PEERS = ("jax", "torch", "autograd")


def rosenbrock(x):
    """Return the function of that name."""
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1.0 - x[:-1]) ** 2.0)


def logistic(w, points, labels):
    """Return the negative log likelihood of a logistic regression."""
    margins = points @ w
    return np.sum(np.log1p(np.exp(-labels * margins))) + 0.5 * np.dot(w, w)


def predators(p, n):
    """Return the state of a predator-prey model after n steps of Euler's method."""
    x, y = p[0], p[1]
    for _ in range(n):
        dx = p[2] * x - p[3] * x * y
        dy = p[4] * x * y - p[5] * y
        x = x + 0.001 * dx
        y = y + 0.001 * dy
    return np.array([x, y])


def bratu(u):
    """Return the residual of the Bratu problem."""
    r = np.zeros_like(u)
    r[1:-1] = u[2:] - 2.0 * u[1:-1] + u[:-2] + 0.1 * np.exp(u[1:-1])
    r[0] = u[0]
    r[-1] = u[-1]
    return r


def layers(p, points):
    """Return the loss of a network with parameters in a dict."""
    hidden = np.tanh(points @ p["w"] + p["b"])
    return np.mean((hidden @ p["v"]) ** 2.0)


def of_one(p, x, y):
    """Return the loss of a network with parameters in a dict for one example."""
    return (np.tanh(x @ p["w"] + p["b"]) @ p["v"] - y) ** 2


def of_one_point(w, x, y):
    """Return the negative log likelihood of a logistic regression for one point."""
    return np.log1p(np.exp(-y * np.dot(x, w)))


def cases() -> list[tuple[str, str, Callable, tuple]]:
    """Return what is timed: a title, the operator, a function, arguments."""
    rng = np.random.default_rng(0)
    found: list[tuple[str, str, Callable, tuple]] = [
        (f"Rosenbrock {n}", "hessian", rosenbrock, (rng.normal(size=n),))
        for n in (10, 100, 1000)
    ]
    for n in (10, 100):
        given = (rng.normal(size=n), rng.normal(size=(1000, n)), np.ones(1000))
        found.append((f"logistic regression {n}", "hessian", logistic, given))
    p = {
        "w": rng.normal(size=(5, 8)), "b": rng.normal(size=8), "v": rng.normal(size=8)
    }  # fmt: skip
    points = rng.normal(size=(50, 5))
    found.append(("network in a dict", "hessian", layers, (p, points)))
    found.append(("ODE loop 10", "jacobian", predators, (rng.uniform(size=6), 10)))
    found += [
        (f"Bratu {n}", "jacobian", bratu, (rng.normal(size=n),)) for n in (100, 1000)
    ]
    found.append(("network, 50", "examples", of_one, (p, points, np.ones(50))))
    w, points = rng.normal(size=10), rng.normal(size=(1000, 10))
    found.append(("points, 1000", "examples", of_one_point, (w, points, np.ones(1000))))
    return found


AXES = (None, 0, 0)


def ours(kind: str, function: Callable, chunk: int | None = None) -> Callable:
    """Return our derivative."""
    if kind == "examples":
        return tl.batched(tl.grad(function), in_axes=AXES, chunk=chunk)
    return getattr(tl, kind)(function, chunk=chunk)


def primal(kind: str, function: Callable) -> Callable:
    """Return what the times are multiples of."""
    if kind != "examples":
        return function

    def of_all(p, xs, ys):
        return [function(p, x, y) for x, y in zip(xs, ys)]

    return of_all


def seconds(calls: dict[str, Callable]) -> dict[str, float]:
    """Return the median time of each call, taken in turn."""
    for call in calls.values():
        for _ in range(3):
            call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(found) for name, found in times.items()}


def peers(kind: str, function: Callable, args: tuple) -> dict[str, Callable]:
    """Return the same matrix by each peer that is installed and can compute it."""
    found: dict[str, Callable] = {}
    for name, make in (("jax", _jax), ("torch", _torch), ("autograd", _autograd)):
        try:
            call = make(kind, function, args)
            call()
        except Exception:  # a peer that lacks an operation has no entry
            continue
        found[name] = call
    return found


def _with_numpy(function: Callable, numpy) -> Callable:
    """Return a function that means another module by `np`."""
    import types

    return types.FunctionType(
        function.__code__, {**function.__globals__, "np": numpy}, function.__name__
    )


def _jax(kind: str, function: Callable, args: tuple) -> Callable:
    import jax

    jax.config.update("jax_enable_x64", True)
    own = _with_numpy(function, jax.numpy)
    rest = tuple(range(1, len(args)))
    static = tuple(k for k in rest if isinstance(args[k], int))
    make = {
        "hessian": jax.hessian,
        "jacobian": jax.jacfwd,
        "examples": lambda f: jax.vmap(jax.grad(f), AXES),
    }[kind]
    compiled = jax.jit(make(own), static_argnums=static)
    given = jax.tree.map(
        lambda v: v if isinstance(v, int) else jax.numpy.array(v), args
    )
    return lambda: jax.block_until_ready(compiled(*given))


def _torch(kind: str, function: Callable, args: tuple) -> Callable:
    import torch

    own = _with_numpy(function, torch)
    make = {
        "hessian": torch.func.hessian,
        "jacobian": torch.func.jacfwd,
        "examples": lambda f: torch.func.vmap(torch.func.grad(f), AXES),
    }[kind]
    given = torch.utils._pytree.tree_map(
        lambda v: torch.tensor(v) if isinstance(v, np.ndarray) else v, list(args)
    )
    matrix = make(own)
    return lambda: matrix(*given)


def _autograd(kind: str, function: Callable, args: tuple) -> Callable:
    import autograd
    import autograd.numpy

    own = _with_numpy(function, autograd.numpy)
    if kind == "examples":
        one = autograd.grad(own)
        return lambda: [one(args[0], x, y) for x, y in zip(*args[1:])]
    make = autograd.hessian if kind == "hessian" else autograd.jacobian
    matrix = make(own)
    return lambda: matrix(*args)


def main() -> None:
    """Print the table."""
    names = ("ours", "chunk=1", *PEERS)
    print(f"{'multiples of f':26} {'f us':>8}" + "".join(f"{n:>10}" for n in names))
    for title, kind, function, args in cases():
        calls: dict[str, Callable] = {
            name: functools.partial(made, *args)
            for name, made in (
                ("f", primal(kind, function)),
                ("ours", ours(kind, function)),
                ("chunk=1", ours(kind, function, chunk=1)),
            )
        }
        calls |= peers(kind, function, args)
        found = seconds(calls)
        cells = [
            f"{found[name] / found['f']:10.1f}" if name in found else f"{'–':>10}"
            for name in names
        ]
        print(f"{title + ' ' + kind:26} {1e6 * found['f']:8.1f}" + "".join(cells))


if __name__ == "__main__":
    main()
