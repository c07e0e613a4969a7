# tests.golden_programs.weighted, called with
#     x: float64[:]
#     x_dot: float64[:]

import numpy as np


def weighted_jvp(x, x_dot):
    """Jacobian-vector product of tests.golden_programs.weighted with respect to x.

    x_dot: the derivative of x along the tangents.
    """
    s_dot = 0.0
    for i in range(len(x)):
        x_i = x[i]
        x_i_dot = x_dot[i]
        s_dot += np.cos(x_i) * x_i_dot * x_i + np.sin(x_i) * x_i_dot
    return s_dot
