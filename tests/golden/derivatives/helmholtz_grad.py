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
    s = 1.0 + root
    d = 1.0 - root
    c = 1.0 + d * bx
    q = (1.0 + s * bx) / c
    logs = np.log(q)
    e = 1.0 - bx
    g = x / e
    log_g = np.log(g)
    p = x @ a
    r = 2.0 * root
    u = r * bx
    v = (p @ x) / u

    # backward
    # return mixing - (x @ a @ x) / (2.0 * root * bx) * logs
    logs_bar = -v
    w = logs / u
    # mixing = rt * np.sum(x * np.log(x / (1.0 - bx)))
    x_bar = x * rt / g / e
    # logs = np.log((1.0 + (1.0 + root) * bx) / (1.0 + (1.0 - root) * bx))
    z_bar = logs_bar / q / c
    bx_bar = r * (w * v) + x_bar @ g - d * (z_bar * q) + s * z_bar
    return (
        bx_bar * b + (x_bar + (rt * log_g - (a @ (w * x) + w * p))), np.sum(x * log_g)
    )
