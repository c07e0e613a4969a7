def heat_grad(u, c, steps):
    """Gradient of tests.pairs.classics.heat with respect to u.

    u_bar: the derivative of the result by u.
    """
    # forward
    u = u.copy()
    for _ in range(steps):
        u[1:-1] = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])

    # backward
    # return np.sum(u * u)
    u_bar = 2.0 * u
    for _ in range(steps):
        # u[1:-1] = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        a_bar = c * u_bar[1:-1]
        u_bar[1:-1] -= 2.0 * a_bar
        u_bar[:-2] += a_bar
        u_bar[2:] += a_bar
    return u_bar
