# tests.programs.recursion.log_sum_by_halves, called with
#     x: float64[:]

import numpy as np


def log_sum_by_halves_fwd(x, stack):
    branch = x.shape[0] <= 2
    if branch:
        exp_x = np.exp(x)
        sum_exp_x = np.sum(exp_x)
        stack.append((exp_x, sum_exp_x))
        a = np.log(sum_exp_x)
    else:
        m = x.shape[0] // 2
        b = log_sum_by_halves_fwd(x[:m], stack)
        c = log_sum_by_halves_fwd(x[m:], stack)
        a = np.logaddexp(b, c)
        stack.append((b, c, a))
    stack.append((x, branch))
    return a


def log_sum_by_halves_bwd(stack, a_bar, x_bar):
    x, branch = stack.pop()
    if branch:
        b, c = stack.pop()
        x_bar += a_bar / c * b
    else:
        m = x.shape[0] // 2
        b = x[:m]
        d, e, g = stack.pop()
        mask = d == e
        chosen = np.where(np.isinf(e) & mask, -0.6931471805599453, d - g)
        p_bar = a_bar * np.exp(chosen)
        chosen1 = np.where(np.isinf(d) & mask, -0.6931471805599453, e - g)
        q_bar = a_bar * np.exp(chosen1)
        r_bar = np.zeros_like(x[m:])
        log_sum_by_halves_bwd(stack, q_bar, r_bar)
        x_bar[m:] += r_bar
        r_bar = np.zeros_like(b)
        log_sum_by_halves_bwd(stack, p_bar, r_bar)
        x_bar[:m] += r_bar


def log_sum_by_halves_grad(x):
    """Gradient of tests.programs.recursion.log_sum_by_halves with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    stack = []
    branch = x.shape[0] <= 2
    if branch:
        exp_x = np.exp(x)
        sum_exp_x = np.sum(exp_x)
    else:
        m = x.shape[0] // 2
        a = x[:m]
        c = log_sum_by_halves_fwd(a, stack)
        b = x[m:]
        d = log_sum_by_halves_fwd(b, stack)
        e = np.logaddexp(c, d)

    # backward
    x_bar = np.zeros_like(x)
    if branch:
        # return np.log(np.sum(np.exp(x)))
        x_bar += exp_x / sum_exp_x
    else:
        # return np.logaddexp(log_sum_by_halves(x[:m]), log_sum_by_halves(x[m:]))
        mask = c == d
        chosen = np.where(np.isinf(d) & mask, -0.6931471805599453, c - e)
        exp_chosen = np.exp(chosen)
        chosen1 = np.where(np.isinf(c) & mask, -0.6931471805599453, d - e)
        exp_chosen1 = np.exp(chosen1)
        b_bar = np.zeros_like(b)
        log_sum_by_halves_bwd(stack, exp_chosen1, b_bar)
        x_bar[m:] += b_bar
        a_bar = np.zeros_like(a)
        log_sum_by_halves_bwd(stack, exp_chosen, a_bar)
        x_bar[:m] += a_bar
    return x_bar
