# tests.golden_programs.masked_mean, called with
#     x: float64[:]

import numpy as np


def masked_mean_grad(x):
    """Gradient of tests.golden_programs.masked_mean with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    mask = x > 0.0
    kept = x[mask]

    # backward
    # kept = x[x > 0.0]
    x_bar = np.zeros_like(x)
    x_bar[mask] += np.divide(1.0, len(kept))
    return x_bar
