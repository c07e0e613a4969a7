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
    eigenvalue = 0.0
    change = 1.0
    saved = []
    v_saved = []
    while change > tolerance:
        v_saved.append(v)
        w = a @ v
        new = np.sqrt(w @ w)
        saved.append((w, new))
        change = abs(new - eigenvalue)
        v = w / new
        eigenvalue = new

    # backward
    a_bar = np.zeros_like(a)
    v_bar = np.zeros_like(v)
    eigenvalue_bar = 1.0
    while saved:
        # v = w / new
        w, new = saved.pop()
        new_bar = eigenvalue_bar - (v_bar @ v) / new
        # new = np.sqrt(w @ w)
        w_bar = 0.5 * new_bar / new * w
        w_bar += w_bar + v_bar / new
        # w = a @ v
        v = v_saved.pop()
        a_bar += np.outer(w_bar, v)
        v_bar = a.T @ w_bar
        eigenvalue_bar = 0.0
    return a_bar
