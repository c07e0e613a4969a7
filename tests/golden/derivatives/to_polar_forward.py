# tests.golden_programs.to_polar, called with
#     x: float
#     y: float
#     x_dot: float
#     y_dot: float

import numpy as np


def to_polar_jvp(x, y, x_dot, y_dot):
    """Jacobian-vector product of tests.golden_programs.to_polar with respect to x and
    y.

    For a variable v, v_dot is its derivative in the direction of the tangents.
    """
    t_dot = x_dot * x
    t_dot1 = y_dot * y
    r = np.sqrt(x * x + y * y)
    t = y / x
    t_dot2 = (y_dot / x - x_dot * t / x) / (1.0 + t * t)
    return np.divide(0.5 * (t_dot + t_dot + (t_dot1 + t_dot1)), r), t_dot2
