# tests.programs.recursion.fast_power, called with
#     x: float
#     n: int
#     x_dot: float

def fast_power_jvp1(x, n, x_dot):
    if n == 0:
        t = 1.0
        t_dot = 0.0
    else:
        t1 = fast_power_jvp1(x, n // 2, x_dot)
        t2 = t1[0]
        t_dot1 = t1[1]
        if n % 2 == 0:
            t = t2 * t2
            t_dot = 2.0 * (t_dot1 * t2)
        else:
            t3 = t2 * t2
            t = t3 * x
            t_dot = 2.0 * (t_dot1 * t2) * x + x_dot * t3
    return t, t_dot


def fast_power_jvp(x, n, x_dot):
    """Jacobian-vector product of tests.programs.recursion.fast_power with respect to x.

    x_dot: the derivative of x along the tangents.
    """
    return fast_power_jvp1(x, n, x_dot)[1]
