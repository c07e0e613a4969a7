import math
import numpy as np


def bratu_grad(u, lam, sweeps):
    """Gradient of tests.pairs.stencils.bratu with respect to u and lam.

    u_bar: the derivative of the result by u.
    """
    # forward
    u = u.copy()
    h = 1.0 / (len(u) - 1)
    e_saved = []
    for _ in range(sweeps):
        for i in range(1, len(u) - 1):
            e = math.exp(u[i])
            e_saved.append(e)
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * lam * e)

    # backward
    u_bar = np.full(u.shape, h)
    lam_bar = 0.0
    for _ in range(sweeps):
        for i in reversed(range(1, len(u) - 1)):
            # u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * lam * e)
            p = h * h
            a_bar = 0.5 * float(u_bar[i])
            e = e_saved.pop()
            lam_bar += p * (a_bar * e)
            e_bar = p * lam * a_bar
            # e = math.exp(u[i])
            u_bar[i] = e_bar * e
            u_bar[i + 1] += a_bar
            u_bar[i - 1] += a_bar
    lam_bar = np.float64(lam_bar)
    return u_bar, lam_bar
