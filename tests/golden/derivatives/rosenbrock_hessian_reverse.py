# tests.golden_programs.rosenbrock, called with
#     x: float64[:]
#     init_grad: float64[:]

import numpy as np


def rosenbrock_grad_vjp(x, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.rosenbrock with respect to x.

    x_bar: the derivative of sum(init_grad * result) by x.
    """
    # forward
    t = x[:-1]
    t_bar = 200.0 * (x[1:] - t ** 2)

    # backward
    # x_bar[1:] += t_bar
    x_bar_bar = init_grad
    # x_bar[:-1] = -2 * (t_bar * t + (1.0 - t))
    t_bar1 = -2 * x_bar_bar[:-1]
    # t_bar = 200.0 * (x[1:] - t ** 2)
    t_bar2 = 200.0 * (x_bar_bar[1:] + t_bar1 * t)
    x_bar = np.zeros_like(x)
    x_bar[1:] = t_bar2
    # t = x[:-1]
    x_bar[:-1] += t_bar1 * t_bar - t_bar1 - 2 * t_bar2 * t
    return x_bar
