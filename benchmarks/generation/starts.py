"""The first derivative of a process, and closures that are made in a loop."""

from __future__ import annotations

from functools import partial

import numpy as np

import tangentlite as tl
from benchmarks.generated import branching_text
from benchmarks.generation.case import Job, function_in

CLOSURES = 2000

REGRESSION = """
import numpy as np


def program(w, X, y):
    residual = X @ w - y
    return np.mean(residual**2) + 0.1 * np.sum(w**2)
"""


def first(size: int) -> Job:
    """The gradient of a loss that everybody writes."""
    rng = np.random.default_rng(0)
    args = rng.normal(size=3), rng.normal(size=(8, 3)), rng.normal(size=8)
    return Job(partial(tl.grad, function_in(REGRESSION)), args)


def first_of_all(size: int) -> Job:
    """The gradient of twenty lines with loops and branches."""
    derive = partial(tl.grad, function_in(branching_text(20, 0)), wrt=(0, 1))
    return Job(derive, (np.linspace(0.1, 0.9, 16), np.linspace(0.5, 0.2, 16)))


def closures(size: int) -> Job:
    """The gradient of closures that are made anew from one function, called once."""
    tl.grad(closure(0.5))(np.float64(0.3))
    numbers = iter(range(1, CLOSURES + 1))
    return Job(lambda: tl.grad(closure(next(numbers) * 0.001)), (0.3,), CLOSURES)


def closure(scale: float):
    """Give a new function of one piece of code."""

    def program(x):
        return np.sin(scale * x) * x

    return program
