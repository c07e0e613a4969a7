"""Handlers that raise another exception, which is caught around the call."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives, require_refused


def returned(x):
    try:
        if x > 0.5:
            raise KeyError('large')
        return x * 0.5
    except KeyError as error:
        raise ValueError from error


def read_behind(x):
    try:
        if x > 0.5:
            raise KeyError
        y = np.sin(x)
    except KeyError:
        raise ValueError from None
    return y * x


def without_values(x):
    try:
        if x > 0.5:
            raise KeyError
    except KeyError:
        raise ValueError from None
    return x * x


@pytest.mark.parametrize('x', [0.3, 0.7])
@pytest.mark.parametrize('f', [returned, read_behind, without_values])
def test_they_are_caught(f, x):
    def caught(x):
        try:
            y = f(x)
        except Exception:
            y = 3.0 * x
        return x * y

    require_derivatives(caught, x)


def with_the_place(x):
    for k in range(3):
        if x > 0.4:
            raise ValueError(k)
        x = x * 0.5 + 0.1
    return x


def with_the_entry(x):
    v = np.array([x, 2.0 * x, 0.3])
    for k in range(len(v)):
        if v[k] > 0.7:
            raise ValueError(k, v[k])
    return np.sum(v) * x


@pytest.mark.parametrize('x', [0.2, 0.3, 0.6, 0.95])
@pytest.mark.parametrize('f', [with_the_place, with_the_entry])
def test_places_of_loops_by_a_handler_of_all(f, x):
    def caught(x):
        k = 1
        try:
            try:
                y = f(x)
            finally:
                k += 1
        except Exception:
            y = k * x
        return x * y * k

    def read(x):
        try:
            y = f(x)
        except ValueError as error:
            y = x * (error.args[0] + 2)
        return y

    require_derivatives(caught, x)
    require_derivatives(read, x)


class Own(ValueError):
    pass


class WithValue(Exception):
    def __init__(self, value):
        super().__init__('large')
        self.value = value


def with_text(function):
    def wrapped(x):
        try:
            return function(x)
        except Own as error:
            raise Own('in a wrapper: ' + str(error)) from error

    return wrapped


@with_text
@with_text
def twice_wrapped(x):
    if x > 0.5:
        raise Own(f'{x} is large')
    return x * x


def raised_again(x):
    try:
        if x > 0.5:
            raise WithValue(2.0 * x)
        return x * x
    except WithValue as error:
        if x > 0.9:
            raise
        return error.value


def test_texts_of_texts():
    require_derivatives(twice_wrapped, 0.3)
    with pytest.raises(Own, match='in a wrapper: in a wrapper: 0.7 is large') as found:
        tl.grad(twice_wrapped)(0.7)
    assert str(found.value.__cause__) == 'in a wrapper: 0.7 is large'
    require_derivatives(raised_again, 0.3)
    require_derivatives(raised_again, 0.7)
    with pytest.raises(WithValue, match='large') as again:
        tl.grad(raised_again)(0.95)
    assert again.value.value == 1.9


def test_what_may_not_be_bound_is_still_refused():
    def f(x):
        try:
            if x > 0.5:
                y = x
            return y * x
        except NameError:
            return 3.0 * x

    require_refused(f, 0.7, 'what this may raise is caught', 'reverse')


@pytest.mark.parametrize('function', [np.frexp, np.modf])
def test_several_results_in_a_try_statement(function):
    def f(v):
        try:
            parts = function(v)
        except IndexError:
            return np.sum(v)
        return np.sum(parts[0] * v)

    v = np.array([0.3, 0.55, 1.7])
    steps = [(f(v + 1e-6 * e) - f(v - 1e-6 * e)) / 2e-6 for e in np.eye(3)]
    np.testing.assert_allclose(tl.grad(f)(v), steps, rtol=1e-6)
    assert tl.jvp(f, (v,), (np.ones(3),))[1] == pytest.approx(sum(steps), rel=1e-6)
