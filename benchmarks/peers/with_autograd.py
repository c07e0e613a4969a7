"""Value and gradient by autograd."""

import math
from collections.abc import Callable
from types import SimpleNamespace

import autograd
import autograd.numpy as anp
import autograd.scipy.integrate
import autograd.scipy.linalg
import autograd.scipy.signal
import autograd.scipy.special
import autograd.scipy.stats

from benchmarks.peers.rebind import rebound
from benchmarks.peers.rows import lstm_on_rows
from benchmarks.rule_programs import RuleProgram
from benchmarks.workload import Workload


def contestant(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient of `workload` by autograd."""
    version = rebound(workload.primal, REPLACEMENTS)
    return autograd.value_and_grad(version, argnum=workload.wrt), args


def gradient(program: RuleProgram) -> tuple[Callable, tuple]:
    """Prepare the gradient of the program of a call."""
    version = rebound(program.function, {"np": anp, "scipy": autograd.scipy})
    return autograd.grad(version, argnum=program.wrt), program.args


def heat_slices(start, conductivity, steps):
    u = start
    for _ in range(steps):
        inner = u[1:-1] + conductivity * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u = anp.concatenate([u[:1], inner, u[-1:]])
    return anp.sum(u * u)


def heat_elements(start, conductivity, steps):
    u = [start[i] for i in range(len(start))]
    for _ in range(steps):
        inner = [
            u[i] + conductivity * (u[i + 1] - 2.0 * u[i] + u[i - 1])
            for i in range(1, len(u) - 1)
        ]
        u = [u[0], *inner, u[-1]]
    return sum(entry * entry for entry in u)


def convolution(images, kernel):
    _, rows, columns, _ = images.shape
    y = 0.0
    for i in range(3):
        for j in range(3):
            window = images[:, i : i + rows - 2, j : j + columns - 2, :]
            y = y + anp.matmul(window, kernel[i, j])
    return 0.5 * anp.sum(y * y)


def lower_triangles(factors, k, d):
    columns = []
    start = d
    for i in range(d):
        stop = start + d - i - 1
        zeros = anp.zeros((k, i + 1))
        columns.append(anp.concatenate([zeros, factors[:, start:stop]], axis=1))
        start = stop
    return anp.stack(columns, axis=-1)


def cho_solve(factor, y):
    half = autograd.scipy.linalg.solve_triangular(factor[0], y, lower=True)
    return autograd.scipy.linalg.solve_triangular(factor[0], half, trans=1, lower=True)


# Of scipy.linalg there are derivatives of few functions.
SCIPY = SimpleNamespace(
    linalg=SimpleNamespace(
        cho_factor=lambda a, lower: (anp.linalg.cholesky(a), lower),
        cho_solve=cho_solve,
        solve=lambda a, b, assume_a: anp.linalg.solve(a, b),
    ),
    special=autograd.scipy.special,
    stats=autograd.scipy.stats,
)

REPLACEMENTS = {
    "np": anp,
    "scipy": SCIPY,
    "math": SimpleNamespace(log=anp.log, sin=anp.sin, sqrt=anp.sqrt, pi=math.pi),
    "heat_slices": heat_slices,
    "heat_elements": heat_elements,
    "lstm": lstm_on_rows(anp),
    "convolution": convolution,
    "lower_triangles": lower_triangles,
}
