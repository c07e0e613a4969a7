# tests.programs.recursion.fast_power, called with
#     x: float
#     n: int

def fast_power1_fwd(x, n, stack):
    branch = n == 0
    if branch:
        p = 1.0
    else:
        half = fast_power1_fwd(x, n // 2, stack)
        stack.append(half)
        if n % 2 == 0:
            p = half * half
        else:
            p = half * half * x
    stack.append((x, n, branch))
    return p


def fast_power1_bwd(stack, p_bar):
    x, n, branch = stack.pop()
    if branch:
        return 0.0
    half = stack.pop()
    if n % 2 == 0:
        half_bar = 2.0 * p_bar * half
        x_bar = 0.0
    else:
        x_bar = half * half * p_bar
        half_bar = 2.0 * p_bar * x * half
    a = fast_power1_bwd(stack, half_bar)
    x_bar += a
    return x_bar


def fast_power_bwd_fwd(x, n, a_bar, stack):
    branch = n == 0
    if branch:
        x_bar = 0.0
    else:
        b = n // 2
        half = fast_power1_fwd(x, b, stack)
        if n % 2 == 0:
            half_bar = 2.0 * a_bar * half
            x_bar = 0.0
        else:
            x_bar = half * half * a_bar
            half_bar = 2.0 * a_bar * x * half
        a = fast_power_bwd_fwd(x, b, half_bar, stack)
        stack.append(half)
        x_bar += a
    stack.append((x, n, a_bar, branch))
    return x_bar


def fast_power_bwd_bwd(stack, x_bar_bar):
    x, n, a_bar, branch = stack.pop()
    if branch:
        return 0.0, 0.0
    half = stack.pop()
    a = fast_power_bwd_bwd(stack, x_bar_bar)
    x_bar = a[0]
    half_bar_bar = a[1]
    if n % 2 == 0:
        a_bar_bar = 2.0 * half_bar_bar * half
        half_bar = 2.0 * a_bar * half_bar_bar
    else:
        p = 2.0 * a_bar
        b_bar = half_bar_bar * half
        x_bar = x_bar + p * b_bar
        a_bar_bar = 2.0 * b_bar * x + half * half * x_bar_bar
        half_bar = 2.0 * x_bar_bar * a_bar * half + p * x * half_bar_bar
    c = fast_power1_bwd(stack, half_bar)
    x_bar = x_bar + c
    return x_bar, a_bar_bar


def fast_power_grad_grad(x, n):
    """Gradient of tests.programs.recursion.fast_power with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    stack = []
    branch = n == 0
    if not branch:
        b = n // 2
        half = fast_power1_fwd(x, b, stack)
        branch1 = n % 2 == 0
        if branch1:
            p = 2.0 * 1.0
            half_bar = p * half
        else:
            a = 2.0 * 1.0
            c = a * x
            half_bar = c * half
        fast_power_bwd_fwd(x, b, half_bar, stack)

    # backward
    if branch:
        return 0.0
    # x_bar += fast_power_bwd(x, b, half_bar)
    d = fast_power_bwd_bwd(stack, 1.0)
    x_bar = d[0]
    half_bar_bar = d[1]
    if branch1:
        half_bar = p * half_bar_bar
    else:
        x_bar = x_bar + a * (half_bar_bar * half)
        half_bar = 2.0 * half + c * half_bar_bar
    # half = fast_power1(x, b)
    e = fast_power1_bwd(stack, half_bar)
    x_bar = x_bar + e
    return x_bar
