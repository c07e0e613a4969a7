# tests.programs.recursion.fast_power, called with
#     x: float
#     n: int
#     x_dot: float

def fast_power_jvp1(x, n, x_dot):
    if n == 0:
        return 1.0, 0.0
    a = fast_power_jvp1(x, n // 2, x_dot)
    half = a[0]
    half_dot = a[1]
    if n % 2 == 0:
        p = half * half
        p_dot = 2.0 * half_dot * half
    else:
        b = half * half
        p = b * x
        p_dot = 2.0 * half_dot * half * x + b * x_dot
    return p, p_dot


def fast_power_jvp(x, n, x_dot):
    """Jacobian-vector product of tests.programs.recursion.fast_power with respect to x.

    x_dot: the derivative of x along the tangents.
    """
    return fast_power_jvp1(x, n, x_dot)[1]
