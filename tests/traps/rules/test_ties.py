"""Ties, powers and overflow at single points: traps 1 to 3, 8, 9, 19 to 21 and 28."""
import math

import numpy as np
import pytest

import tangentlite as tl

INF, NAN = math.inf, math.nan

NUMBERS = {
    '2': (lambda x: np.maximum(x, x), 2.0, 1.0),
    '3': (lambda x: np.maximum(x, 0), 0.0, 0.5),
    '8, the argument first': (lambda x: max(x, 0.5), 0.5, 1.0),
    '8, the argument last': (lambda x: max(0.5, x), 0.5, 0.0),
    '8, min with the argument first': (lambda x: min(x, 0.5), 0.5, 1.0),
    '8, min with the argument last': (lambda x: min(0.5, x), 0.5, 0.0),
    '9, floor': (lambda x: np.floor(x), 1.5, 0.0),
    '9, ceil': (lambda x: np.ceil(x), 1.5, 0.0),
    '9, round': (lambda x: np.round(x), 1.5, 0.0),
    '9, sign': (lambda x: np.sign(x), 0.0, 0.0),
    '19': (lambda x: x ** 2, 0.0, 0.0),
    '19, of a float': (lambda x: x ** 2.0, -3.0, -6.0),
    '20, to the power of 0': (lambda x: x ** 0, 0.0, 0.0),
    '20, to the power of 0.0': (lambda x: x ** 0.0, 0.0, 0.0),
    '20, to the power of 1.0': (lambda x: x ** 1.0, 0.0, 1.0),
    '20, a root': (lambda x: x ** 0.5, 0.0, INF),
    '21, powers of zero': (lambda y: 0.0 ** y, 2.0, 0.0),
    '21, negative base': (lambda y: np.power(-2.0, y), 2.0, NAN),
    '28, by logaddexp': (lambda x: np.exp(-np.logaddexp(0.0, -x)), -1000.0, 0.0),
}

ARRAYS = {
    '1': (lambda x: np.max(x), [1, 2, 2], [0, 0.5, 0.5]),
    '1, of rows': (lambda x: np.sum(np.max(x, 1)), [[1, 2, 2]], [[0, 0.5, 0.5]]),
    '1, the smallest': (lambda x: x.min(), [3, 2, 2], [0, 0.5, 0.5]),
    '2': (lambda x: np.sum(np.maximum(x, x)), [1, 2, 2], [1, 1, 1]),
    '3': (lambda x: np.sum(np.maximum(x, 0)), [-1, 0, 1], [0, 0.5, 1]),
    '9, argmax': (lambda x: 1.0 * np.argmax(x), [1, 3], [0, 0]),
    '20': (lambda x: np.sum(x ** 0 + 3.0 * x ** 1.0), [0, 2], [3, 3]),
}


@pytest.mark.parametrize('mode', ['reverse', 'forward'])
@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize(('f', 'x', 'want'), NUMBERS.values(), ids=NUMBERS)
def test_numbers(f, x, want, mode, optimize):
    with np.errstate(all='ignore'), tl.options(optimize=optimize):
        derivative = tl.autodiff(f, mode=mode)
        got = derivative(x) if mode == 'reverse' else derivative(x, 1.0)
    np.testing.assert_allclose(got, want)


@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize(('f', 'x', 'want'), ARRAYS.values(), ids=ARRAYS)
def test_arrays(f, x, want, optimize):
    x = np.array(x, float)
    with tl.options(optimize=optimize):
        np.testing.assert_allclose(tl.grad(f)(x), want)
        tangent = tl.autodiff(f, mode='forward')
        got = [tangent(x, unit.reshape(x.shape)) for unit in np.eye(x.size)]
    np.testing.assert_allclose(got, np.ravel(want))


@pytest.mark.parametrize('x', [0.0, -3.0])
@pytest.mark.parametrize('f', [lambda x: x ** 2, lambda x: x ** 2.0])
def test_19_second_and_third_derivatives_of_a_square(f, x):
    second = tl.grad(tl.grad(f))
    assert (second(x), tl.grad(second)(x)) == (2.0, 0.0)
    for _ in range(3):
        f = tl.autodiff(f, mode='forward')
    assert f(x, 1.0, 1.0, 1.0) == 0.0


def raised(x, y):
    return np.sum(x ** y)


@pytest.mark.parametrize('y', [2.0, 1.0, 0.5, 0.0])
def test_21_powers_of_zero_do_not_change_with_the_exponent(y):
    with np.errstate(all='ignore'):
        assert tl.grad(raised, wrt=1)(0.0, y) == 0.0
        assert tl.autodiff(raised, wrt=1, mode='forward')(0.0, y, 1.0) == 0.0


def test_21_neither_of_base_and_exponent_poisons_the_other():
    base, exponent = np.array([-2.0]), np.array([2.0])
    with np.errstate(all='ignore'):
        of_base, of_exponent = tl.grad(raised, wrt=(0, 1))(base, exponent)
        assert tl.autodiff(raised, mode='forward')(base, exponent, 1.0 + 0 * base) == -4
    np.testing.assert_array_equal(of_base, [-4.0])
    np.testing.assert_array_equal(of_exponent, [NAN])


def test_a_literal_negative_base():  # trap 21
    with np.errstate(all='ignore'):
        assert math.isnan(tl.grad(lambda y: (-2.0) ** y)(2.0))
