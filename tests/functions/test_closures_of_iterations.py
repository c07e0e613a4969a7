# ruff: noqa: B023
"""Functions that an iteration defines inside a branch, and that nothing calls later."""
import numpy as np
import pytest

from tests.support.numeric import require_derivatives


def scaled(a):
    b = a * np.sin(a)
    return lambda p: p * b


def of_a_call(x):
    if x > 0:
        for _ in range(2):
            f = scaled(np.sin(0.5))
            x = f(x)
    return x


def of_a_comprehension(x):
    if x > 0:
        for _ in range(1):
            f, g = [lambda p: 0.5 * w for w in (np.sin(0.5), 2.0)]
            x = f(x) + g(x) * x
    return x


def that_nobody_calls(x):
    if x > 0:
        for _ in range(1):
            [lambda p: 0.5 for w in (np.sin(0.5), 2.0)]
    return x * x


def that_is_called_behind(x):
    f = scaled(x)
    if x > 0:
        for k in range(2):
            f = scaled(x * k)
    return f(x)


@pytest.mark.parametrize('x', [0.3, -0.3])
@pytest.mark.parametrize('f', [
    of_a_call, of_a_comprehension, that_nobody_calls, that_is_called_behind
])
def test_their_variables_end_with_the_iteration(f, x):
    require_derivatives(f, x)
