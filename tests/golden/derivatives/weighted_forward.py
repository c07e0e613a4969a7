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
        t = x[i]
        t_dot = x_dot[i]
        t_dot1 = t_dot * np.sin(t)
        s_dot = s_dot + (t_dot * np.cos(t) * t + t_dot1)
    return s_dot
