"""Code on single numbers: straight lines, a counted loop, a while loop, indexing."""

import math

import numpy as np


def straight_line(x, y):
    return math.log(x) + x * y - math.sin(y)


def straight_line_inputs():
    return 2.0, 5.0


def logistic_map(x, steps):
    for _ in range(steps):
        x = 4.0 * x * (1.0 - x)
    return x


def logistic_map_inputs(steps):
    return 0.3, steps


def newton_sqrt(a):
    x = a
    while abs(x * x - a) > 1e-12 * a:
        x = 0.5 * (x + a / x)
    return x


def newton_sqrt_inputs(a):
    return (a,)


def sum_of_sines(x):
    total = 0.0
    for i in range(len(x)):
        total += np.sin(x[i]) * x[i]
    return total


def sum_of_sines_inputs(n):
    return (np.random.default_rng(1).standard_normal(n),)
