# tests.programs.recursion.fast_power, called with
#     x: float
#     n: int

def fast_power_fwd(x, n, stack):
    branch = n == 0
    if branch:
        p = 1.0
    else:
        half = fast_power_fwd(x, n // 2, stack)
        stack.append(half)
        if n % 2 == 0:
            p = half * half
        else:
            p = half * half * x
    stack.append((x, n, branch))
    return p


def fast_power_bwd(stack, a_bar):
    x, n, branch = stack.pop()
    if branch:
        return 0.0
    half = stack.pop()
    if n % 2 == 0:
        half_bar = 2.0 * a_bar * half
        x_bar = 0.0
    else:
        x_bar = half * half * a_bar
        half_bar = 2.0 * a_bar * x * half
    b = fast_power_bwd(stack, half_bar)
    x_bar += b
    return x_bar


def fast_power_grad(x, n):
    """Gradient of tests.programs.recursion.fast_power with respect to x."""
    stack = []
    fast_power_fwd(x, n, stack)
    return fast_power_bwd(stack, 1.0)
