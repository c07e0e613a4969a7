"""Handlers that many paths reach: they are walked once, behind what all paths leave."""
import math

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient, require_derivatives


def rewritten(x, v):
    y = x
    try:
        y = y * v[0]
        y = y / v[1]
        y = math.log(y)
        y = y / v[2]
        y = math.sqrt(y)
    except (ValueError, ZeroDivisionError):
        for k in range(3):
            y = y * x + math.sin(y) + k
        y = y / (2.0 + y * y)
    return y * x


def two_handlers(x, v):
    y, z = x, 1.0
    try:
        y = y / v[0]
        z = math.log(v[1] * y)
        y = z / v[2]
        z = math.sqrt(y)
    except ZeroDivisionError:
        for _ in range(2):
            z = z * y + math.cos(y)
        y = math.exp(-z * z)
        z = z + y * math.tanh(x)
    except ValueError:
        for _ in range(3):
            y = math.sin(y + z)
        z = math.exp(-y * y)
        y = y + z * math.tanh(x)
    else:
        z = z * y
    finally:
        y = y * 2.0
    return y * z


def with_a_list(x, v):
    held = [x, 1.0]
    try:
        held[0] = held[0] / v[0]
        other = [held[0]]
        other[0] = math.log(v[1] * other[0])
        held[1] = other[0] / v[2]
        other[0] = math.sqrt(held[1])
    except (ValueError, ZeroDivisionError):
        for k in range(3):
            held[0] = held[0] * held[1] + math.sin(held[1]) + k
        other = [held[0] * held[0]]
    return held[0] * held[1] + other[0]


def returned(x, v):
    y = x
    try:
        y = y / v[0]
        y = math.log(v[1] * y)
        y = y / v[2]
        y = math.sqrt(y)
    except (ValueError, ZeroDivisionError):
        s = 0.0
        for k in range(3):
            s = s + math.sin(y) * x + k
        if s > 2.0:
            return s * y
        return s + y
    return y * 3.0


def raised_at_the_end(x, v):
    y = x
    try:
        y = y / v[0]
        y = math.log(v[1] * y)
        y = y / v[2]
        raise ValueError(y)
    except (ValueError, ZeroDivisionError):
        for k in range(4):
            y = 0.5 * y * x + math.sin(0.3 * y) + 0.1 * k
        y = y / (2.0 + y * y)
    return y


def in_a_loop(x, v):
    s = x
    for w in v:
        try:
            s = s / w
            s = math.log(s + 2.0)
            s = s / (w - 2.0)
            s = math.sqrt(s)
        except (ValueError, ZeroDivisionError):
            for k in range(3):
                s = 0.5 * s * x + math.sin(s) + k
    return s


def called(x, v):
    def part(y, w):
        return math.sqrt(y / w)

    y = x
    try:
        y = part(y, v[0])
        y = part(y, v[1])
        y = part(y, v[2])
    except (ValueError, ZeroDivisionError):
        for k in range(3):
            y = 0.5 * y * x + math.sin(y) + k
    return y


def translated(x, v):
    y = x
    try:
        try:
            y = y / v[0]
            y = math.log(v[1] * y)
            y = y / v[2]
            y = math.sqrt(y)
        except (ValueError, ZeroDivisionError):
            for k in range(3):
                y = 0.5 * y * x + math.sin(y) + k
            raise KeyError('none') from None
        y = y * 2.0
    except KeyError:
        y = y * y
    return y


def left_for_another(x, v):
    y = x
    try:
        try:
            y = y / v[0]
            y = math.log(v[1] * y)
            y = y / v[2]
            if y < 1.0:
                raise KeyError
            y = math.sqrt(y)
            raise IndexError
        except (ValueError, ZeroDivisionError):
            for k in range(3):
                y = 0.5 * y * x + math.sin(y) + k
            y = y / (2.0 + y * y)
    except KeyError:
        y = y * y
    except IndexError:
        y = y * y * y
    return y


def returned_from_the_body(x, v):
    y = x
    try:
        y = y / v[0]
        if y > 1.2:
            return y * y
        y = math.log(v[1] * y)
        y = y / v[2]
        return math.sqrt(y)
    except (ValueError, ZeroDivisionError):
        for k in range(4):
            y = 0.5 * y * x + math.sin(y) + k
        y = y / (2.0 + y * y)
    return y


def of_generator(x, v):
    def parts():
        y = x
        for w in v:
            y = y / w
            yield math.log(y + 2.0)

    s = 0.0
    try:
        for part in parts():
            s = s + math.sqrt(part)
        s = s / v[2]
    except (ValueError, ZeroDivisionError):
        for k in range(4):
            s = 0.5 * s * x + math.sin(s) + k
        s = s / (2.0 + s * s)
    return s


