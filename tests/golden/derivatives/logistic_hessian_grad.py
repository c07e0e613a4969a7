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
    """Gradient of tests.golden_programs.logistic with respect to x."""
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
    for _ in range(n):
        l = l_saved.pop()
        saved.append((l_bar, l))
        l_bar = 4.0 * l_bar * (1.0 - l) - 4.0 * l * l_bar

    # backward
    l_saved_bar = zeros_like_items(l_saved)
    l_bar_bar = 1.0
    for _ in range(n):
        # l_bar = 4.0 * l_bar * (1.0 - l) - 4.0 * l * l_bar
        l_bar, l = saved.pop()
        a_bar = -l_bar_bar
        # l = l_saved.pop()
        l_bar = 4.0 * a_bar * l_bar - 4.0 * l_bar * l_bar_bar
        l_saved_bar.append(l_bar)
        l_bar_bar = 4.0 * (l_bar_bar * (1.0 - l) + l * a_bar)
    l_bar = 0.0
    for _ in range(n):
        # l_saved.append(l)
        l = l_saved1.pop()
        b = l_saved_bar.pop()
        l_bar = b + 4.0 * l_bar * (1.0 - l) - 4.0 * l * l_bar
    return l_bar
