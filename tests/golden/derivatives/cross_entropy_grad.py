# tests.golden_programs.cross_entropy, called with
#     w: float64[:]
#     x: float64[:, :]
#     y: float64[:]

import numpy as np


def cross_entropy_grad(w, x, y):
    """Gradient of tests.golden_programs.cross_entropy with respect to w."""
    # forward
    p = 1.0 / (1.0 + np.exp(-(x @ w)))
    d = 1.0 - p

    # backward
    share = np.divide(-1.0, y.size)
    return x.T @ ((y * share / p - (1.0 - y) * share / d) * p * d)
