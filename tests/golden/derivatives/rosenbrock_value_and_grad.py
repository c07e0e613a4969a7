# tests.golden_programs.rosenbrock, called with
#     x: float64[:]

import numpy as np


def rosenbrock_value_and_grad(x):
    """Value and gradient of tests.golden_programs.rosenbrock with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    x_front = x[:-1]
    d = x[1:] - x_front ** 2
    a = 1.0 - x_front
    total = np.sum(100.0 * d ** 2 + a ** 2)

    # backward
    # return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)
    x_bar = np.zeros_like(x)
    d *= 200.0
    x_bar[:-1] = -2 * (d * x_front + a)
    x_bar[1:] += d
    return total, x_bar
