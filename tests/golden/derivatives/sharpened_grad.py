# tests.golden_programs.sharpened, called with
#     x: float64[:]
#     n: int

from __future__ import annotations

import numpy as np


def stop_gradient(x: Value) -> Value:
    """Return `x`; its derivative is taken to be zero.

    Of a tuple, list or dict it is a new one, all of whose numbers and arrays are taken
    to be constant.

    >>> stop_gradient(2.0)
    2.0
    """
    found: Any = x
    if type(found) is dict:
        found = {key: stop_gradient(item) for key, item in found.items()}
    elif type(found) is list:
        found = [stop_gradient(item) for item in found]
    elif isinstance(found, tuple):
        items = map(stop_gradient, found)
        found = type(found)(*items) if hasattr(found, "_fields") else tuple(items)
    return found


def sharpened_grad(x, n):
    """Gradient of tests.golden_programs.sharpened with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    saved = []
    for _ in range(n):
        top = x.max()
        top = stop_gradient(top)
        e = np.exp(3.0 * (x - top))
        a = e.sum()
        x = e / a
        saved.append((e, a, x))

    # backward
    # return np.sum(x * x)
    x_bar = 2.0 * x
    for _ in range(n):
        # e = np.exp(3.0 * (x - top))
        e, a, x = saved.pop()
        x_bar = 3.0 * (x_bar / a - (x_bar @ x) / a) * e
    return x_bar
