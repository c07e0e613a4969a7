"""The heat equation on a rod, stepped in place: by slices, and element by element."""

import numpy as np


def heat_slices(start, conductivity, steps):
    u = np.copy(start)
    for _ in range(steps):
        u[1:-1] += conductivity * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def heat_elements(start, conductivity, steps):
    u = np.copy(start)
    n = len(u)
    for _ in range(steps):
        new = np.copy(u)
        for i in range(1, n - 1):
            new[i] += conductivity * (u[i + 1] - 2.0 * u[i] + u[i - 1])
        u = new
    total = 0.0
    for i in range(n):
        total += u[i] * u[i]
    return total


def heat_inputs(n, steps):
    return np.random.default_rng(0).random(n), 0.2, steps
