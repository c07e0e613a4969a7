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

    For a variable v, v_bar is the derivative of sum(init_grad * result) by v.
    """
    # forward
    n = len(diagonal)
    d = np.copy(diagonal)
    x = np.copy(right)
    saved = []
    for i in range(1, n):
        t = i - 1
        t1 = d[t]
        factor = lower[t] / t1
        d[i] -= factor * upper[t]
        t2 = x[t]
        x[i] -= factor * t2
        saved.append((t1, t2, factor))
    t3 = n - 1
    t4 = d[t3]
    t5 = x[t3] / t4
    x[t3] = t5
    saved1 = []
    for i1 in reversed(range(t3)):
        t6 = x[i1 + 1]
        t7 = d[i1]
        t8 = (x[i1] - upper[i1] * t6) / t7
        x[i1] = t8
        saved1.append((t6, t7, t8))

    # backward
    x_bar = np.copy(init_grad)
    upper_bar = np.zeros_like(upper)
    d_bar = np.zeros_like(diagonal)
    for i2 in range(t3):
        t9, t10, t11 = saved1.pop()
        # 215: x[i] = (x[i] - upper[i] * x[i + 1]) / d[i]
        t_bar = x_bar[i2]
        x_bar[i2] = 0.0
        t_bar1 = t_bar / t10
        d_bar[i2] -= t_bar1 * t11
        x_bar[i2 + 1] -= t_bar1 * upper[i2]
        upper_bar[i2] -= t_bar1 * t9
        x_bar[i2] += t_bar1
    # 213: x[n - 1] = x[n - 1] / d[n - 1]
    t_bar2 = x_bar[t3] / t4
    d_bar[t3] -= t_bar2 * t5
    x_bar[t3] = t_bar2
    lower_bar = np.zeros_like(lower)
    for i3 in reversed(range(1, n)):
        t12, t13, factor1 = saved.pop()
        # 210: factor = lower[i - 1] / d[i - 1]
        t14 = i3 - 1
        # 212: x[i] -= factor * x[i - 1]
        t_bar3 = x_bar[i3]
        x_bar[t14] -= t_bar3 * factor1
        # 211: d[i] -= factor * upper[i - 1]
        t_bar4 = d_bar[i3]
        upper_bar[t14] -= t_bar4 * factor1
        # 210: factor = lower[i - 1] / d[i - 1]
        t15 = (t_bar3 * t13 + t_bar4 * upper[t14]) / t12
        d_bar[t14] += t15 * factor1
        lower_bar[t14] -= t15
    return lower_bar, d_bar, upper_bar, x_bar
