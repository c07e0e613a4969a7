import math
import numpy as np


def agm_jvp(a, b, n, a_dot, b_dot):
    """Jacobian-vector product of tests.pairs.loops.agm with respect to a and b.

    a_dot: the derivative of a along the tangents.
    """
    for _ in range(n):
        a1 = 0.5 * (a + b)
        a1_dot = 0.5 * (a_dot + b_dot)
        c_dot = a_dot * b + a * b_dot
        b = math.sqrt(a * b)
        b_dot = float(np.divide(0.5 * c_dot, b))
        a = a1
        a_dot = a1_dot
    return np.float64(a_dot)
