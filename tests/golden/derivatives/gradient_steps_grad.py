# tests.golden_programs.gradient_steps, called with
#     w: float64[:]
#     x: float64[:]
#     n: int

import numpy as np


def gradient_steps_grad(w, x, n):
    """Gradient of tests.golden_programs.gradient_steps with respect to w.

    w_bar: the derivative of the result by w.
    """
    # forward
    x_saved = []
    for _ in range(n):
        x_saved.append(x)
        x = x - 0.1 * (2.0 * w * x)

    # backward
    # return np.sum(x * x)
    x_bar = 2.0 * x
    w_bar = np.zeros_like(w)
    for _ in range(n):
        # x = x - 0.1 * tl.grad(energy, wrt="z")(w, x)
        x_bar1 = -(0.1 * x_bar)
        # return 2.0 * w * z
        x = x_saved.pop()
        a_bar = x_bar1 * x
        w_bar += 2.0 * a_bar
        x_bar1 *= 2.0 * w
        x_bar1 += x_bar
        x_bar = x_bar1
    return w_bar
