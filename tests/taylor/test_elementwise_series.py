"""Taylor coefficients of all functions of entries that have a template, to order 6."""
import math
import operator

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.elementwise.elementwise_samples import (
    BINARY,
    OPERATORS,
    SCALAR,
    UNARY,
)
from tests.support.expansions import expansion

ORDER = 6
# By their rules each derivative is a new function.
REFUSED = (math.lgamma, math.gamma)
# What jumps lies in the middle between two jumps, not where bounds may be crossed.
POINTS = {
    np.remainder: (0.5, 1.1), np.fmod: (1.5, 0.9), operator.mod: (0.5, 1.1),
    np.maximum: (0.2, 0.9), np.minimum: (0.2, 0.9), np.fmax: (0.2, 0.9),
    np.fmin: (0.2, 0.9), np.copysign: (0.9, -0.8), np.arctan2: (0.9, 1.3),
    np.hypot: (0.9, 1.3),
}  # fmt: skip
JUMPING = (np.sign, np.floor, np.ceil, np.rint, np.trunc, np.round, np.fix)


def middle(function, *bounds) -> tuple[float, ...]:
    if function in POINTS:
        return POINTS[function]
    if function in JUMPING:
        return (0.75,)
    return tuple(low + 0.55 * (high - low) for low, high in bounds)


CASES = [
    *((f, middle(f, (low, high))) for f, low, high in UNARY),
    *((f, (x,)) for f, x in SCALAR if f not in REFUSED),
    *((f, middle(f, a, b)) for f, a, b in (*BINARY, *OPERATORS)),
]


def name_of(case) -> str:
    return f'{getattr(case[0], "__module__", "")}.{case[0].__name__}'


def series_of(count: int, number: int) -> list[np.ndarray]:
    rows = np.sin(1.0 + 2.0 * np.arange(count * number)).reshape(number, count)
    return list(0.3 * rows)


def made(function, count: int):
    if count == 1:
        return lambda x: function(x) * 1.0
    return lambda x, y: function(x, y) * 1.0


@pytest.mark.parametrize('case', CASES, ids=name_of)
def test_coefficients(case):
    function, point = case
    series = series_of(ORDER, len(point))
    f = made(function, len(point))
    value, found = tl.jet(f, point, tuple(series))
    (want,) = expansion(f, point, series, ORDER, 0.15)
    np.testing.assert_allclose(found, want, atol=1e-5 * max(1.0, np.max(np.abs(want))))
    assert value == f(*point)


BROADCAST = np.array([[0.4], [0.7]]), np.array([0.9, 1.2, 1.4])


@pytest.mark.parametrize('function', [
    np.multiply, np.divide, np.power, np.hypot, np.logaddexp, np.arctan2, np.maximum,
], ids=lambda f: f.__name__)  # fmt: skip
def test_axes_broadcast(function):
    series = [np.cos(np.arange(4 * x.size)).reshape(4, *x.shape) for x in BROADCAST]
    _, found = tl.jet(function, BROADCAST, tuple(series))
    (want,) = expansion(function, BROADCAST, series, 4, 0.1)
    np.testing.assert_allclose(found, want, rtol=1e-6, atol=1e-6)
    for k in range(2):  # one of them is constant
        given = tuple(series[k] if k == place else None for place in range(2))
        zeros = [c if place == k else 0 * c for place, c in enumerate(series)]
        _, found = tl.jet(function, BROADCAST, given)
        (want,) = expansion(function, BROADCAST, zeros, 4, 0.1)
        np.testing.assert_allclose(found, want, rtol=1e-6, atol=1e-6)


def derivatives(f, x: float, order: int) -> list[float]:
    """The derivatives by t along the line x + t, each by one more nesting."""
    found = []
    for _ in range(order):
        f = tl.grad(f)
        found.append(f(x))
    return found


def several(x):
    return np.tanh(x) / x


def test_nested_derivatives():
    want = derivatives(several, 0.6, ORDER)
    _, found = tl.jet(several, 0.6, [1.0] + [0.0] * (ORDER - 1))
    factorials = [math.factorial(k + 1) for k in range(ORDER)]
    np.testing.assert_allclose(found * factorials, want, rtol=1e-9)


@pytest.mark.parametrize('exponent', [0, 1, 2, 3, 4, 5, 7])
def test_whole_powers_at_zero(exponent):
    def literal(x):
        return x ** 0 + x ** 1 + x ** 2 + x ** 3 + x ** 4 + x ** 5 + x ** 7

    def given(x, n):
        return x ** n
    x, series = np.array([0.0, 0.0, 0.5]), np.zeros((7, 3))
    series[0], series[2] = [1.0, 0.0, 2.0], 0.5
    _, found = tl.jet(given, (x, exponent), (series, None))
    (want,) = expansion(lambda x: x ** exponent, [x], [series], 7)
    np.testing.assert_allclose(found, want, atol=1e-5)
    _, found = tl.jet(given, (x, np.full(3, exponent)), (series, None))
    np.testing.assert_allclose(found, want, atol=1e-5)
    _, found = tl.jet(literal, x, series)
    (want,) = expansion(literal, [x], [series], 7)
    np.testing.assert_allclose(found, want, atol=1e-4)


def test_what_stays_zero_under_a_root():
    def f(x):
        return np.sqrt(np.where(x > 0.5, x, 0.0)) + 0.0 ** x
    x, series = np.array([0.2, 0.9]), np.ones((3, 2))
    _, found = tl.jet(f, x, series)
    assert np.all(found[:, 0] == 0)
    (want,) = expansion(lambda x: np.sqrt(x), [x[1:]], [series[:, 1:]], 3)
    np.testing.assert_allclose(found[:, 1:], want, rtol=1e-7)
