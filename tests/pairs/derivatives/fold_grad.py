import math
import numpy as np


def fold_fwd1(x, a, stack):
    branch = len(x) == 1
    if branch:
        b = x[0]
    else:
        half = len(x) // 2
        left = fold_fwd1(x[:half], a, stack)
        right = fold_fwd1(x[half:], a, stack)
        b = math.tanh(left + a * right)
        stack.append((right, b))
    stack.append((x, a, branch))
    return b


def fold_bwd1(stack, b_bar, x_bar):
    x, a, branch = stack.pop()
    if branch:
        x_bar[0] += b_bar
        return 0.0
    half = len(x) // 2
    right, c = stack.pop()
    left_bar = b_bar * (1.0 - c * c)
    right_bar = a * left_bar
    d_bar = np.zeros_like(x[half:])
    e = fold_bwd1(stack, right_bar, d_bar)
    a_bar = e + left_bar * right
    x_bar[half:] += d_bar
    d_bar = np.zeros_like(x[:half])
    g = fold_bwd1(stack, left_bar, d_bar)
    a_bar += g
    x_bar[:half] += d_bar
    return a_bar


def fold_grad(x, a):
    """Gradient of tests.pairs.objects.fold with respect to x and a.

    x_bar: the derivative of the result by x.
    """
    # forward
    stack = []
    branch = len(x) == 1
    if not branch:
        half = len(x) // 2
        b = x[:half]
        left = fold_fwd1(b, a, stack)
        c = x[half:]
        right = fold_fwd1(c, a, stack)
        d = math.tanh(left + a * right)

    # backward
    x_bar = np.zeros_like(x)
    if branch:
        # return x[0]
        x_bar[0] += 1.0
        return x_bar, 0.0
    # return math.tanh(left + a * right)
    e = 1.0 - d * d
    right_bar = a * e
    # right = fold(x[half:], a)
    c_bar = np.zeros_like(c)
    g = fold_bwd1(stack, right_bar, c_bar)
    x_bar[half:] += c_bar
    a_bar = g + e * right
    # left = fold(x[:half], a)
    b_bar = np.zeros_like(b)
    p = fold_bwd1(stack, e, b_bar)
    x_bar[:half] += b_bar
    a_bar += p
    return x_bar, a_bar
