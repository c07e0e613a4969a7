import numpy as np


def bounce_grad(x, v, e, c, dt, n):
    """Gradient of tests.pairs.loops.bounce with respect to v, e and c.

    v_bar: the derivative of the result by v.
    """
    # forward
    saved = []
    for _ in range(n):
        a = abs(v)
        v1 = v - dt * (9.81 + c * v * a)
        x = x + dt * v1
        branch = x < 0.0
        saved.append((a, v, v1, x, branch))
        if branch:
            b = -e
            x = b * x
            v1 = b * v1
        v = v1

    # backward
    # return 9.81 * x + 0.5 * v * v
    v_bar = v
    e_bar = 0.0
    c_bar = 0.0
    x_bar = 9.81
    for _ in range(n):
        a, v, v1, x, branch = saved.pop()
        if branch:
            # v = -e * v
            d_bar = v_bar * v1
            v_bar = -(e * v_bar)
            # x = -e * x
            b_bar = x_bar * x
            e_bar -= d_bar + b_bar
            x_bar = -(e * x_bar)
        # x = x + dt * v
        v_bar = v_bar + dt * x_bar
        # v = v - dt * (9.81 + c * v * abs(v))
        p = dt * v_bar
        g = p * a
        v_bar = v_bar - c * v * p * np.sign(v) - c * g
        c_bar -= g * v
    return v_bar, e_bar, c_bar
