# tests.golden_programs.collatz_like, called with
#     x: float
#     n: int

import math
import numpy as np


def collatz_like_grad(x, n):
    """Gradient of tests.golden_programs.collatz_like with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    x_saved = []
    branch_saved = []
    for k in range(n):
        branch = x > 1.0
        branch_saved.append(branch)
        if branch:
            x = math.sqrt(x)
            x_saved.append(x)
        else:
            x = 3.0 * x + 1.0 / (k + 1)

    # backward
    x_bar = 1.0
    for _ in range(n):
        branch = branch_saved.pop()
        if branch:
            # x = math.sqrt(x)
            x = x_saved.pop()
            x_bar = np.divide(0.5 * x_bar, x)
        else:
            # x = 3.0 * x + 1.0 / (k + 1)
            x_bar = 3.0 * x_bar
    return x_bar
