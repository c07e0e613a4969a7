import math
import numpy as np


def roughness_grad(x, eps):
    """Gradient of tests.pairs.stencils.roughness with respect to x.

    x_bar: the derivative of the result by x.
    """
    x_bar = np.zeros_like(x)
    for i in reversed(range(1, len(x))):
        # total = total + math.sqrt(d * d + eps)
        d = x[i] - x[i - 1]
        d_bar = d / math.sqrt(d * d + eps)
        # d = x[i] - x[i - 1]
        x_bar[i - 1] -= d_bar
        x_bar[i] += d_bar
    return x_bar
