# tests.golden_programs.huber, called with
#     r: float
#     delta: float

import numpy as np


def huber_grad(r, delta):
    """Gradient of tests.golden_programs.huber with respect to r and delta.

    For a variable v, v_bar is the derivative of the result with respect to v.
    """
    # forward
    branch = abs(r) <= delta
    if branch:
        t = 0.5 * r
    else:
        t1 = abs(r) - 0.5 * delta

    # backward
    # 38: if abs(r) <= delta:
    if branch:
        # 39: loss = 0.5 * r * r
        r_bar = t + r * 0.5
        # 38: if abs(r) <= delta:
        delta_bar = 0.0
    else:
        # 41: loss = delta * (abs(r) - 0.5 * delta)
        delta_bar = t1 - delta * 0.5
        r_bar = delta * np.sign(r)
    return r_bar, delta_bar
