# tests.golden_programs.loss, called with
#     w1: float64[:, :]
#     b1: float64[:]
#     w2: float64[:, 1]
#     b2: float64[1]
#     x: float64[:, :]
#     y: float64[:, 1]
#     w1_dot: float64[:, :]

import numpy as np


def loss_jvp(w1, b1, w2, b2, x, y, w1_dot):
    """Jacobian-vector product of tests.golden_programs.loss with respect to w1.

    w1_dot: the derivative of w1 along the tangents.
    """
    h = np.tanh(x @ w1 + b1)
    a_dot = (x @ w1_dot) * (1.0 - h * h) @ w2
    z = h @ w2 + b2
    return np.mean(a_dot * np.exp(z - np.logaddexp(0.0, z)) - y * a_dot)
