# tests.golden_programs.hinge, called with
#     w: float64[:]
#     x: float64[:, :]
#     y: float64[:]

import numpy as np


def hinge_grad(w, x, y):
    """Gradient of tests.golden_programs.hinge with respect to w."""
    # forward
    t = 1.0 - y * (x @ w)

    # backward
    # margins = np.maximum(1.0 - y * (x @ w), 0.0)
    t1 = np.where(t == 0.0, 0.5, 0.0)
    t = np.where(t > 0.0, 1.0, t1) * y
    return 0.2 * w - x.T @ t
