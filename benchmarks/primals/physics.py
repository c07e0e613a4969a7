"""Simulations: a fluid's free energy, and predators and prey by Runge-Kutta."""

import math

import numpy as np

SQRT_2 = math.sqrt(2.0)
SQRT_8 = math.sqrt(8.0)


def helmholtz(x, attraction, volume, rt):
    """Free energy of a mixture by the Peng-Robinson equation of state."""
    packing = volume @ x
    entropy = np.sum(x * np.log(x / (1.0 - packing)))
    energy = (x @ attraction @ x) / (SQRT_8 * packing)
    upper = 1.0 + (1.0 + SQRT_2) * packing
    lower = 1.0 + (1.0 - SQRT_2) * packing
    return rt * entropy - energy * np.log(upper / lower)


def helmholtz_loops(x, attraction, volume, rt):
    n = len(x)
    packing = 0.0
    for i in range(n):
        packing += volume[i] * x[i]
    entropy = 0.0
    for i in range(n):
        entropy += x[i] * math.log(x[i] / (1.0 - packing))
    pairs = 0.0
    for i in range(n):
        for j in range(n):
            pairs += x[i] * attraction[i, j] * x[j]
    energy = pairs / (SQRT_8 * packing)
    upper = 1.0 + (1.0 + SQRT_2) * packing
    lower = 1.0 + (1.0 - SQRT_2) * packing
    return rt * entropy - energy * math.log(upper / lower)


def helmholtz_inputs(n):
    random = np.random.default_rng(0)
    x = random.random(n) + 0.5
    volume = random.random(n) / (4 * n)
    factor = random.random((n, n))
    return x, factor @ factor.T / n + np.eye(n), volume, 2.0


def runge_kutta(birth, hunting, death, growth, x, y, h, steps):
    for _ in range(steps):
        x1, y1 = rates(x, y, birth, hunting, death, growth)
        x2, y2 = rates(
            x + 0.5 * h * x1, y + 0.5 * h * y1, birth, hunting, death, growth
        )
        x3, y3 = rates(
            x + 0.5 * h * x2, y + 0.5 * h * y2, birth, hunting, death, growth
        )
        x4, y4 = rates(x + h * x3, y + h * y3, birth, hunting, death, growth)
        x = x + h / 6.0 * (x1 + 2.0 * x2 + 2.0 * x3 + x4)
        y = y + h / 6.0 * (y1 + 2.0 * y2 + 2.0 * y3 + y4)
    return x + y


def rates(prey, predators, birth, hunting, death, growth):
    """Lotka and Volterra's rates of change."""
    return (
        birth * prey - hunting * prey * predators,
        growth * prey * predators - death * predators,
    )


def runge_kutta_inputs(steps):
    return 1.1, 0.4, 0.4, 0.1, 10.0, 5.0, 0.01, steps


def runge_kutta_arrays(p, start, h, steps):
    u = start
    for _ in range(steps):
        k1 = rates_of_array(u, p)
        k2 = rates_of_array(u + 0.5 * h * k1, p)
        k3 = rates_of_array(u + 0.5 * h * k2, p)
        k4 = rates_of_array(u + h * k3, p)
        u = u + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return np.sum(u)


def rates_of_array(u, p):
    return np.array(
        [p[0] * u[0] - p[1] * u[0] * u[1], p[3] * u[0] * u[1] - p[2] * u[1]]
    )


def runge_kutta_arrays_inputs(steps):
    return np.array([1.1, 0.4, 0.4, 0.1]), np.array([10.0, 5.0]), 0.01, steps
