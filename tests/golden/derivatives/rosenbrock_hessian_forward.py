# tests.golden_programs.rosenbrock, called with
#     x: float64[:]
#     x_dot: float64[:]

import numpy as np


def rosenbrock_grad_jvp(x, x_dot):
    """Jacobian-vector product of tests.golden_programs.rosenbrock with respect to x.

    x_dot: the derivative of x along the tangents.
    """
    t = x[:-1]
    t_dot = x_dot[:-1]
    x_bar_dot = np.zeros_like(x)
    t_bar = 200.0 * (x[1:] - t ** 2)
    t_bar_dot = 200.0 * (x_dot[1:] - 2 * t_dot * t)
    t_dot = -2 * (t_bar_dot * t + t_dot * t_bar - t_dot)
    x_bar_dot[:-1] = t_dot
    x_bar_dot[1:] += t_bar_dot
    return x_bar_dot
