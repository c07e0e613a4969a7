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
        t = i - 1
        t1 = y[t]
        t_dot = y_dot[t]
        t2 = x[i]
        y[i] = a * t1 + t2 * t1
        y_dot[i] = a_dot * t1 + t_dot * a + t_dot * t2
    return np.sum(y_dot)
