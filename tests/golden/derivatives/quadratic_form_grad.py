# tests.golden_programs.quadratic_form, called with
#     a: float64[:, :]
#     x: float64[:]

import numpy as np


def quadratic_form_grad(a, x):
    """Gradient of tests.golden_programs.quadratic_form with respect to a and x.

    t_bar: the derivative of the result by t.
    """
    # forward
    t = 0.5 * x
    t1 = a + a.T

    # backward
    t_bar = np.outer(t, x)
    return t_bar + t_bar.T, t @ t1 + 0.5 * (t1 @ x)
