import numpy as np


def wave_grad(u, c, steps):
    """Gradient of tests.pairs.stencils.wave with respect to u and c.

    u_bar: the derivative of the result by u.
    """
    # forward
    r = c * c
    old = u.copy()
    u = u.copy()
    lap_saved = []
    for _ in range(steps):
        lap = u[2:] - 2.0 * u[1:-1] + u[:-2]
        lap_saved.append(lap)
        old[1:-1] = 2.0 * u[1:-1] - old[1:-1] + r * lap
        u, old = old, u

    # backward
    # return np.sum(u * u)
    u_bar = 2.0 * u
    old_bar = np.zeros_like(u)
    r_bar = 0.0
    for _ in range(steps):
        # old[1:-1] = 2.0 * u[1:-1] - old[1:-1] + r * lap
        a_bar = u_bar[1:-1].copy()
        u_bar[1:-1] = -a_bar
        lap_bar = r * a_bar
        lap = lap_saved.pop()
        r_bar += a_bar @ lap
        # lap = u[2:] - 2.0 * u[1:-1] + u[:-2]
        old_bar[:-2] += lap_bar
        old_bar[1:-1] += 2.0 * (a_bar - lap_bar)
        old_bar[2:] += lap_bar
        old_bar, u_bar = u_bar, old_bar
    # old = u.copy()
    u_bar = u_bar + old_bar
    # r = c * c
    c_bar = 2.0 * r_bar * c
    return u_bar, c_bar
