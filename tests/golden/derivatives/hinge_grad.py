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
    chosen = np.where(d == 0.0, 0.5, 0.0)
    return 0.2 * w - x.T @ (y * np.where(d > 0.0, 1.0, chosen))
