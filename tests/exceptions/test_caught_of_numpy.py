"""Handlers catch what functions of NumPy and Python raise, besides ValueError."""
import math
from collections.abc import Callable

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

X = np.array([1.3, 0.7, 0.4, 0.9])
M = np.arange(12.0).reshape(4, 3)
AxisError = np.exceptions.AxisError
LinAlgError = np.linalg.LinAlgError

# The call, and the class of the exception.
CALLS: list[tuple[Callable, type[Exception]]] = [
    (lambda x: max(x[4:]), ValueError),
    (lambda x: min(v for v in x if v > 9), ValueError),
    (lambda x: np.average(x, weights=np.zeros(4)), ZeroDivisionError),
    (lambda x: np.average(x, weights=np.ones(3)), TypeError),
    (lambda x: np.cov(x, aweights=[1, 2]), RuntimeError),
    (lambda x: np.polyfit(x, x[:2], 1)[0], TypeError),
    (lambda x: np.zeros(x[0]), TypeError),
    (lambda x: np.eye(x[0]), TypeError),
    (lambda x: math.comb(x[0], 2), TypeError),
    (lambda x: math.factorial(x[0]), TypeError),
    (lambda x: np.tril(x[0]), TypeError),
    (lambda x: np.cumsum(x, axis=1), AxisError),
    (lambda x: np.diff(x, axis=1), AxisError),
    (lambda x: np.swapaxes(x, 0, 1), AxisError),
    (lambda x: np.expand_dims(x, 3), AxisError),
    (lambda x: x.max(axis=2), AxisError),
    (lambda x: np.median(x, axis=1), AxisError),
    (lambda x: np.linalg.norm(x, 3, 1), AxisError),
    (lambda x: np.piecewise(x, [x > 0, x < 0], [1]), ValueError),
    (lambda x: np.take_along_axis(x, np.array([[0]]), 0), ValueError),
    (lambda x: np.take_along_axis(x, np.array([0]), 1), AxisError),
    (lambda x: np.einsum('i->j', x), ValueError),
    (lambda x: np.linalg.matrix_power(M[:3], 0.5)[0, 0] * x, TypeError),
]


@pytest.mark.parametrize(('call', 'expected'), CALLS)
def test_handlers_are_reached(call, expected):
    def caught(x):
        try:
            y = np.sum(call(x))
        except expected:
            y = 3.0 * x[1]
        return y * x[0]

    with pytest.raises(expected):
        call(X)
    value, gradient = tl.value_and_grad(caught)(X)
    assert_close(value, caught(X))
    assert_close(gradient, [3.0 * X[1], 3.0 * X[0], 0.0, 0.0])
    assert_close(tl.jvp(caught, (X,), (X,))[1], gradient @ X)


def test_handlers_of_what_may_be_raised_are_branches():
    def mean(x, weights):
        try:
            return np.average(x, weights=weights) ** 2
        except ZeroDivisionError:
            return 3.0 * x[1]

    gradient = tl.grad(mean)
    assert_close(gradient(X, np.ones(4)), np.full(4, np.mean(X) / 2))
    assert_close(gradient(X, np.zeros(4)), [0.0, 3.0, 0.0, 0.0])


def test_an_exception_of_another_class_is_not_caught():
    def of_none(x):
        try:
            y = max(x[4:])
        except IndexError:
            y = 3.0 * x[1]
        return y * x[0]

    with pytest.raises(ValueError, match='empty'):
        tl.grad(of_none)(X)


def one_eigenvalue(q, k):
    try:
        values, vectors = np.linalg.eigh(q @ q.T + 3.0 * np.eye(len(q)))
        w = values[k] * vectors[0, 0] ** 2
    except IndexError:
        w = np.sum(q) ** 2
    return w


def one_of_a_formula(q, k):
    try:
        w = np.linalg.eigvalsh(q @ q.T + 3.0 * np.eye(len(q)))[k]
    except IndexError:
        w = np.sum(q) ** 2
    return w


@pytest.mark.parametrize('k', [1, 5])
@pytest.mark.parametrize('f', [one_eigenvalue, one_of_a_formula])
def test_results_of_a_function_are_there(f, k):
    """Of a named tuple no item is missing, so that none is asked for in a branch."""
    q = M[:3] / 9.0 + np.diag([0.5, 0.2, 0.9])
    gradient = tl.grad(f)(q, k)
    assert_close(gradient, central_gradient(f, (q, k), (0,))[0])
    assert_close(tl.jvp(lambda q: f(q, k), (q,), (q,))[1], np.sum(gradient * q))
