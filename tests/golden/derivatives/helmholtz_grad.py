# tests.golden_programs.helmholtz, called with
#     x: float64[:]
#     a: float64[:, :]
#     b: float64[:]
#     rt: float

import math
import numpy as np


def helmholtz_grad(x, a, b, rt):
    """Gradient of tests.golden_programs.helmholtz with respect to x and rt.

    x_bar: the derivative of the result by x.
    """
    # forward
    bx = b @ x
    root = math.sqrt(2.0)
    t = 1.0 + root
    t1 = 1.0 - root
    t2 = 1.0 + t1 * bx
    t3 = (1.0 + t * bx) / t2
    logs = np.log(t3)
    t4 = 1.0 - bx
    t5 = x / t4
    t6 = np.log(t5)
    t7 = x @ a
    t8 = 2.0 * root
    t9 = t8 * bx
    t10 = t7 @ x / t9

    # backward
    # return mixing - (x @ a @ x) / (2.0 * root * bx) * logs
    t11 = logs / t9
    # mixing = rt * np.sum(x * np.log(x / (1.0 - bx)))
    x_bar = rt * x / t5 / t4
    # logs = np.log((1.0 + (1.0 + root) * bx) / (1.0 + (1.0 - root) * bx))
    t_bar = np.divide(-t10, t3) / t2
    t12 = t_bar * t3 * t1
    bx_bar = t_bar * t
    bx_bar1 = t11 * t10 * t8 + x_bar @ t5 - t12 + bx_bar
    x_bar = rt * t6 - (t11 * t7 + a @ (t11 * x)) + x_bar
    return x_bar + bx_bar1 * b, np.sum(x * t6)
