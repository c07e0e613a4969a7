# tests.golden_programs.heat, called with
#     u: float64[:]
#     c: float
#     steps: int

def heat_grad(u, c, steps):
    """Gradient of tests.golden_programs.heat with respect to u.

    u_bar: the derivative of the result by u.
    """
    # forward
    u1 = u.copy()
    for _ in range(steps):
        t = u1[1:-1]
        u1[1:-1] = t + c * (u1[2:] - 2.0 * t + u1[:-2])

    # backward
    # return np.sum(u * u)
    u_bar = 2.0 * u1
    for _1 in reversed(range(steps)):
        # u[1:-1] = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        t_bar = u_bar[1:-1].copy()
        u_bar[1:-1] = 0.0
        t_bar1 = t_bar * c
        u_bar[:-2] += t_bar1
        u_bar[1:-1] -= 2.0 * t_bar1
        u_bar[2:] += t_bar1
        u_bar[1:-1] += t_bar
    return u_bar
