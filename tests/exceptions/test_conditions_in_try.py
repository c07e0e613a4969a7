"""Conditions of several parts in a `try` that catches what a part may raise."""

import math

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
