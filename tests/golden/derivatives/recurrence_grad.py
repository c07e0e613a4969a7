# tests.golden_programs.recurrence, called with
#     x: float64[:]
#     a: float

import numpy as np


def recurrence_grad(x, a):
    """Gradient of tests.golden_programs.recurrence with respect to x and a.

    x_bar: the derivative of the result by x.
    """
    # forward
    y = np.zeros(len(x))
    y[0] = x[0]
    for i in range(1, len(x)):
        y_previous = y[i - 1]
        y[i] = a * y_previous + x[i] * y_previous

    # backward
    x_bar = np.zeros_like(x)
    a_bar = 0.0
    y_bar = np.ones_like(y)
    for i in reversed(range(1, len(x))):
        # y[i] = a * y[i - 1] + x[i] * y[i - 1]
        y_i_bar = y_bar[i]
        b_bar = y_i_bar * y[i - 1]
        x_bar[i] += b_bar
        a_bar += b_bar
        y_bar[i - 1] += a * y_i_bar + x[i] * y_i_bar
    # y[0] = x[0]
    x_bar[0] += y_bar[0]
    return x_bar, a_bar
