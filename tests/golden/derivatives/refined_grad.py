# tests.golden_programs.refined, called with
#     a: float64[:, :]
#     x: float64[:]
#     n: int

import numpy as np


def refined_grad(a, x, n):
    """Gradient of tests.golden_programs.refined with respect to a and x.

    a_bar: the derivative of the result by a.
    """
    # forward
    saved = []
    for _ in range(n):
        inverse = np.linalg.inv(a)
        y = inverse @ x
        x1 = np.tanh(y)
        saved.append((inverse, y, x1, x.shape))
        x = x1

    # backward
    # return np.sum(x * x)
    x_bar = 2.0 * x
    a_bar = np.zeros_like(a)
    for _ in range(n):
        # back = inverse.T @ cotangent
        inverse, y, x, shape = saved.pop()
        back = inverse.T @ (x_bar * (1.0 - x * x))
        # return -np.outer(back, y), back
        b = -np.outer(back, y)
        # x = np.tanh(whitened(a, x))
        if (b.shape[0], b.shape[1]) != (a.shape[0], a.shape[1]):
            raise ValueError(
                'the gradient of whitened_bwd (the backward rule of whitened) (golden_programs.py) by a has another shape'
            )
        if (back.shape[0],) != (shape[0],):
            raise ValueError(
                'the gradient of whitened_bwd (the backward rule of whitened) (golden_programs.py) by x has another shape'
            )
        a_bar += b
        x_bar = np.broadcast_to(back, shape)
    x_bar = x_bar.copy()
    return a_bar, x_bar
