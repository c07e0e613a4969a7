# tests.golden_programs.f, called with
#     x1: float
#     x2: float

import numpy as np


def f_grad(x1, x2):
    """Gradient of tests.golden_programs.f with respect to x1 and x2.

    x1_bar: the derivative of the result by x1.
    """
    x1_bar = np.divide(1.0, x1) + x2
    x2_bar = x1 - np.cos(x2)
    return x1_bar, x2_bar
