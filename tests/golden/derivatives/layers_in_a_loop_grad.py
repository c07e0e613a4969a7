# tests.programs.structures.layers_in_a_loop, called with
#     params: list
#     x: float64[:, :]

import numpy as np


def layers_in_a_loop_grad(params, x):
    """Gradient of tests.programs.structures.layers_in_a_loop with respect to params.

    t_bar: the derivative of the result by t.
    """
    # forward
    (w, b), (w1, b1), (w2, b2) = params
    x1 = np.tanh(x @ w + b)
    x2 = np.tanh(x1 @ w1 + b1)
    x3 = np.tanh(x2 @ w2 + b2)

    # backward
    # x = np.tanh(x @ w + b)
    t_bar = 2.0 * x3 * (1.0 - x3 * x3)
    t = 1.0 - x2 * x2
    t_bar1 = t_bar @ w2.T * t
    t = 1.0 - x1 * x1
    t_bar2 = t_bar1 @ w1.T * t
    w_bar = x.T @ t_bar2
    b_bar = np.sum(t_bar2, axis=0)
    w_bar1 = x1.T @ t_bar1
    b_bar1 = np.sum(t_bar1, axis=0)
    w_bar2 = x2.T @ t_bar
    b_bar2 = np.sum(t_bar, axis=0)
    return [(w_bar, b_bar), (w_bar1, b_bar1), (w_bar2, b_bar2)]
