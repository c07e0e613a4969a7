# tests.golden_programs.leapfrog, called with
#     x: float
#     v: float
#     k: float
#     h: float
#     steps: int

import numpy as np


def leapfrog_grad(x, v, k, h, steps):
    """Gradient of tests.golden_programs.leapfrog with respect to x and k.

    x_bar: the derivative of the result by x.
    """
    # forward
    x_saved = []
    for _ in range(steps):
        x_saved.append(x)
        v = v - h * (k * x + 0.4 * np.power(x, 3))
        x = x + h * v

    # backward
    x_bar = 1.0
    k_bar = 0.0
    v_bar = 0.0
    for _ in range(steps):
        # x = x + h * v
        v_bar += h * x_bar
        # v = v - h * tl.grad(potential)(x, k)
        p = h * v_bar
        # return k * x + 0.4 * np.power(x, 3)
        x = x_saved.pop()
        x_bar -= 3 * (0.4 * p) * np.power(x, 2) + k * p
        k_bar -= p * x
    return x_bar, k_bar
