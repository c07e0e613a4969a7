"""Sums of elementwise expressions, where memory traffic is what costs."""

import numpy as np


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def rosenbrock_inputs(n):
    return (np.random.default_rng(0).standard_normal(n),)


def smooth_chain(x, y):
    return np.sum(1.0 / (1.0 + np.exp(-(x * y))) * np.tanh(x) + np.log(1.0 + x * x) * y)


def polynomial_chain(x, y):
    return np.sum((x * y + 2.0 * x - y) * (x - 3.0 * y) * x)


def chain_inputs(n):
    random = np.random.default_rng(0)
    return random.standard_normal(n), random.standard_normal(n)
