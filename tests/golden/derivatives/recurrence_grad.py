# tests.golden_programs.recurrence, called with
#     x: float64[:]
#     a: float

import numpy as np


def recurrence_grad(x, a):
    """Gradient of tests.golden_programs.recurrence with respect to x and a.

    x_bar: the derivative of the result by x.
    """
    # forward
    n = len(x)
    y = np.zeros(n)
    y[0] = x[0]
    for i in range(1, n):
        t = y[i - 1]
        y[i] = a * t + x[i] * t

    # backward
    y_bar = np.full(y.shape, 1.0)
    x_bar = np.zeros_like(x)
    a_bar = 0.0
    for i1 in reversed(range(1, n)):
        # y[i] = a * y[i - 1] + x[i] * y[i - 1]
        t1 = i1 - 1
        t_bar = y_bar[i1]
        t_bar1 = t_bar * y[t1]
        y_bar[t1] += t_bar * x[i1]
        x_bar[i1] += t_bar1
        a_bar = a_bar + t_bar1
        y_bar[t1] += t_bar * a
    # y[0] = x[0]
    x_bar[0] += y_bar[0]
    return x_bar, a_bar
