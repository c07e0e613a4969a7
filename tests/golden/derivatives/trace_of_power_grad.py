# tests.golden_programs.trace_of_power, called with
#     a: float64[:, :]
#     n: int

import numpy as np


def trace_of_power_grad(a, n):
    """Gradient of tests.golden_programs.trace_of_power with respect to a.

    For a variable v, v_bar is the derivative of the result with respect to v.
    """
    # forward
    p = np.eye(len(a))
    p1 = p
    saved = []
    for _ in range(n):
        p2 = p1 @ a
        saved.append((p2.shape, p1))
        p1 = p2
    p1 * p

    # backward
    p_bar = p
    a_bar = np.zeros_like(a)
    for _1 in reversed(range(n)):
        shape, p = saved.pop()
        # 126: p = p @ a
        t = np.broadcast_to(p_bar, shape)
        p_bar = t @ a.T
        a_bar += p.T @ t
    return a_bar
