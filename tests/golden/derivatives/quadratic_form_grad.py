# tests.golden_programs.quadratic_form, called with
#     a: float64[:, :]
#     x: float64[:]

import numpy as np


def quadratic_form_grad(a, x):
    """Gradient of tests.golden_programs.quadratic_form with respect to a and x.

    a_bar: the derivative of the result by a.
    """
    # forward
    p = 0.5 * x
    s = a + a.T

    # backward
    # return 0.5 * x @ (a + a.T) @ x
    s_bar = np.outer(p, x)
    a_bar = s_bar.T + s_bar
    x_bar = 0.5 * (s @ x) + p @ s
    return a_bar, x_bar
