# tests.golden_programs.recurrence, called with
#     x: float64[:]
#     a: float
#     a_dot: float

import numpy as np


def recurrence_jvp(x, a, a_dot):
    """Jacobian-vector product of tests.golden_programs.recurrence with respect to a.

    a_dot: the derivative of a along the tangents.
    """
    y = np.zeros(len(x))
    y_dot = np.zeros_like(x)
    y[0] = x[0]
    y_dot[0] = 0.0
    for i in range(1, len(x)):
        y_previous = y[i - 1]
        y_previous_dot = y_dot[i - 1]
        x_i = x[i]
        y[i] = a * y_previous + x_i * y_previous
        y_dot[i] = a_dot * y_previous + a * y_previous_dot + x_i * y_previous_dot
    return np.sum(y_dot)
