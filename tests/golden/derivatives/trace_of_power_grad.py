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
    p_saved = []
    for _ in range(n):
        p_saved.append(p1)
        p1 = p1 @ a

    # backward
    p_bar = p
    a_bar = np.zeros_like(a)
    for _1 in reversed(range(n)):
        # p = p @ a
        p = p_saved.pop()
        a_bar += p.T @ p_bar
        p_bar = p_bar @ a.T
    return a_bar
