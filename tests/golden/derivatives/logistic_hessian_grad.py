# tests.golden_programs.logistic, called with
#     x: float
#     n: int

import numpy as np


def zeros_like_item(value):
    """Return zeros like a value: 0.0 for a number of Python, tuples item by item.

    >>> zeros_like_item(np.ones(2)), zeros_like_item(np.float32(2.0))
    (array([0., 0.]), np.float32(0.0))
    """
    if isinstance(value, (tuple, list)):
        items = [zeros_like_item(item) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    if isinstance(value, np.ndarray):
        return np.zeros_like(value)
    is_short = isinstance(value, np.inexact) and not isinstance(value, float)
    return type(value)(0.0) if is_short else 0.0


def zeros_like_items(items):
    """Return a list of zeros with the shapes and dtypes of a list's items.

    A list that no path has made yet is None, and has no items.

    >>> zeros_like_items([1.5, (2.0, 3.0)])
    [0.0, (0.0, 0.0)]
    """
    return [zeros_like_item(item) for item in items or ()]


def logistic_grad_grad(x, n):
    """Gradient of tests.golden_programs.logistic with respect to x.

    l_bar: the derivative of the result by l.
    """
    # forward
    l_saved = []
    l = x
    l_saved1 = []
    for _ in range(n):
        l_saved1.append(l)
        l_saved.append(l)
        l = 4.0 * l * (1.0 - l)
    l_bar = 1.0
    saved = []
    for _1 in reversed(range(n)):
        l1 = l_saved.pop()
        l_bar1 = 4.0 * (l_bar * (1.0 - l1)) - l_bar * (4.0 * l1)
        saved.append((l_bar, l1))
        l_bar = l_bar1

    # backward
    l_saved_bar = zeros_like_items(l_saved)
    l_bar_bar = 1.0
    for _11 in range(n):
        # l_bar = 4.0 * (l_bar * (1.0 - l1)) - l_bar * (4.0 * l1)
        l_bar2, l11 = saved.pop()
        t_bar = -l_bar_bar
        t_bar1 = 4.0 * l_bar_bar
        l_bar_bar1 = t_bar1 * (1.0 - l11)
        l_bar_bar = t_bar * (4.0 * l11) + l_bar_bar1
        l1_bar = 4.0 * (t_bar * l_bar2) - t_bar1 * l_bar2
        # l1 = l_saved.pop()
        l_saved_bar.append(l1_bar)
    l_bar3 = 0.0
    for _2 in reversed(range(n)):
        # l = 4.0 * l * (1.0 - l)
        l2 = l_saved1.pop()
        t_bar2 = l_bar3 * (4.0 * l2)
        # l_saved.append(l)
        t_bar3 = l_saved_bar.pop()
        l_bar3 = 4.0 * (l_bar3 * (1.0 - l2)) - t_bar2 + t_bar3
    return l_bar3
