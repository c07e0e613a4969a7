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
        a = i - 1
        factor = lower[a] / d[a]
        d[i] -= factor * upper[a]
        x_a = x[a]
        x[i] -= factor * x_a
        saved.append((x_a, factor))
    b = n - 1
    d_b = d[b]
    q = x[b] / d_b
    x[b] = q
    for i in reversed(range(b)):
        x[i] = (x[i] - upper[i] * x[i + 1]) / d[i]

    # backward
    x_bar = init_grad.copy()
    upper_bar = np.zeros_like(upper)
    d_bar = np.zeros_like(diagonal)
    for i in range(b):
        # x[i] = (x[i] - upper[i] * x[i + 1]) / d[i]
        s = i + 1
        c_bar = x_bar[i]
        x_bar[i] = 0.0
        e_bar = c_bar / d[i]
        d_bar[i] -= e_bar * x[i]
        x_bar[s] -= upper[i] * e_bar
        upper_bar[i] -= e_bar * x[s]
        x_bar[i] += e_bar
    # x[n - 1] = x[n - 1] / d[n - 1]
    g_bar = x_bar[b] / d_b
    d_bar[b] -= g_bar * q
    x_bar[b] = g_bar
    lower_bar = np.zeros_like(lower)
    for i in reversed(range(1, n)):
        # factor = lower[i - 1] / d[i - 1]
        x_a, factor = saved.pop()
        a = i - 1
        # x[i] -= factor * x[i - 1]
        p_bar = x_bar[i]
        x_bar[a] -= factor * p_bar
        # d[i] -= factor * upper[i - 1]
        r_bar = d_bar[i]
        upper_bar[a] -= factor * r_bar
        u = (r_bar * upper[a] + p_bar * x_a) / d[a]
        d_bar[a] += u * factor
        lower_bar[a] -= u
    return lower_bar, d_bar, upper_bar, x_bar
