import numpy as np


def solve_lower_jvp(l, b, l_dot, b_dot):
    """Jacobian-vector product of tests.pairs.stencils.solve_lower with respect to l and
    b.

    l_dot: the derivative of l along the tangents.
    """
    x = np.zeros_like(b)
    x_dot = np.zeros_like(b)
    for i in range(len(b)):
        a = l[i, :i]
        c = x[:i]
        l_i_i = l[i, i]
        q = (b[i] - a @ c) / l_i_i
        q_dot = (b_dot[i] - (l_dot[i, :i] @ c + a @ x_dot[:i])) / l_i_i
        x[i] = q
        x_dot[i] = q_dot - l_dot[i, i] * q / l_i_i
    return x_dot @ x + x @ x_dot
