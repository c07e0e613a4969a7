# tests.programs.structures.layers_in_a_loop, called with
#     params: list
#     x: float64[:, :]

import numpy as np


def layers_in_a_loop_grad(params, x):
    """Gradient of tests.programs.structures.layers_in_a_loop with respect to params."""
    # forward
    (w, b), (w1, b1), (w2, b2) = params
    x1 = np.tanh(x @ w + b)
    x2 = np.tanh(x1 @ w1 + b1)
    x3 = np.tanh(x2 @ w2 + b2)

    # backward
    # x = np.tanh(x @ w + b)
    a_bar = 2.0 * x3 * (1.0 - x3 * x3)
    w2_bar = x2.T @ a_bar
    b2_bar = np.sum(a_bar, axis=0)
    a_bar = (a_bar @ w2.T) * (1.0 - x2 * x2)
    w1_bar = x1.T @ a_bar
    b1_bar = np.sum(a_bar, axis=0)
    a_bar = (a_bar @ w1.T) * (1.0 - x1 * x1)
    w_bar = x.T @ a_bar
    b_bar = np.sum(a_bar, axis=0)
    return [(w_bar, b_bar), (w1_bar, b1_bar), (w2_bar, b2_bar)]
