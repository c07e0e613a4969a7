# tests.golden_programs.thomas, called with
#     lower: float64[:]
#     diagonal: float64[:]
#     upper: float64[:]
#     right: float64[:]
#     init_grad: float64[:]

import numpy as np


def thomas_vjp(lower, diagonal, upper, right, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.thomas with respect to lower,
    diagonal, upper and right.

    lower_bar: the derivative of sum(init_grad * result) by lower.
    """
    # forward
    n = len(diagonal)
    d = diagonal.copy()
    x = right.copy()
    saved = []
    for i in range(1, n):
        t = i - 1
        factor = lower[t] / d[t]
        d[i] -= factor * upper[t]
        t1 = x[t]
        x[i] -= factor * t1
        saved.append((t1, factor))
    t2 = n - 1
    t3 = d[t2]
    t4 = x[t2] / t3
    x[t2] = t4
    for i1 in reversed(range(t2)):
        x[i1] = (x[i1] - upper[i1] * x[i1 + 1]) / d[i1]

    # backward
    x_bar = init_grad.copy()
    upper_bar = np.zeros_like(upper)
    d_bar = np.zeros_like(diagonal)
    for i2 in range(t2):
        # x[i] = (x[i] - upper[i] * x[i + 1]) / d[i]
        t5 = i2 + 1
        t_bar = x_bar[i2]
        x_bar[i2] = 0.0
        t_bar1 = t_bar / d[i2]
        d_bar[i2] -= t_bar1 * x[i2]
        x_bar[t5] -= t_bar1 * upper[i2]
        upper_bar[i2] -= t_bar1 * x[t5]
        x_bar[i2] += t_bar1
    # x[n - 1] = x[n - 1] / d[n - 1]
    t_bar2 = x_bar[t2] / t3
    d_bar[t2] -= t_bar2 * t4
    x_bar[t2] = t_bar2
    lower_bar = np.zeros_like(lower)
    for i3 in reversed(range(1, n)):
        # factor = lower[i - 1] / d[i - 1]
        t6, factor1 = saved.pop()
        t7 = i3 - 1
        # x[i] -= factor * x[i - 1]
        t_bar3 = x_bar[i3]
        x_bar[t7] -= t_bar3 * factor1
        # d[i] -= factor * upper[i - 1]
        t_bar4 = d_bar[i3]
        upper_bar[t7] -= t_bar4 * factor1
        t8 = (t_bar3 * t6 + t_bar4 * upper[t7]) / d[t7]
        d_bar[t7] += t8 * factor1
        lower_bar[t7] -= t8
    return lower_bar, d_bar, upper_bar, x_bar
