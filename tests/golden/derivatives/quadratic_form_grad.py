# tests.golden_programs.quadratic_form, called with
#     a: float64[:, :]
#     x: float64[:]

import numpy as np


def quadratic_form_grad(a, x):
    """Gradient of tests.golden_programs.quadratic_form with respect to a and x."""
    # forward
    p = 0.5 * x
    s = a + a.T

    # backward
    s_bar = np.outer(p, x)
    return s_bar.T + s_bar, 0.5 * (s @ x) + p @ s
