import numpy as np


def adamax_grad(a, b, lr, steps):
    """Gradient of tests.pairs.loops.adamax with respect to b and lr.

    b_bar: the derivative of the result by b.
    """
    # forward
    x = np.zeros(a.shape[1])
    m = np.zeros_like(x)
    u = np.zeros_like(x)
    saved = []
    for t in range(1, steps + 1):
        r = a @ x - b
        g = a.T @ r
        m = 0.9 * m + 0.1 * g
        p = 0.99 * u
        absolute_g = np.absolute(g)
        u = np.maximum(p, absolute_g)
        rate = lr / (1.0 - 0.9 ** t)
        q = rate * m / u
        x -= q
        saved.append((g, u, q, p >= absolute_g, p <= absolute_g, m, rate))
    r = a @ x - b

    # backward
    # return r @ r
    r_bar = 2.0 * r
    # r = a @ x - b
    b_bar = -r_bar
    x_bar = a.T @ r_bar
    lr_bar = 0.0
    u_bar = np.zeros_like(u)
    m_bar = np.zeros_like(m)
    for t in reversed(range(1, steps + 1)):
        # x = x - rate * m / u
        g, u, p, mask, mask1, m, rate = saved.pop()
        c_bar = -x_bar / u
        u_bar -= c_bar * p
        m_bar += rate * c_bar
        rate_bar = c_bar @ m
        # rate = lr / (1.0 - 0.9**t)
        lr_bar += rate_bar / (1.0 - 0.9 ** t)
        # u = np.maximum(0.99 * u, np.abs(g))
        p = 0.5 * u_bar
        g_bar = np.where(mask, p, u_bar) * np.sign(g)
        u_bar = np.where(mask, 0.99 * np.where(mask1, p, u_bar), 0.0)
        # m = 0.9 * m + 0.1 * g
        g_bar = 0.1 * m_bar + np.where(mask1, g_bar, 0.0)
        m_bar *= 0.9
        # g = a.T @ r
        r_bar = a @ g_bar
        b_bar -= r_bar
        x_bar += a.T @ r_bar
    return b_bar, lr_bar
