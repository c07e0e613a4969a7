# tests.golden_programs.f, called with
#     x1: float
#     x2: float
#     x1_dot: float

import numpy as np


def f_grad_jvp(x1, x2, x1_dot):
    """Jacobian-vector product of tests.golden_programs.f with respect to x1.

    x1_dot: the derivative of x1 along the tangents.
    """
    return -(x1_dot * np.divide(1.0, x1)) / x1
