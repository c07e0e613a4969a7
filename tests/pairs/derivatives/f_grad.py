import numpy as np


def f_grad(x1, x2):
    """Gradient of tests.pairs.classics.f with respect to x1 and x2."""
    return np.divide(1.0, x1) + x2, x1 - np.cos(x2)
