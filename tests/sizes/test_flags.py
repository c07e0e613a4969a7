"""Flags of functions that are known only when a derivative runs: globals, results."""
import numpy as np
import pytest
from scipy.special import logsumexp

import tangentlite as tl
from tests.support.numeric import require_along

KEPT = False


def mean(x):
    return np.sum(np.mean(x, 1, keepdims=KEPT) * x)


def largest(x):
    return np.sum(np.max(x, 0, keepdims=KEPT) * x)


def norm(x):
    return np.sum(np.linalg.norm(x, axis=1, keepdims=KEPT) * x)


def deviation(x):
    return np.sum(np.std(x, axis=1, keepdims=KEPT) * x)


def method(x):
    return np.sum(x.sum(axis=1, keepdims=KEPT) * x)


def log_sum(x):
    return np.sum(logsumexp(x, axis=1, keepdims=KEPT) * x)


def whole(x):
    return np.sum(np.sum(x, keepdims=KEPT) * x)


def product(x):
    return np.sum(np.prod(x, axis=1, keepdims=KEPT) * x)


def median(x):
    return np.sum(np.median(x, axis=1, keepdims=KEPT) * x)


def reduced(x):
    return np.sum(np.logaddexp.reduce(x, axis=1, keepdims=KEPT) * x)


def vectors(x):
    return np.sum(np.linalg.svd(x[:, :2], full_matrices=KEPT)[0][:, :2] * x[:, :2])


def spaced(x):
    return np.sum(np.linspace(0.0, x[0, 0], 5, endpoint=KEPT))


def grid(x):
    return np.sum(np.meshgrid(x[0], x[1], sparse=KEPT)[0] * 2.0)


PROGRAMS = [
    mean, largest, norm, deviation, method, log_sum, whole, product, median, reduced,
    vectors, spaced, grid,
]  # fmt: skip
X = np.arange(9.0).reshape(3, 3) * 7.0 % 5.0 + 0.1 * np.arange(9.0).reshape(3, 3) + 1.0
V = np.cos(np.arange(9.0)).reshape(3, 3)


@pytest.mark.parametrize('program', PROGRAMS)
@pytest.mark.parametrize('kept', [False, True])
def test_both_modes(program, kept, monkeypatch):
    monkeypatch.setitem(globals(), 'KEPT', kept)
    require_along(program, X, V)


def by_another(x, v):
    return np.sum(np.sum(x, 1, keepdims=KEPT) * v)


def of_a_computed_flag(x, v):
    return np.sum(np.sum(x, 1, keepdims=len(v) > 10) * v)


@pytest.mark.parametrize('program', [by_another, of_a_computed_flag])
def test_what_is_multiplied_with_it(program):
    x, v = np.arange(9.0).reshape(3, 3), np.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(tl.grad(program, wrt=1)(x, v), [3.0, 12.0, 21.0])


def test_one_derivative_for_both_values(monkeypatch):
    derivative = tl.grad(by_another, wrt=1)
    x, v = np.arange(9.0).reshape(3, 3), np.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(derivative(x, v), [3.0, 12.0, 21.0])
    monkeypatch.setitem(globals(), 'KEPT', True)
    np.testing.assert_array_equal(derivative(x, v), [36.0, 36.0, 36.0])
