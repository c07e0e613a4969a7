# tests.programs.structures.logistic_loss, called with
#     params: dict
#     x: float64[:, :]
#     y: float64[:]

import numpy as np


def logistic_loss_grad(params, x, y):
    """Gradient of tests.programs.structures.logistic_loss with respect to params."""
    # forward
    w2 = params['w2']
    h = np.tanh(x @ params['w1'] + params['b1'])
    z = h @ w2 + params['b2']
    d = 2.0 * y - 1.0
    e = np.exp(-z * d)

    # backward
    # return np.mean(np.log1p(np.exp(-z * (2.0 * y - 1.0))))
    e *= np.divide(1.0, y.size) / (1.0 + e)
    e *= d
    # return h @ params['w2'] + params['b2']
    w2_bar = -(h.T @ e)
    b2_bar = -np.sum(e)
    # h = np.tanh(x @ params['w1'] + params['b1'])
    a_bar = np.outer(-e, w2) * (1.0 - h * h)
    w1_bar = x.T @ a_bar
    b1_bar = np.sum(a_bar, axis=0)
    return {'w1': w1_bar, 'b1': b1_bar, 'w2': w2_bar, 'b2': b2_bar}
