import numpy as np


def solve_lower_grad(l, b):
    """Gradient of tests.pairs.stencils.solve_lower with respect to l and b.

    l_bar: the derivative of the result by l.
    """
    # forward
    x = np.zeros_like(b)
    for i in range(len(b)):
        x[i] = (b[i] - l[i, :i] @ x[:i]) / l[i, i]

    # backward
    # return x @ x
    x_bar = 2.0 * x
    l_bar = np.zeros_like(l)
    b_bar = np.zeros_like(b)
    for i in reversed(range(len(b))):
        # x[i] = (b[i] - l[i, :i] @ x[:i]) / l[i, i]
        a_bar = x_bar[i] / l[i, i]
        l_bar[i, i] -= a_bar * x[i]
        x_bar[:i] -= a_bar * l[i, :i]
        l_bar[i, :i] -= a_bar * x[:i]
        b_bar[i] += a_bar
    return l_bar, b_bar
