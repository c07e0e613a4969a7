# tests.golden_programs.histogram, called with
#     x: float64[:]
#     bins: int64[:]
#     scale: float
#     init_grad: float64[:]

import numpy as np


def histogram_vjp(x, bins, scale, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.histogram with respect to x and
    scale.

    x_bar: the derivative of sum(init_grad * result) by x.
    """
    a_bar = init_grad[bins] * np.exp(scale * x)
    x_bar = scale * a_bar
    scale_bar = a_bar @ x
    return x_bar, scale_bar
