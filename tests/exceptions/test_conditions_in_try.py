"""Conditions of several parts in a `try` that catches what a part may raise."""

import math

import numpy as np
import pytest

import tangentlite as tl

ITEMS = [1.0, 2.0]


def square_root(x):
    try:
        if math.sqrt(x) < 0.5 or x == 3.0:
            return x
        return 2.0 * x
    except ValueError:
        return 5.0 * x


def nested_call(x):
    try:
        if x != 3.0 and abs(math.log(x)) < 0.5:
            return x
        return 2.0 * x
    except ValueError:
        return 5.0 * x


def item(x):
    try:
        if x > 0.0 and ITEMS[int(x)] < 1.5:
            return x
        return 2.0 * x
    except IndexError:
        return 5.0 * x


def quotient(x):
    try:
        if x == 0.0 or abs(1.0 / (x + 1.0)) > 0.5:
            return 7.0 * x
        return 2.0 * x
    except ZeroDivisionError:
        return 5.0 * x


def raises_nothing(x):
    try:
        if abs(x) < 0.5 or x == 3.0:
            return x
        return 2.0 * x
    except ValueError:
        return 5.0 * x


@pytest.mark.parametrize("x", [0.3, 2.0, -1.0, 9.0])
@pytest.mark.parametrize(
    "function", [square_root, nested_call, item, quotient, raises_nothing]
)
def test_derivatives(function, x):
    slope = function(x) / x  # they are linear where they are smooth
    assert tl.grad(function)(x) == pytest.approx(slope)
    assert tl.autodiff(function, mode="forward")(x, 1.0) == pytest.approx(slope)


def numbers_of_text(x, names):
    try:
        return x * np.sum(np.asarray(names, dtype=float))
    except ValueError:
        return 3.0 * x


def without_a_copy(x):
    try:
        return np.sum(np.asarray(x, dtype=np.float32, copy=False))
    except ValueError:
        return 3.0 * np.sum(x)


def sum_in_condition(x):
    n, m = int(x[0]) + 1, int(x[1]) + 1
    try:
        if x[0] > 0.0 and abs((np.arange(n) + np.arange(m))[0]) < 9:
            return np.sum(x)
        return 2.0 * np.sum(x)
    except ValueError:
        return 3.0 * np.sum(x)


def test_what_makes_arrays_and_adds_them_may_raise():
    assert tl.grad(numbers_of_text)(2.0, np.array(["a", "b"])) == 3.0
    assert tl.grad(numbers_of_text)(2.0, np.array(["1", "2"])) == 3.0
    assert tl.grad(numbers_of_text)(2.0, np.array(["1", "5"])) == 6.0
    x = np.array([1.0, 2.0])
    np.testing.assert_array_equal(tl.grad(without_a_copy)(x), [3.0, 3.0])
    np.testing.assert_array_equal(tl.grad(sum_in_condition)(x), [3.0, 3.0])
