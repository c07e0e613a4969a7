# tests.golden_programs.trace_of_power, called with
#     a: float64[:, :]
#     n: int

import numpy as np


def trace_of_power_grad(a, n):
    """Gradient of tests.golden_programs.trace_of_power with respect to a.

    a_bar: the derivative of the result by a.
    It is for a.shape[0] == a.shape[1].
    """
    # forward
    p = np.eye(len(a))
    p1 = p
    p1_saved = []
    for _ in range(n):
        p1_saved.append(p1)
        p1 = p1 @ a

    # backward
    a_bar = np.zeros_like(a)
    p1_bar = p
    for _ in range(n):
        # p = p @ a
        p = p1_saved.pop()
        a_bar += p.T @ p1_bar
        p1_bar = p1_bar @ a.T
    return a_bar
