# tests.golden_programs.recurrence, called with
#     x: float64[:]
#     a: float
#     a_dot: float

import numpy as np


def recurrence_jvp(x, a, a_dot):
    """Jacobian-vector product of tests.golden_programs.recurrence with respect to a.

    a_dot: the derivative of a along the tangents.
    """
    n = len(x)
    y = np.zeros(n)
    y_dot = np.zeros_like(x)
    y[0] = x[0]
    y_dot[0] = 0.0
    for i in range(1, n):
        d = i - 1
        y_d = y[d]
        y_d_dot = y_dot[d]
        x_i = x[i]
        y[i] = a * y_d + x_i * y_d
        y_dot[i] = a_dot * y_d + a * y_d_dot + x_i * y_d_dot
    return np.sum(y_dot)
