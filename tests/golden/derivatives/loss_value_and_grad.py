# tests.golden_programs.loss, called with
#     w1: float64[:, :]
#     b1: float64[:]
#     w2: float64[:, 1]
#     b2: float64[1]
#     x: float64[:, :]
#     y: float64[:, 1]

import numpy as np


def loss_value_and_grad(w1, b1, w2, b2, x, y):
    """Value and gradient of tests.golden_programs.loss with respect to w1, b1, w2 and
    b2.

    w1_bar: the derivative of the result by w1.
    """
    # forward
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2
    a = np.logaddexp(0.0, z)
    d = a - y * z

    # backward
    # return np.mean(np.logaddexp(0.0, z) - y * z)
    z_bar = (np.exp(z - a) - y) / z.size
    # z = h @ w2 + b2
    w2_bar = h.T @ z_bar
    b2_bar = np.sum(z_bar, axis=0)
    # h = np.tanh(x @ w1 + b1)
    b_bar = (z_bar @ w2.T) * (1.0 - h * h)
    w1_bar = x.T @ b_bar
    b1_bar = np.sum(b_bar, axis=0)
    return np.mean(d), (w1_bar, b1_bar, w2_bar, b2_bar)
