# tests.programs.recursion.log_sum_by_halves, called with
#     x: float64[:]

import numpy as np


def log_sum_by_halves_fwd(x, stack):
    branch = x.shape[0] <= 2
    if branch:
        t = np.exp(x)
        t1 = np.sum(t)
        t2 = np.log(t1)
        stack.append((t, t1))
    else:
        m = x.shape[0] // 2
        t3 = log_sum_by_halves_fwd(x[:m], stack)
        t4 = log_sum_by_halves_fwd(x[m:], stack)
        t2 = np.logaddexp(t3, t4)
        stack.append((t3, t4, t2))
    stack.append((x, branch))
    return t2


def log_sum_by_halves_bwd(stack, t_bar, x_bar):
    x, branch = stack.pop()
    if branch:
        t, t1 = stack.pop()
        x_bar += np.divide(t_bar, t1) * t
    else:
        t2, t3, t4 = stack.pop()
        m = x.shape[0] // 2
        t = x[:m]
        t5 = t2 == t3
        t6 = np.exp(t2 - t4)
        t_bar1 = t_bar * np.where(np.isinf(t3) & t5, 0.5, t6)
        t7 = np.exp(t3 - t4)
        t_bar2 = t_bar * np.where(np.isinf(t2) & t5, 0.5, t7)
        t_bar3 = np.zeros_like(x[m:])
        log_sum_by_halves_bwd(stack, t_bar2, t_bar3)
        x_bar[m:] += t_bar3
        t_bar4 = np.zeros_like(t)
        log_sum_by_halves_bwd(stack, t_bar1, t_bar4)
        x_bar[:m] += t_bar4


def log_sum_by_halves_grad(x):
    """Gradient of tests.programs.recursion.log_sum_by_halves with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    stack = []
    branch = x.shape[0] <= 2
    if branch:
        t = np.exp(x)
        t1 = np.sum(t)
    else:
        m = x.shape[0] // 2
        t2 = x[:m]
        t3 = log_sum_by_halves_fwd(t2, stack)
        t4 = x[m:]
        t5 = log_sum_by_halves_fwd(t4, stack)
        t6 = np.logaddexp(t3, t5)

    # backward
    x_bar = np.zeros_like(x)
    if branch:
        # return np.log(np.sum(np.exp(x)))
        x_bar += np.divide(1.0, t1) * t
    else:
        # return np.logaddexp(log_sum_by_halves(x[:m]), log_sum_by_halves(x[m:]))
        t7 = t3 == t5
        t8 = np.exp(t3 - t6)
        t_bar = np.where(np.isinf(t5) & t7, 0.5, t8)
        t9 = np.exp(t5 - t6)
        t_bar1 = np.where(np.isinf(t3) & t7, 0.5, t9)
        t_bar2 = np.zeros_like(t4)
        log_sum_by_halves_bwd(stack, t_bar1, t_bar2)
        x_bar[m:] += t_bar2
        t_bar3 = np.zeros_like(t2)
        log_sum_by_halves_bwd(stack, t_bar, t_bar3)
        x_bar[:m] += t_bar3
    return x_bar
