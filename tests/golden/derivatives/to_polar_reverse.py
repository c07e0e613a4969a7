# tests.golden_programs.to_polar, called with
#     x: float
#     y: float
#     init_grad: (float64, float64)

import numpy as np


def to_polar_vjp(x, y, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.to_polar with respect to x and
    y.

    x_bar: the derivative of sum(init_grad * result) by x.
    """
    # forward
    r = np.sqrt(x * x + y * y)
    q = y / x

    # backward
    # return r, np.arctan(y / x)
    y_bar = init_grad[1] / (1.0 + q * q) / x
    # r = np.sqrt(x * x + y * y)
    a_bar = 0.5 * init_grad[0] / r
    x_bar = 2.0 * a_bar * x - y_bar * q
    y_bar1 = y_bar + 2.0 * a_bar * y
    return x_bar, y_bar1
