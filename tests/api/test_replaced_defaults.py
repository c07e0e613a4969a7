"""Derivatives of functions whose defaults or code a program replaces."""

import inspect

import numpy as np
import pytest

import tangentlite as tl

X = np.array([1.0, 2.0])
SEVERAL = 6  # calls, after which they go straight to the dispatcher


def made():
    """A function of its own at each call."""

    def h(x, k=2, *, m=1.0):
        return np.sum(x * x) * k * m

    return h


@pytest.mark.parametrize("calls", [0, 1, SEVERAL])
@pytest.mark.parametrize("make", [tl.grad, tl.jacobian, tl.hessian])
def test_defaults_that_are_replaced_are_those_of_the_derivative(make, calls):
    h = made()
    derivative = make(h)
    of_one = make(h, wrt="x")(X, 1)
    for _ in range(calls):
        assert np.array_equal(derivative(X), 2 * of_one)
    h.__defaults__ = (5,)
    assert np.array_equal(derivative(X), 5 * of_one)
    h.__kwdefaults__ = {"m": 3.0}
    assert np.array_equal(derivative(X), 15 * of_one)
    h.__kwdefaults__["m"] = 4.0
    assert np.array_equal(derivative(X), 20 * of_one)
    assert np.array_equal(make(h)(X), 20 * of_one)


def test_what_a_call_gives_is_not_taken_for_a_former_default():
    h = made()
    derivative = tl.grad(h)
    (former,) = h.__defaults__
    for _ in range(SEVERAL):
        derivative(X)
    h.__defaults__ = (5,)
    assert np.array_equal(derivative(X, former), 4 * X)


@pytest.mark.parametrize("calls", [1, SEVERAL])
def test_defaults_may_be_taken_away_and_given_again(calls):
    h = made()
    derivative = tl.grad(h)
    for _ in range(calls):
        derivative(X)
    h.__defaults__ = None
    with pytest.raises(tl.errors.ArgumentError, match=r"missing 1 .* argument: 'k'"):
        derivative(X)
    assert np.array_equal(derivative(X, 2), 4 * X)
    h.__defaults__ = (1,)
    assert np.array_equal(derivative(X), 2 * X)
    assert inspect.signature(derivative).parameters["k"].default == 1


@pytest.mark.parametrize("calls", [1, SEVERAL])
def test_a_function_that_gets_another_code_has_its_parameters(calls):
    def other(x, k=2, *, n=1.0):
        return np.sum(x * x * x) * k * n

    h = made()
    derivative = tl.value_and_grad(h)
    for _ in range(calls):
        derivative(X)
    h.__code__, h.__kwdefaults__ = other.__code__, other.__kwdefaults__
    value, gradient = derivative(X)
    assert value == 18.0
    assert np.array_equal(gradient, 6 * X**2)
    assert np.array_equal(derivative(X, n=2.0)[1], 12 * X**2)
