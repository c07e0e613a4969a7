# tests.golden_programs.weighted, called with
#     x: float64[:]

import numpy as np


def weighted_grad(x):
    """Gradient of tests.golden_programs.weighted with respect to x.

    For a variable v, v_bar is the derivative of the result with respect to v.
    """
    x_bar = np.zeros_like(x)
    for i in reversed(range(len(x))):
        # 61: s += np.sin(x[i]) * x[i]
        t = x[i]
        x_bar[i] += np.sin(t) + t * np.cos(t)
    return x_bar
