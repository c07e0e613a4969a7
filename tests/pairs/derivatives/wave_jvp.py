import numpy as np


def wave_jvp(u, c, steps, u_dot, c_dot):
    """Jacobian-vector product of tests.pairs.stencils.wave with respect to u and c.

    u_dot: the derivative of u along the tangents.
    """
    r = c * c
    r_dot = 2.0 * c_dot * c
    old = u.copy()
    u = u.copy()
    u_dot1 = u_dot.copy()
    old_dot = u_dot.copy()
    for _ in range(steps):
        a_dot = 2.0 * u_dot1[1:-1]
        lap = u[2:] - 2.0 * u[1:-1] + u[:-2]
        lap_dot = u_dot1[2:] - a_dot + u_dot1[:-2]
        a_dot -= old_dot[1:-1]
        a_dot += r_dot * lap + r * lap_dot
        old[1:-1] = 2.0 * u[1:-1] - old[1:-1] + r * lap
        old_dot[1:-1] = a_dot
        a_dot = u_dot1
        u_dot1 = old_dot
        u, old = old, u
        old_dot = a_dot.copy()
    return np.sum(2.0 * u_dot1 * u)
