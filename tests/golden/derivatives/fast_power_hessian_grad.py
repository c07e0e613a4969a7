# tests.programs.recursion.fast_power, called with
#     x: float
#     n: int

def fast_power1_fwd(x, n, stack):
    branch = n == 0
    if branch:
        t = 1.0
    else:
        t1 = fast_power1_fwd(x, n // 2, stack)
        if n % 2 == 0:
            t = t1 * t1
        else:
            t = t1 * t1 * x
        stack.append(t1)
    stack.append((x, n, branch))
    return t


def fast_power1_bwd(stack, t_bar):
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
        t_bar2 = fast_power1_bwd(stack, t_bar1)
        x_bar = x_bar1 + t_bar2
    return x_bar


def fast_power_bwd_fwd(x, n, t_bar, stack):
    branch = n == 0
    branch1 = not branch
    if branch1:
        t = n // 2
        t1 = fast_power1_fwd(x, t, stack)
        branch11 = n % 2 == 0
        branch2 = not branch11
        if branch2:
            t2 = t1 * t1
        stack.append((t1, branch2))
    if branch:
        x_bar = 0.0
    else:
        if branch11:
            t_bar1 = 2.0 * (t_bar * t1)
            stack.append(t1)
            x_bar1 = 0.0
        else:
            x_bar1 = t_bar * t2
            t_bar1 = 2.0 * (t_bar * x * t1)
            stack.append((t1, t2))
        t3 = fast_power_bwd_fwd(x, t, t_bar1, stack)
        x_bar = x_bar1 + t3
        stack.append(branch11)
    stack.append((x, t_bar, branch1, branch))
    return x_bar


def fast_power_bwd_bwd(stack, x_bar_bar):
    x, t_bar, branch, branch1 = stack.pop()
    if branch1:
        x_bar = 0.0
        t_bar_bar = 0.0
        t1_bar = 0.0
        t2_bar = 0.0
    else:
        branch2 = stack.pop()
        t_bar1 = fast_power_bwd_bwd(stack, x_bar_bar)
        x_bar = t_bar1[0]
        t_bar2 = t_bar1[1]
        if branch2:
            t1 = stack.pop()
            t_bar3 = 2.0 * t_bar2
            t_bar_bar = t_bar3 * t1
            t1_bar = t_bar3 * t_bar
            t2_bar = 0.0
        else:
            t11, t2 = stack.pop()
            t_bar4 = 2.0 * t_bar2
            t_bar5 = t_bar4 * t11
            t1_bar = t_bar4 * (t_bar * x)
            x_bar = x_bar + t_bar5 * t_bar
            t2_bar = x_bar_bar * t_bar
            t_bar_bar1 = x_bar_bar * t2
            t_bar_bar = t_bar5 * x + t_bar_bar1
    if branch:
        t, branch3 = stack.pop()
        if branch3:
            t_bar6 = t2_bar * t
            t1_bar = t1_bar + t_bar6 + t_bar6
        t_bar7 = fast_power1_bwd(stack, t1_bar)
        x_bar = x_bar + t_bar7
    return x_bar, t_bar_bar


def fast_power_grad_grad(x, n):
    """Gradient of tests.programs.recursion.fast_power with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    stack = []
    branch = n == 0
    branch1 = not branch
    if branch1:
        t = n // 2
        t1 = fast_power1_fwd(x, t, stack)
        branch11 = n % 2 == 0
        branch2 = not branch11
        if branch2:
            t2 = t1 * t1
    if not branch:
        branch3 = branch11
        if branch11:
            t_bar1 = 2.0 * (1.0 * t1)
        else:
            t2
            t3 = 1.0 * x
            t_bar1 = 2.0 * (t3 * t1)
        fast_power_bwd_fwd(x, t, t_bar1, stack)

    # backward
    if branch:
        x_bar = 0.0
        t1_bar = 0.0
        t2_bar = 0.0
    else:
        # x_bar = x_bar1 + fast_power_bwd(x, t, t_bar1)
        t_bar = fast_power_bwd_bwd(stack, 1.0)
        x_bar = t_bar[0]
        t_bar2 = t_bar[1]
        if branch3:
            # t_bar1 = 2.0 * (t_bar * t1)
            t1_bar = 2.0 * t_bar2
            t2_bar = 0.0
        else:
            # t_bar1 = 2.0 * (t_bar * x * t1)
            t_bar3 = 2.0 * t_bar2
            t1_bar = t_bar3 * t3
            x_bar = x_bar + t_bar3 * t1
            t2_bar = 1.0
    if branch1:
        if branch2:
            # t2 = t1 * t1
            t_bar4 = t2_bar * t1
            t1_bar = t1_bar + t_bar4 + t_bar4
        # t1 = fast_power1(x, t)
        t_bar5 = fast_power1_bwd(stack, t1_bar)
        x_bar = x_bar + t_bar5
    return x_bar
