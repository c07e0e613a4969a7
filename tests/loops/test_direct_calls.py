"""Calls of compiled code that go past the function of Python in front of it."""

import numpy as np
import pytest

import tangentlite as tl

pytest.importorskip("numba")


def quotient(x, y):
    return x * x / y


def called_often(derivative, *arguments):
    for _ in range(6):
        result = derivative(*arguments)
    return result


def compiled(f, **options):
    return tl.value_and_grad(f, backend="numba", **options)


def direct_of(derivative):
    return type(derivative).__call__.__globals__.get("_tl_direct0")


@pytest.mark.parametrize("number", [float, np.float64])
def test_floats_of_python_and_of_numpy(number):
    derivative = compiled(quotient, wrt=(0, 1))
    found = called_often(derivative, number(3.0), number(2.0))
    assert found == (4.5, (3.0, -2.25))
    assert "built-in" in repr(direct_of(derivative))
    assert derivative(number(1.0), number(2.0)) == (0.5, (1.0, -0.25))


def test_errors_are_the_users_and_calls_go_on():
    derivative = compiled(quotient, wrt=(0, 1))
    called_often(derivative, 3.0, 2.0)
    with pytest.raises(ZeroDivisionError) as raised:
        derivative(3.0, 0.0)
    assert raised.value.__context__ is None
    assert any("x * x / y" in str(e.statement) for e in raised.traceback)
    assert derivative(3.0, 2.0) == (4.5, (3.0, -2.25))
    assert derivative(y=2.0, x=3.0) == (4.5, (3.0, -2.25))


def test_numbers_of_other_kinds():
    derivative = compiled(quotient)
    called_often(derivative, 3.0, 2.0)
    assert derivative(3.0, 2) == (4.5, 3.0)
    assert derivative(np.float32(3.0), np.float32(2.0)) == (4.5, 3.0)
    with pytest.raises(TypeError):
        derivative("3.0", 2.0)
    assert derivative(3.0, 2.0) == (4.5, 3.0)


def total(x):
    return np.sum(x[1:] * x[:-1])


def test_arrays_of_other_layouts():
    derivative = compiled(total)
    x = np.arange(8.0)
    called_often(derivative, x)
    assert direct_of(derivative) is derivative.jitted
    for other in (x[::-1], x[::2], np.ones((8, 3))[:, 0], x[:0]):
        value, gradient = derivative(other)
        expected, by_numpy = tl.value_and_grad(total)(other)
        assert value == expected
        np.testing.assert_array_equal(gradient, by_numpy)


def changed(x):
    x[0] *= 2.0
    return np.sum(x * x)


def told(x):
    print("x is", x)
    return x * x


def test_calls_that_cannot_be_made_twice_are_not_direct(capsys):
    writing, telling = compiled(changed), compiled(told)
    called_often(writing, np.ones(3))
    called_often(telling, 3.0)
    assert direct_of(writing) is None
    assert direct_of(telling) is None
    assert capsys.readouterr().out.count("x is") == 6


SCALE = 2.0


def scaled(x):
    return SCALE * x * x


def test_globals_that_change(monkeypatch):
    derivative = compiled(scaled)
    assert called_often(derivative, 3.0) == (18.0, 12.0)
    monkeypatch.setitem(globals(), "SCALE", 3.0)
    assert derivative(3.0) == (27.0, 18.0)
