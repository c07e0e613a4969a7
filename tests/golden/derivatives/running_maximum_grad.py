# tests.golden_programs.running_maximum, called with
#     x: float64[:]

import numpy as np


def running_maximum_grad(x):
    """Gradient of tests.golden_programs.running_maximum with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    best = x[0]
    branch_saved = []
    for v in x:
        branch = v > best
        branch_saved.append(branch)
        if branch:
            best = v

    # backward
    x_bar = np.zeros_like(x)
    best_bar = 0.0
    for i in reversed(range(len(x))):
        # total = total + best
        best_bar += 1.0
        branch = branch_saved.pop()
        if branch:
            v_bar = best_bar
            best_bar = 0.0
        else:
            v_bar = 0.0
        x_bar[i] += v_bar
    # best = x[0]
    x_bar[0] += best_bar
    return x_bar