VALUES = (
    (2.0, 3.0, 1.5), (0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (-1.0, 1.0, 1.0),
    (1.0, 2.0, 0.0), (2.0, 1.0, -3.0), (1.0, -1.0, 2.0),
)  # fmt: skip


@pytest.mark.parametrize('v', VALUES, ids=str)
@pytest.mark.parametrize('f', [
    rewritten, two_handlers, with_a_list, returned, raised_at_the_end, in_a_loop,
    called, translated, left_for_another, returned_from_the_body, of_generator,
])  # fmt: skip
def test_derivatives(f, v):
    require_derivatives(lambda x: f(x, v), 1.3)


@pytest.mark.parametrize('f', [rewritten, two_handlers, with_a_list, returned, called])
def test_one_derivative_for_all_paths(f):
    gradient = tl.grad(f)
    for v in VALUES:
        expected = central_gradient(lambda x, v=v: f(x, v), (1.3,), (0,))[0]
        assert_close(gradient(1.3, list(v)), expected)


def test_a_handler_is_written_once():
    text = tl.autodiff(rewritten, mode='forward').source_for(1.3, [2.0, 3.0, 1.5], 1.0)
    assert text.count('in range(3)') == 1
    assert 'require_bound' not in text


def test_short_handlers_stay_where_they_are_reached():
    def f(x, v):
        try:
            y = math.log(x / v[0])
        except (ValueError, ZeroDivisionError):
            y = 2.0 * x
        return y

    text = tl.autodiff(f, mode='forward').source_for(1.3, [2.0], 1.0)
    assert 'raised' not in text


def test_the_exception_is_that_of_its_path():
    told = []

    def f(x, v):
        y = x
        try:
            y = y / v[0]
            y = math.log(v[1] * y)
            y = y / v[2]
            y = math.sqrt(y)
        except (ValueError, ZeroDivisionError) as error:
            for k in range(4):
                y = 0.5 * y * x + math.sin(y) + k
            told.append(type(error).__name__)
        return y

    gradient = tl.grad(f)
    for v in VALUES[1:]:
        f(1.3, v)
        gradient(1.3, list(v))
        assert told[len(told) // 2 :] == told[: len(told) // 2]
        told.clear()


def test_what_a_handler_raises_again_is_that_of_its_path():
    def f(x, v):
        y = x
        try:
            y = y / v[0]
            y = math.log(v[1] * y)
            y = y / v[2]
            y = math.sqrt(y)
        except (ValueError, ZeroDivisionError):
            for k in range(4):
                y = 0.5 * y * x + math.sin(y) + k
            if y > 0.0:
                raise
        return y

    gradient = tl.grad(f)
    for v in VALUES[1:]:
        try:
            f(1.3, v)
        except (ValueError, ZeroDivisionError) as error:
            with pytest.raises(type(error)):
                gradient(1.3, list(v))
        else:
            expected = central_gradient(lambda x, v=v: f(x, v), (1.3,), (0,))[0]
            assert_close(gradient(1.3, list(v)), expected)


def test_what_the_body_raises_at_its_end_and_nobody_catches():
    def f(x, v):
        y = x
        try:
            y = y / v[0]
            y = math.log(v[1] * y)
            y = y / v[2]
            y = math.sqrt(y)
            raise KeyError('nobody')
        except (ValueError, ZeroDivisionError):
            for k in range(4):
                y = 0.5 * y * x + math.sin(y) + k
        return y

    gradient = tl.grad(f)
    for v in [(0.0, 1.0, 1.0), (1.0, 2.0, 0.0), (2.0, 1.0, 1.0), (-1.0, 1.0, 1.0)]:
        expected = central_gradient(lambda x, v=v: f(x, v), (1.3,), (0,))[0]
        assert_close(gradient(1.3, list(v)), expected)
    with pytest.raises(KeyError, match='nobody'):
        gradient(1.3, [0.5, 3.0, 1.5])


@np.errstate(all='ignore')
def test_arrays_that_are_written():
    def f(x, v):
        y = x * 1.0
        try:
            y[0] = y[0] / v[0]
            z = math.log(y[0] * v[1])
            y[0] = z / v[2]
            y[3] = math.sqrt(y[0])
        except (IndexError, ValueError, ZeroDivisionError):
            for k in range(len(y)):
                y[k] = y[k] * y[0] + np.sin(y[k])
            z = y[0]
        return np.sum(y * y) * z

    for length in (2, 4):
        x = np.linspace(0.8, 1.7, length)
        for v in VALUES:
            value, gradient = tl.value_and_grad(f)(x, list(v))
            assert value == f(x, v) or math.isnan(value)
            if math.isfinite(value):
                expected = central_gradient(lambda x, v=v: f(x, v), (x,), (0,))[0]
                assert_close(gradient, expected)
