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
    total = 1.0 + root
    difference = 1.0 - root
    total1 = 1.0 + difference * bx
    ratio = (1.0 + total * bx) / total1
    logs = np.log(ratio)
    difference1 = 1.0 - bx
    ratio1 = x / difference1
    log_ratio1 = np.log(ratio1)
    product = x @ a
    product1 = 2.0 * root
    product2 = product1 * bx
    ratio2 = product @ x / product2

    # backward
    # return mixing - (x @ a @ x) / (2.0 * root * bx) * logs
    ratio3 = logs / product2
    # mixing = rt * np.sum(x * np.log(x / (1.0 - bx)))
    x_bar = rt * x / ratio1 / difference1
    # logs = np.log((1.0 + (1.0 + root) * bx) / (1.0 + (1.0 - root) * bx))
    part_bar = np.divide(-ratio2, ratio) / total1
    product3 = part_bar * ratio * difference
    bx_bar = part_bar * total
    # bx = b @ x
    x_bar1 = (ratio3 * ratio2 * product1 + x_bar @ ratio1 - product3 + bx_bar) * b
    total2 = np.sum(x * log_ratio1)
    return (
        rt * log_ratio1 - (ratio3 * product + a @ (ratio3 * x)) + x_bar + x_bar1, total2
    )
