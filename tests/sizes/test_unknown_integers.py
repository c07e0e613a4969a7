"""Sizes that are integers of unknown value: those of two calls may differ."""
import itertools

import numpy as np
import pytest

import tangentlite as tl

WEIGHTS = np.array([0.3, -0.5, 0.8, 0.1])


def of_an_array(x, n):
    columns = np.ones(4) @ np.full((n[1], 4), 1.25)
    rows = np.full((n[0], 4), x) @ WEIGHTS
    pairs = itertools.product((1.0, 2.0, 3.0, 4.0), rows)
    return np.sum(columns) * x + sum(p * q for p, q in pairs)


def of_a_loop(x, n):
    s = 0.0
    for k in n:
        s = s + np.sum(np.full((k, 4), x) @ WEIGHTS)
    columns = np.ones(4) @ np.full((n[1], 4), x)
    pairs = itertools.product((1.0, 2.0, 3.0, 4.0), np.full(n[0], x))
    return s + np.sum(columns) + sum(p * q for p, q in pairs)


def of_an_open_shape(x, n):
    left = 0
    for _ in range(2):
        left = left + np.ones((n[0], n[1]))
    columns = np.ones(4) @ np.full((left.shape[1], 4), 1.25)
    rows = np.full((left.shape[0], 4), x) @ WEIGHTS
    pairs = itertools.product((1.0, 2.0, 3.0, 4.0), rows)
    return np.sum(columns) + sum(p * q for p, q in pairs)


def broadcast(x, n):
    row = np.full(n[1], x)
    one = np.full(n[0], x) if n[0] != 4 else np.full(1, x)
    return np.sum(np.sin(one[:1] * row) + one[:1])


def cumulated(x, n):
    first, second = np.full(n[0], x), np.full(n[1], x)
    return np.sum(np.cumsum(first) ** 2) + np.sum(np.cumsum(second) ** 3)


@pytest.mark.parametrize('n', [(5, 4), (3, 4), (1, 4), (4, 4)])
@pytest.mark.parametrize('f', [
    of_an_array, of_a_loop, of_an_open_shape, broadcast, cumulated,
])  # fmt: skip
def test_derivatives(f, n):
    n = np.array(n)
    value, gradient = tl.value_and_grad(f)(1.1, n)
    assert value == pytest.approx(f(1.1, n), rel=1e-14)
    expected = pytest.approx((f(1.1 + 1e-6, n) - f(1.1 - 1e-6, n)) / 2e-6, rel=1e-7)
    assert gradient == expected
    assert tl.autodiff(f, mode='forward')(1.1, n, 1.0) == expected
