# tests.golden_programs.collatz_like, called with
#     x: float
#     n: int
#     x_dot: float

import math
import numpy as np


def collatz_like_jvp(x, n, x_dot):
    """Jacobian-vector product of tests.golden_programs.collatz_like with respect to x.

    x_dot: the derivative of x along the tangents.
    """
    for k in range(n):
        if x > 1.0:
            x = math.sqrt(x)
            x_dot = np.divide(0.5 * x_dot, x)
        else:
            x_dot = 3.0 * x_dot
            x = 3.0 * x + 1.0 / (k + 1)
    return x_dot
