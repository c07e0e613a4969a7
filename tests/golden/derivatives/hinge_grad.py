# tests.golden_programs.hinge, called with
#     w: float64[:]
#     x: float64[:, :]
#     y: float64[:]

import numpy as np


def hinge_grad(w, x, y):
    """Gradient of tests.golden_programs.hinge with respect to w."""
    # forward
    d = 1.0 - y * (x @ w)

    # backward
    a_bar = -(y * np.where(d <= 0.0, 0.5, 1.0))
    return x.T @ np.where(d >= 0.0, a_bar, 0.0) + 0.2 * w
