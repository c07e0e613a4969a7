# tests.golden_programs.rosenbrock, called with
#     x: float64[:]

import numpy as np


def rosenbrock_value_and_grad(x):
    """Value and gradient of tests.golden_programs.rosenbrock with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    t = x[:-1]
    t1 = x[1:] - t ** 2
    t2 = 1.0 - t
    t3 = np.sum(100.0 * t1 ** 2 + t2 ** 2)

    # backward
    # return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)
    x_bar = np.zeros_like(x)
    t1 *= 200.0
    x_bar[:-1] = -2 * (t1 * t + t2)
    x_bar[1:] += t1
    return t3, x_bar
