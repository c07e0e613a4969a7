# tests.golden_programs.rosenbrock, called with
#     x: float64[:]
#     init_grad: float64[:]

import numpy as np


def rosenbrock_grad_vjp(x, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.rosenbrock with respect to x.

    x_bar: the derivative of sum(init_grad * result) by x.
    """
    # forward
    a = x[:-1]
    b_bar = 200.0 * (x[1:] - a ** 2)

    # backward
    # x_bar[:-1] = -2 * (b_bar * a + 1.0 - a)
    b_bar1 = -2 * init_grad[:-1]
    # b_bar = 200.0 * (x[1:] - a ** 2)
    c_bar = 200.0 * (b_bar1 * a + init_grad[1:])
    x_bar = np.zeros_like(x)
    x_bar[1:] = c_bar
    # a = x[:-1]
    x_bar[:-1] += b_bar * b_bar1 - b_bar1 - 2 * c_bar * a
    return x_bar
