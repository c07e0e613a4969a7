# tests.golden_programs.weighted, called with
#     x: float64[:]

import numpy as np


def weighted_grad(x):
    """Gradient of tests.golden_programs.weighted with respect to x.

    For a variable v, v_bar is the derivative of the result with respect to v.
    """
    # forward
    n = len(x)
    t_saved = []
    for i in range(n):
        t_saved.append(np.sin(x[i]))

    # backward
    x_bar = np.zeros_like(x)
    for i1 in reversed(range(n)):
        t = t_saved.pop()
        # 61: s += np.sin(x[i]) * x[i]
        t1 = x[i1]
        x_bar[i1] += t
        x_bar[i1] += t1 * np.cos(t1)
    return x_bar
