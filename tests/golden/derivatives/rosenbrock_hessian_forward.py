# tests.golden_programs.rosenbrock, called with
#     x: float64[:]
#     x_dot: float64[:]

import numpy as np


def rosenbrock_grad_jvp(x, x_dot):
    """Jacobian-vector product of tests.golden_programs.rosenbrock with respect to x.

    x_dot: the derivative of x along the tangents.
    """
    x_front = x[:-1]
    x_front_dot = x_dot[:-1]
    x_bar_dot = np.zeros_like(x)
    a_bar = 200.0 * (x[1:] - x_front ** 2)
    a_bar_dot = 200.0 * (x_dot[1:] - 2 * x_front_dot * x_front)
    a_dot = a_bar_dot * x_front + a_bar * x_front_dot - x_front_dot
    x_bar_dot[:-1] = -2 * a_dot
    x_bar_dot[1:] += a_bar_dot
    return x_bar_dot
