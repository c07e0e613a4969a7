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
        difference = i - 1
        factor = lower[difference] / d[difference]
        d[i] -= factor * upper[difference]
        x_difference = x[difference]
        x[i] -= factor * x_difference
        saved.append((x_difference, factor))
    difference1 = n - 1
    d_difference1 = d[difference1]
    ratio = x[difference1] / d_difference1
    x[difference1] = ratio
    for i in reversed(range(difference1)):
        x[i] = (x[i] - upper[i] * x[i + 1]) / d[i]

    # backward
    x_bar = init_grad.copy()
    upper_bar = np.zeros_like(upper)
    d_bar = np.zeros_like(diagonal)
    for i in range(difference1):
        # x[i] = (x[i] - upper[i] * x[i + 1]) / d[i]
        total = i + 1
        part_bar = x_bar[i]
        x_bar[i] = 0.0
        part1_bar = part_bar / d[i]
        d_bar[i] -= part1_bar * x[i]
        x_bar[total] -= part1_bar * upper[i]
        upper_bar[i] -= part1_bar * x[total]
        x_bar[i] += part1_bar
    # x[n - 1] = x[n - 1] / d[n - 1]
    part2_bar = x_bar[difference1] / d_difference1
    d_bar[difference1] -= part2_bar * ratio
    x_bar[difference1] = part2_bar
    lower_bar = np.zeros_like(lower)
    for i in reversed(range(1, n)):
        # factor = lower[i - 1] / d[i - 1]
        x_difference, factor = saved.pop()
        difference = i - 1
        # x[i] -= factor * x[i - 1]
        part3_bar = x_bar[i]
        x_bar[difference] -= part3_bar * factor
        # d[i] -= factor * upper[i - 1]
        part4_bar = d_bar[i]
        upper_bar[difference] -= part4_bar * factor
        ratio1 = (
            (part3_bar * x_difference + part4_bar * upper[difference])
            / d[difference]
        )
        d_bar[difference] += ratio1 * factor
        lower_bar[difference] -= ratio1
    return lower_bar, d_bar, upper_bar, x_bar
