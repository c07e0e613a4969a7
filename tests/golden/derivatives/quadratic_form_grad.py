# tests.golden_programs.quadratic_form, called with
#     a: float64[:, :]
#     x: float64[:]

import numpy as np


def quadratic_form_grad(a, x):
    """Gradient of tests.golden_programs.quadratic_form with respect to a and x.

    s_bar: the derivative of the result by s.
    """
    # forward
    p = 0.5 * x
    s = a + a.T

    # backward
    s_bar = np.outer(p, x)
    return s_bar + s_bar.T, p @ s + 0.5 * (s @ x)
