# tests.golden_programs.huber, called with
#     r: float
#     delta: float

import numpy as np


def huber_grad(r, delta):
    """Gradient of tests.golden_programs.huber with respect to r and delta."""
    if abs(r) <= delta:
        return r, 0.0
    return delta * np.sign(r), abs(r) - delta
