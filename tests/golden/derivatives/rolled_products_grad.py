# tests.golden_programs.rolled_products, called with
#     x: float64[:]

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


def rolled_products_grad(x):
    """Gradient of tests.golden_programs.rolled_products with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    stack = []
    for v in x:
        stack.append(v * v)
    total = 1.0
    saved = []
    for _ in range(len(x)):
        a = stack.pop()
        saved.append((a, total))
        total = total * 0.5 + a * total

    # backward
    stack_bar = zeros_like_items(stack)
    total_bar = 1.0
    for _ in range(len(x)):
        # total = total * 0.5 + stack.pop() * total
        a, total = saved.pop()
        stack_bar.append(total_bar * total)
        total_bar = 0.5 * total_bar + a * total_bar
    x_bar = np.zeros_like(x)
    for i in reversed(range(len(x))):
        # stack.append(v * v)
        b = stack_bar.pop()
        x_bar[i] += 2.0 * b * x[i]
    return x_bar
