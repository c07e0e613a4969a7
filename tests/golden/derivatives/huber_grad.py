# tests.golden_programs.huber, called with
#     r: float
#     delta: float

import numpy as np


def huber_grad(r, delta):
    """Gradient of tests.golden_programs.huber with respect to r and delta.

    r_bar: the derivative of the result by r.
    """
    if abs(r) <= delta:
        r_bar = r
        delta_bar = 0.0
    else:
        # loss = delta * (abs(r) - 0.5 * delta)
        p = 0.5 * delta
        delta_bar = abs(r) - p - p
        r_bar = delta * np.sign(r)
    return r_bar, delta_bar
