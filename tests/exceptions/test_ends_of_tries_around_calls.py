"""What `finally` binds where a function raises that is called in the try statement."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives

TRACE = []


def checked(x):
    if x > 0.5:
        raise ValueError('large')
    return x


def scaled(x):
    k = 5
    try:
        return checked(x) * k
    finally:
        k = k + 1


def caught_behind(x):
    k = 3
    try:
        try:
            checked(x)
        finally:
            k = k + 1
    except ValueError:
        return k * x * 10
    return k * x


def through_two_functions(x):
    k, r = 1, 0.0
    try:
        try:
            r = scaled(x)
        finally:
            k += 1
    except ValueError:
        k += 10
    return k * x + r


def called_again_at_the_end(x):
    k = 1
    try:
        try:
            checked(x)
        finally:
            try:
                k += 1
                checked(-x)
            except ValueError:
                k += 10
    except ValueError:
        k += 100
    return k * x


def divided(x):
    k, r = 1, 0.0
    try:
        try:
            r = inverse(x)
        finally:
            k += 1
    except ZeroDivisionError:
        k += 10
    return k * x + r


def inverse(x):
    k = x
    try:
        return 1.0 / (x if x > 0.5 else 0)
    finally:
        k = k + 1


def of_a_template(x):
    TRACE  # noqa: B018 - what is outside must be as it is where this raises
    k = x
    try:
        np.choose(0, x * np.ones((2, 2)))
    finally:
        k = k * 0.5
    return k * x


@pytest.mark.parametrize('x', [0.7, 0.3, -0.7])
@pytest.mark.parametrize('f', [
    caught_behind, through_two_functions, called_again_at_the_end, divided,
    of_a_template,
])  # fmt: skip
def test_other_paths_do_not_see_it(f, x):
    assert tl.value_and_grad(f)(x)[0] == f(x)
    require_derivatives(f, x)
