# tests.programs.recursion.fast_power, called with
#     x: float
#     n: int

def fast_power1_fwd(x, n, stack):
    branch = n == 0
    if branch:
        p = 1.0
    else:
        half = fast_power1_fwd(x, n // 2, stack)
        if n % 2 == 0:
            p = half * half
        else:
            p = half * half * x
        stack.append(half)
    stack.append((x, n, branch))
    return p


def fast_power1_bwd(stack, p_bar):
    x, n, branch = stack.pop()
    if branch:
        x_bar = 0.0
    else:
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
    branch1 = not branch
    if branch1:
        b = n // 2
        half = fast_power1_fwd(x, b, stack)
        branch11 = n % 2 == 0
        branch2 = not branch11
        if branch2:
            p = half * half
        stack.append((half, branch2))
    if branch:
        x_bar = 0.0
    else:
        if branch11:
            half_bar = 2.0 * a_bar * half
            stack.append(half)
            x_bar = 0.0
        else:
            x_bar = p * a_bar
            half_bar = 2.0 * a_bar * x * half
            stack.append((half, p))
        a = fast_power_bwd_fwd(x, b, half_bar, stack)
        x_bar += a
        stack.append(branch11)
    stack.append((x, a_bar, branch1, branch))
    return x_bar


def fast_power_bwd_bwd(stack, x_bar_bar):
    x, a_bar, branch, branch1 = stack.pop()
    if branch1:
        x_bar = 0.0
        half_bar = 0.0
        a_bar_bar = 0.0
        p_bar = 0.0
    else:
        branch1 = stack.pop()
        a = fast_power_bwd_bwd(stack, x_bar_bar)
        x_bar = a[0]
        a_1 = a[1]
        if branch1:
            half = stack.pop()
            half_bar = 2.0 * a_bar * a_1
            a_bar_bar = 2.0 * a_1 * half
            p_bar = 0.0
        else:
            b = 2.0 * a_bar
            half, p = stack.pop()
            c_bar = a_1 * half
            half_bar = b * x * a_1
            x_bar += b * c_bar
            p_bar = x_bar_bar * a_bar
            a_bar_bar = 2.0 * c_bar * x + p * x_bar_bar
    if branch:
        half, branch = stack.pop()
        if branch:
            half_bar += 2.0 * p_bar * half
        d = fast_power1_bwd(stack, half_bar)
        x_bar += d
    return x_bar, a_bar_bar


def fast_power_grad_grad(x, n):
    """Gradient of tests.programs.recursion.fast_power with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    stack = []
    branch = n == 0
    branch1 = not branch
    if branch1:
        b = n // 2
        half = fast_power1_fwd(x, b, stack)
        branch11 = n % 2 == 0
        branch2 = not branch11
        if branch2:
            p = half * half
    if not branch:
        branch3 = branch11
        if branch11:
            a = 2.0 * 1.0
            half_bar = a * half
        else:
            p
            c = 2.0 * 1.0
            d = c * x
            half_bar = d * half
        fast_power_bwd_fwd(x, b, half_bar, stack)

    # backward
    if branch:
        x_bar = 0.0
        half_bar = 0.0
        p_bar = 0.0
    else:
        # x_bar += fast_power_bwd(x, b, half_bar)
        e = fast_power_bwd_bwd(stack, 1.0)
        x_bar = e[0]
        e_1 = e[1]
        if branch3:
            half_bar = a * e_1
            p_bar = 0.0
        else:
            # half_bar = 2.0 * a_bar * x * half
            half_bar = d * e_1
            x_bar += c * (e_1 * half)
            p_bar = 1.0
    if branch1:
        if branch2:
            # p = half * half
            half_bar += 2.0 * p_bar * half
        # half = fast_power1(x, b)
        g = fast_power1_bwd(stack, half_bar)
        x_bar += g
    return x_bar
