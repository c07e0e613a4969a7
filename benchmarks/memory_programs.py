"""The loops of `benchmarks.memory`: plain, with checkpoints, with few snapshots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

import tangentlite as tl


def logistic_map(x, r, steps):
    for _ in steps:
        x = r * x * (1.0 - x)
    return x


def lotka_volterra(x, y, a, steps):
    for _ in steps:
        half_x = x + 0.0005 * (a * x - x * y)
        half_y = y + 0.0005 * (x * y - y)
        x += 0.001 * (a * half_x - half_x * half_y)
        y += 0.001 * (half_x * half_y - half_y)
    return x + y * y


def recurrent(w, h, steps):
    for _ in steps:
        h = np.tanh(w @ h)
    return np.sum(h * h)


def reaction_diffusion(u, rate, steps):
    for _ in steps:
        inner = u[1:-1]
        spread = 0.2 * (u[2:] - 2.0 * inner + u[:-2])
        u[1:-1] += spread + rate * inner * (1.0 - inner)
    return np.sum(u * u)


def laplacian(u):
    inner = -4.0 * u[1:-1, 1:-1]
    return inner + u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]


def gray_scott(u, v, feed, steps):
    for _ in steps:
        inner, other = u[1:-1, 1:-1], v[1:-1, 1:-1]
        reaction = inner * other * other
        u_step = 0.16 * laplacian(u) - reaction + feed * (1.0 - inner)
        v_step = 0.08 * laplacian(v) + reaction - (feed + 0.06) * other
        u[1:-1, 1:-1] += u_step
        v[1:-1, 1:-1] += v_step
    return np.sum(v * v)


def spots(size: int) -> tuple[np.ndarray, np.ndarray]:
    u, v = np.ones((size, size)), np.zeros((size, size))
    middle = slice(size // 3, size // 2)
    u[middle, middle], v[middle, middle] = 0.5, 0.25
    return u + 0.01 * np.random.default_rng(0).normal(size=u.shape), v


@dataclass(frozen=True)
class Loop:
    """A loop, which takes its steps last, and how few snapshots 'slots' shall keep.

    The last of `args` is how many steps; gradients are by all others.
    """

    title: str
    program: Callable
    args: tuple
    slots: int
    leaf: int

    @property
    def steps(self) -> int:
        return self.args[-1]

    def gradients(self) -> dict[str, Callable]:
        """Return the gradients without checkpoints, with them, and with few."""
        program, slots, leaf = self.program, self.slots, self.leaf

        def kept(*args):
            return program(*args[:-1], range(args[-1]))

        def again(*args):
            return program(*args[:-1], tl.checkpointed(range(args[-1])))

        def few(*args):
            steps = tl.checkpointed(range(args[-1]), slots=slots, leaf=leaf)
            return program(*args[:-1], steps)

        wrt = tuple(range(len(self.args) - 1))
        ways = {"kept": kept, "again": again, "slots": few}
        return {name: tl.grad(way, wrt=wrt) for name, way in ways.items()}


def loops(quick: bool = False) -> Iterator[Loop]:
    """Yield what is measured, row by row of the table.

    All are so stable that adjoints neither overflow nor vanish on the way.
    """
    rng = np.random.default_rng(0)
    long, middle, short = (2000, 60, 10) if quick else (10**6, 10**4, 2000)
    states, places, width = (5, 20, 12) if quick else (100, 1000, 128)
    weights = np.linalg.qr(rng.normal(size=(states, states)))[0]
    u = rng.uniform(0.1, 0.2, size=places)
    numbers, arrays = (50, 1000), (20, 16)  # slots and steps of a leaf
    yield Loop("logistic map", logistic_map, (0.3, 3.2, long), *numbers)
    yield Loop("Lotka-Volterra", lotka_volterra, (1.0, 2.0, 1.1, long), *numbers)
    yield Loop("tanh(W @ h)", recurrent, (weights, np.ones(states), middle), *arrays)
    yield Loop("reaction-diffusion", reaction_diffusion, (u, 5e-4, middle), *arrays)
    yield Loop("Gray-Scott", gray_scott, (*spots(width), 0.035, short), *arrays)
