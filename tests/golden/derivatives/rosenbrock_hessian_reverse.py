# tests.golden_programs.rosenbrock, called with
#     x: float64[:]
#     init_grad: float64[:]

import numpy as np


def rosenbrock_grad_vjp(x, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.rosenbrock with respect to x.

    x_bar: the derivative of sum(init_grad * result) by x.
    """
    # forward
    x_front = x[:-1]
    a_bar = 200.0 * (x[1:] - x_front ** 2)

    # backward
    # x_bar[:-1] = -2 * (a_bar * x_front + 1.0 - x_front)
    a_bar1 = -2 * init_grad[:-1]
    # a_bar = 200.0 * (x[1:] - x_front ** 2)
    x_bar = np.zeros_like(x)
    b_bar = 200.0 * (a_bar1 * x_front + init_grad[1:])
    x_bar[1:] = b_bar
    # x_front = x[:-1]
    x_bar[:-1] += a_bar * a_bar1 - a_bar1 - 2 * b_bar * x_front
    return x_bar
