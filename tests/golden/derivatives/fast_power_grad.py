# tests.programs.recursion.fast_power, called with
#     x: float
#     n: int

def fast_power_fwd(x, n, stack):
    branch = n == 0
    if branch:
        t = 1.0
    else:
        t1 = fast_power_fwd(x, n // 2, stack)
        if n % 2 == 0:
            t = t1 * t1
        else:
            t = t1 * t1 * x
        stack.append(t1)
    stack.append((x, n, branch))
    return t


def fast_power_bwd(stack, t_bar):
    x, n, branch = stack.pop()
    if branch:
        x_bar = 0.0
    else:
        t = stack.pop()
        if n % 2 == 0:
            t_bar1 = 2.0 * (t_bar * t)
            x_bar1 = 0.0
        else:
            x_bar1 = t_bar * (t * t)
            t_bar1 = 2.0 * (t_bar * x * t)
        t_bar2 = fast_power_bwd(stack, t_bar1)
        x_bar = x_bar1 + t_bar2
    return x_bar


def fast_power_grad(x, n):
    """Gradient of tests.programs.recursion.fast_power with respect to x.

    t_bar: the derivative of the result by t.
    """
    # forward
    stack = []
    fast_power_fwd(x, n, stack)

    # backward
    t_bar = fast_power_bwd(stack, 1.0)
    return t_bar
