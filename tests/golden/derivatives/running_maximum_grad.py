# tests.golden_programs.running_maximum, called with
#     x: float64[:]

import numpy as np


def running_maximum_grad(x):
    """Gradient of tests.golden_programs.running_maximum with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    best = x[0]
    n = len(x)
    branch_saved = []
    for v in x:
        branch = v > best
        if branch:
            best = v
        branch_saved.append(branch)

    # backward
    x_bar = np.zeros_like(x)
    best_bar = 0.0
    for i in reversed(range(n)):
        # total = total + best
        branch = branch_saved.pop()
        best_bar += 1.0
        if branch:
            v_bar = best_bar
            best_bar = 0.0
        else:
            v_bar = 0.0
        x_bar[i] += v_bar
    # best = x[0]
    x_bar[0] += best_bar
    return x_bar
