# tests.golden_programs.clipped_recurrence, called with
#     w: float
#     x: float64[:]
#     n: int
#     init_grad: float64

import numpy as np


def clipped_recurrence_vjp(w, x, n, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.clipped_recurrence with respect
    to w and x.

    w_bar: the derivative of sum(init_grad * result) by w.
    """
    # forward
    x_saved = []
    x_saved1 = []
    for _ in range(n):
        x_saved1.append(x)
        x = np.tanh(w * x)
        x_saved.append(x)

    # backward
    # return np.sum(x)
    x_bar = np.broadcast_to(init_grad, x.shape)
    w_bar = 0.0
    for _ in range(n):
        # x = np.tanh(w * x)
        x = x_saved.pop()
        a = x.shape[0]
        d = 1.0 - x * x
        b_bar = np.broadcast_to(np.clip(x_bar, -1.0, 1.0), (a,)) * d
        x = x_saved1.pop()
        w_bar += b_bar @ x
        x_bar = w * b_bar
    x_bar = x_bar.copy()
    return w_bar, x_bar
