"""Derivatives by central differences, of functions whose source is out of reach."""

from __future__ import annotations

import numpy as np

# The step, relative to the point, that balances rounding and the fourth order error.
_STEP = np.finfo(float).eps ** 0.2


def called(function, arguments):
    """Return `function(*arguments)`; its derivative is taken by central differences.

    >>> called(max, (1.0, 2.0))
    2.0
    """
    return function(*arguments)


def numerical_vjp(function, arguments, place, cotangent):
    """Return the derivative with respect to one argument, times a cotangent.

    >>> x = np.array([1.0, 2.0])
    >>> numerical_vjp(np.square, (x,), 0, np.ones(2)).round(9)
    array([2., 4.])
    """
    if isinstance(arguments[place], float):
        ones = [float(k == place) for k in range(len(arguments))]
        return float(np.sum(cotangent * numerical_jvp(function, arguments, ones)))
    point = np.asarray(arguments[place], float)
    result = np.empty_like(point)
    for index in np.ndindex(point.shape):
        direction = np.zeros_like(point)
        direction[index] = 1.0
        tangents = [0.0] * len(arguments)
        tangents[place] = direction
        change = numerical_jvp(function, arguments, tangents)
        result[index] = np.sum(cotangent * change)
    return result.astype(np.result_type(arguments[place]), copy=False)[()]


def numerical_jvp(function, arguments, tangents):
    """Return the derivative in a direction, of fourth order in the step.

    >>> round(numerical_jvp(lambda x: x * x, (3.0,), (0.5,)), 9)
    3.0
    """
    moved = [(x, v) for x, v in zip(arguments, tangents) if np.any(v)]
    if not moved:
        return 0.0 * function(*arguments)
    size = max(1.0, *(np.max(np.abs(x), initial=0.0) for x, _ in moved), 0.0)
    step = float(_STEP * size / max(np.max(np.abs(v)) for _, v in moved))

    def at(times):
        pairs = zip(arguments, tangents)
        return function(*(x + times * step * v if np.any(v) else x for x, v in pairs))

    near, far = at(1) - at(-1), at(2) - at(-2)
    return (8 * near - far) / (12 * step)
