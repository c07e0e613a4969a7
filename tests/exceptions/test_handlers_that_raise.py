"""Handlers that raise for a handler further out, of statements with several raises."""
import numpy as np
import pytest

from tests.support.numeric import require_derivatives


def in_a_loop_with_a_list(x):
    found = []
    for q in (x, 2 * x, 3 * x):
        try:
            try:
                if q > 1:
                    raise ValueError
                if q > 0.5:
                    raise KeyError
                found.append(q)
            except KeyError:
                found.append(q * 10)
                raise ValueError from None
            finally:
                found.append(1.0)
        except ValueError:
            found.append(q * 100)
    return sum(found) * len(found)


def between_values(x):
    y = x
    try:
        try:
            if x > 0.8:
                raise KeyError
            y = y * 2
            if x > 0.5:
                raise IndexError
            y = y * 3
            if x > 0.3:
                raise KeyError
            y = y * 5
        except KeyError:
            y = y * 7
            raise ValueError from None
        except IndexError:
            y = y * 11
    except ValueError:
        y = y * 13
    return y * x


def under_a_condition(x):
    y, k = x, 1
    try:
        try:
            if x > 0.8:
                raise KeyError
            y = y * 2
            if x > 0.5:
                raise IndexError
            y = np.sin(y)
            if x > 0.3:
                raise KeyError
            k = k + 1
        except LookupError:
            y = y * 7
            if k * y > 4:
                raise ValueError from None
            k += 3
        finally:
            k = k * 2
    except ValueError:
        y = y * 13
    return y * x * k


def two_translated(x):
    try:
        if x > 0.8:
            raise KeyError(x)
        if x > 0.5:
            raise IndexError(2 * x)
        return x * 3
    except KeyError as error:
        raise ValueError(error.args[0] * 2) from error
    except IndexError as error:
        raise TypeError(error.args[0] * 3) from None


def of_a_call(x):
    y = 0.0
    for k in (1, 0.5):
        try:
            y = y + two_translated(x * k)
        except ValueError as error:
            y = y * 2 + error.args[0]
        except TypeError as error:
            y = y * x + error.args[0]
    return y


def left_by_a_break(x):
    y = x
    for _ in range(3):
        try:
            try:
                if y > 0.8:
                    raise KeyError
                if y > 0.5:
                    raise IndexError
                y = y * 1.4
            except KeyError:
                y = y * 0.5
                raise ValueError from None
            except IndexError:
                y = y * 1.7
        except ValueError:
            y = y + 0.1
            break
    return y * x


@pytest.mark.parametrize('x', [0.2, 0.35, 0.45, 0.55, 0.7, 0.95])
@pytest.mark.parametrize('f', [
    in_a_loop_with_a_list, between_values, under_a_condition, of_a_call,
    left_by_a_break,
])  # fmt: skip
def test_derivatives(f, x):
    require_derivatives(f, x)
