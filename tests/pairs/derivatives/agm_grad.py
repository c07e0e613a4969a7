import math
import numpy as np


def agm_grad(a, b, n):
    """Gradient of tests.pairs.loops.agm with respect to a and b.

    a_bar: the derivative of the result by a.
    """
    # forward
    saved = []
    for _ in range(n):
        saved.append((a, b))
        a1 = 0.5 * (a + b)
        b = math.sqrt(a * b)
        a = a1

    # backward
    a_bar = 1.0
    b_bar = 0.0
    for _ in range(n):
        # a, b = 0.5 * (a + b), math.sqrt(a * b)
        c_bar = float(np.divide(0.5 * b_bar, b))
        a, b = saved.pop()
        d_bar = 0.5 * a_bar
        a_bar = d_bar + c_bar * b
        b_bar = d_bar + a * c_bar
    a_bar = np.float64(a_bar)
    b_bar = np.float64(b_bar)
    return a_bar, b_bar
