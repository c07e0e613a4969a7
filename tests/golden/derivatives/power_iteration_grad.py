# tests.golden_programs.power_iteration, called with
#     a: float64[:, :]
#     v: float64[:]
#     tolerance: float

import numpy as np


def power_iteration_grad(a, v, tolerance):
    """Gradient of tests.golden_programs.power_iteration with respect to a.

    a_bar: the derivative of the result by a.
    It is for a.shape[0] == a.shape[1] == v.shape[0].
    """
    # forward
    v1 = v
    eigenvalue = 0.0
    change = 1.0
    saved = []
    while change > tolerance:
        w = a @ v1
        new = np.sqrt(w @ w)
        change = abs(new - eigenvalue)
        v2 = w / new
        saved.append((w, new, v1))
        v1 = v2
        eigenvalue = new

    # backward
    v1_bar = np.zeros_like(v)
    eigenvalue_bar = 1.0
    a_bar = np.zeros_like(a)
    while saved:
        # new = np.sqrt(w @ w)
        w, new, v = saved.pop()
        p = 0.5 * ((-v1_bar @ v1) / new + eigenvalue_bar)
        w_bar = p / new * w
        w_bar += w_bar + v1_bar / new
        # w = a @ v
        v1_bar = a.T @ w_bar
        a_bar += np.outer(w_bar, v)
        eigenvalue_bar = 0.0
        v1 = v
    return a_bar
