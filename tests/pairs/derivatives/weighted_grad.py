import numpy as np


def weighted_grad(x):
    """Gradient of tests.pairs.classics.weighted with respect to x.

    x_bar: the derivative of the result by x.
    """
    x_bar = np.zeros_like(x)
    for i in reversed(range(len(x))):
        # s += np.sin(x[i]) * x[i]
        x_i = x[i]
        x_bar[i] += np.cos(x_i) * x_i + np.sin(x_i)
    return x_bar
