import numpy as np


def f_jvp(x1, x2, x1_dot, x2_dot):
    """Jacobian-vector product of tests.pairs.classics.f with respect to x1 and x2.

    x1_dot: the derivative of x1 along the tangents.
    """
    return np.divide(x1_dot, x1) + x1_dot * x2 + x1 * x2_dot - np.cos(x2) * x2_dot
