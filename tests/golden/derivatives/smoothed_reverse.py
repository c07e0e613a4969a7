# tests.golden_programs.smoothed, called with
#     x: float64[:]
#     rate: float
#     init_grad: float64[:]

import numpy as np


def _refuse(have, want):
    error = ValueError(f"the cotangent has {have}, but what it belongs to {want}")
    vars(error)["of_cotangent"] = True  # what calls a derivative raises ArgumentError
    raise error


def require_shape(cotangent, shape):
    """Raise unless a cotangent has the shape of its result.

    >>> require_shape(1.0, (3,))
    Traceback (most recent call last):
    ...
    ValueError: the cotangent has the shape (), but what it belongs to (3,)
    """
    if np.shape(cotangent) != shape:
        _refuse(f"the shape {np.shape(cotangent)}", shape)


def smoothed_vjp(x, rate, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.smoothed with respect to x and
    rate.

    x_bar: the derivative of sum(init_grad * result) by x.
    """
    # forward
    level = x[0]
    levels = []
    level_saved = []
    for v in x:
        level_saved.append(level)
        level = rate * v + (1.0 - rate) * level
        levels.append(level)

    # backward
    # return np.stack(levels)
    require_shape(init_grad, np.shape(np.stack(levels)))
    levels_bar = list(init_grad)
    x_bar = np.zeros_like(x)
    rate_bar = 0.0
    level_bar = 0.0
    for i in reversed(range(len(x))):
        # levels.append(level)
        a = levels_bar.pop()
        level_bar1 = level_bar + a
        # level = rate * v + (1.0 - rate) * level
        level = level_saved.pop()
        rate_bar += level_bar1 * x[i] - level_bar1 * level
        level_bar = (1.0 - rate) * level_bar1
        x_bar[i] += rate * level_bar1
    # level = x[0]
    x_bar[0] += level_bar
    return x_bar, rate_bar
