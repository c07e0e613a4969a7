# tests.golden_programs.rosenbrock, called with
#     x: float64[:]
#     x_dot: float64[:]

import numpy as np


def rosenbrock_grad_jvp(x, x_dot):
    """Jacobian-vector product of tests.golden_programs.rosenbrock with respect to x.

    x_dot: the derivative of x along the tangents.
    """
    a = x[:-1]
    a_dot = x_dot[:-1]
    x_bar_dot = np.zeros_like(x)
    b_bar = 200.0 * (x[1:] - a ** 2)
    b_bar_dot = 200.0 * (x_dot[1:] - 2 * a_dot * a)
    x_bar_dot[:-1] = -2 * (b_bar_dot * a + b_bar * a_dot - a_dot)
    x_bar_dot[1:] += b_bar_dot
    return x_bar_dot
