"""Derivatives by central differences, of functions without Python source."""

from __future__ import annotations

import numpy as np

# The step, relative to the point, of differences of fourth order: smaller than the step
# that balances truncation and rounding, for functions that vary on a short scale.
_STEP = np.finfo(float).eps ** 0.25


def called(function, arguments):
    """Return `function(*arguments)`; its derivative is taken by central differences.

    Raises a ValueError if it writes into one: the differences would not see that.

    >>> called(max, (1.0, 2.0))
    2.0
    """
    given = [np.copy(x) if isinstance(x, np.ndarray) else x for x in arguments]
    result = function(*given)
    for copy, argument in zip(given, arguments):
        if not np.array_equal(copy, argument, equal_nan=True):
            raise ValueError(
                "a function that writes into its arguments is not differentiated "
                "numerically"
            )
    return result


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
        return 0.0 * called(function, arguments)
    if any(np.iscomplexobj(x) for x, _ in moved):
        raise TypeError(
            "functions of complex numbers are not differentiated numerically"
        )
    sizes = [np.max(np.abs(x), initial=0.0) for x, _ in moved]
    unit = float(_STEP / max(np.max(np.abs(v)) for _, v in moved))
    try:
        change = _difference(
            function, arguments, tangents, unit * float(max([1.0, *sizes]))
        )
        if np.all(np.isfinite(change)) or not all(sizes):
            return change
    except (ArithmeticError, ValueError):  # near the end of where it is defined
        if not all(sizes):
            raise
    return _difference(function, arguments, tangents, unit * float(min(sizes)))


def _difference(function, arguments, tangents, step):
    def at(times):
        pairs = zip(arguments, tangents)
        return called(
            function, [x + times * step * v if np.any(v) else x for x, v in pairs]
        )

    near, far = at(1) - at(-1), at(2) - at(-2)
    return (8 * near - far) / (12 * step)


def no_derivative(why, *values):
    """Return 0.0; a derivative with respect to one of the values is refused.

    >>> no_derivative("gamma has none", 1.0)
    0.0
    """
    return 0.0
