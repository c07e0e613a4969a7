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
        factor = lower[i - 1] / d[i - 1]
        d[i] -= factor * upper[i - 1]
        x_previous = x[i - 1]
        saved.append((x_previous, factor))
        x[i] -= factor * x_previous
    d_previous = d[n - 1]
    q = x[n - 1] / d_previous
    x[n - 1] = q
    for i in reversed(range(n - 1)):
        x[i] = (x[i] - upper[i] * x[i + 1]) / d[i]

    # backward
    d_bar = np.zeros_like(diagonal)
    upper_bar = np.zeros_like(upper)
    x_bar = init_grad.copy()
    for i in range(n - 1):
        # x[i] = (x[i] - upper[i] * x[i + 1]) / d[i]
        a_bar = x_bar[i] / d[i]
        d_bar[i] -= a_bar * x[i]
        upper_bar[i] -= a_bar * x[i + 1]
        x_bar[i] = a_bar
        x_bar[i + 1] -= upper[i] * a_bar
    # x[n - 1] = x[n - 1] / d[n - 1]
    b_bar = x_bar[n - 1] / d_previous
    d_bar[n - 1] -= b_bar * q
    x_bar[n - 1] = b_bar
    lower_bar = np.zeros_like(lower)
    for i in reversed(range(1, n)):
        # x[i] -= factor * x[i - 1]
        c = i - 1
        x_i_bar = x_bar[i]
        x_previous, factor = saved.pop()
        x_bar[c] -= factor * x_i_bar
        # d[i] -= factor * upper[i - 1]
        d_i_bar = d_bar[i]
        upper_bar[c] -= factor * d_i_bar
        # factor = lower[i - 1] / d[i - 1]
        e = (d_i_bar * upper[c] + x_i_bar * x_previous) / d[c]
        lower_bar[c] -= e
        d_bar[c] += e * factor
    return lower_bar, d_bar, upper_bar, x_bar
