# tests.golden_programs.to_polar, called with
#     x: float
#     y: float
#     x_dot: float
#     y_dot: float

import numpy as np


def to_polar_jvp(x, y, x_dot, y_dot):
    """Jacobian-vector product of tests.golden_programs.to_polar with respect to x and
    y.

    x_dot: the derivative of x along the tangents.
    """
    r = np.sqrt(x * x + y * y)
    r_dot = (x_dot * x + y_dot * y) / r
    q = y / x
    a_dot = (y_dot / x - x_dot * q / x) / (1.0 + q * q)
    return r_dot, a_dot
