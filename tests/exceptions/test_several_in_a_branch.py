"""Branches of which all paths raise, to handlers of several classes."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives


class Swallowing:
    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        return kind is ValueError


class Passing:
    def __enter__(self):
        return self

    def __exit__(self, *rest):
        return False


def divided_or_raised(x):
    try:
        if x > 0.5:
            y = 1.0 / (x - 0.7 if x < 0.9 else 0)
            raise ValueError
        y = x * x
    except ZeroDivisionError:
        y = 5 * x
    except ValueError:
        y = 7 * x
    return y


def with_values_in_between(x):
    y = x
    try:
        if x > 0.5:
            y = y * 3
            if x > 0.8:
                raise KeyError
            y = y * 5
            raise ValueError
        y = x * x
    except KeyError:
        y = y * 2
    except ValueError:
        y = y * 7
    return y


def swallowed_or_caught(x):
    y = x
    try:
        with Swallowing():
            if x > 0.5:
                y = y * 3
                if x > 0.8:
                    raise KeyError
                y = y * 5
                raise ValueError
            y = x * x
    except KeyError:
        y = y * 11
    return y


def passed_on(x):
    y = x
    try:
        with Passing():
            if x > 0.5:
                y = y * 3
                if x > 0.8:
                    raise KeyError
                y = y * 5
                raise ValueError
            y = x * x
    except Exception:
        y = y * 11
    return y


def of_a_try_statement(x):
    y, k = x, 1
    try:
        if x > 0.5:
            try:
                if x > 0.8:
                    raise KeyError
                k = k + 1
            finally:
                k = k * 3
            raise ValueError
        else:
            k = k + 7
    except ValueError:
        y = y * 2
    except KeyError:
        y = y * k
    return y * k


def in_a_loop(x):
    y = x
    for _ in range(3):
        try:
            if x > 0.5:
                if x > 0.8:
                    raise KeyError
                raise ValueError
            y = y * x
        except KeyError:
            y = y * 2
        except ValueError:
            y = y * 7
            x = x * 0.7
    return y


def of_one_class(x):
    y = x
    try:
        if x > 0.5:
            if x > 0.8:
                y = np.sin(y)
                raise KeyError
            elif x > 0.7:
                y = y * 2
                raise IndexError
            raise ValueError
        y = x * x
    except LookupError:
        y = y * 2
    except ValueError:
        y = y * 7
    return y


def returned(x):
    try:
        if x > 0.5:
            if x > 0.8:
                raise KeyError
            raise ValueError
        return x * x
    except KeyError:
        return 2 * x
    except ValueError:
        x = np.exp(x)
    return x * 3


def of_expressions(x):
    def checked(y):
        if y > 0.8:
            raise KeyError
        raise ValueError

    y = x
    try:
        y = checked(x) if x > 0.5 else x * x
    except KeyError:
        y = 2 * x
    except ValueError:
        y = 3 * y
    return y


@pytest.mark.parametrize('x', [0.3, 0.6, 0.75, 0.95])
@pytest.mark.parametrize('f', [
    divided_or_raised, with_values_in_between, swallowed_or_caught, passed_on,
    of_a_try_statement, in_a_loop, of_one_class, returned, of_expressions,
])  # fmt: skip
def test_derivatives(f, x):
    require_derivatives(f, x)


def test_what_nobody_catches_is_raised():
    def f(x):
        y = x
        with Swallowing():
            if x > 0.5:
                y = y * 3
                if x > 0.8:
                    raise KeyError('large')
                raise ValueError
            y = x * x
        return y

    require_derivatives(f, 0.3)
    require_derivatives(f, 0.6)
    with pytest.raises(KeyError, match='large'):
        tl.grad(f)(0.95)
