# tests.golden_programs.horner, called with
#     x: float
#     coefficients: float64[:]

import numpy as np


def horner_grad(x, coefficients):
    """Gradient of tests.golden_programs.horner with respect to x and coefficients.

    x_bar: the derivative of the result by x.
    """
    # forward
    y = 0.0
    y_saved = []
    for c in coefficients:
        y_saved.append(y)
        y = y * x + c

    # backward
    x_bar = 0.0
    coefficients_bar = np.zeros_like(coefficients)
    y_bar = 1.0
    for i in reversed(range(len(coefficients))):
        # y = y * x + c
        y = y_saved.pop()
        x_bar += y * y_bar
        coefficients_bar[i] += y_bar
        y_bar = y_bar * x
    return x_bar, coefficients_bar
