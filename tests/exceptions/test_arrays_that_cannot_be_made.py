"""Errors of functions that make arrays, caught by the program."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import at, require_derivatives


def ragged(x):
    y = np.array([x, x * 1.3, x**2])
    try:
        m = np.array([y[:2], y[:3]])
    except ValueError:
        m = np.array([y[:2], y[1:3]])
    return m.sum() * x


def fine(x):
    y = np.array([x, x * 1.3, x**2])
    try:
        m = np.array([y[:2], y[1:3]])
    except ValueError:
        m = np.array([y[:2]])
    return m.sum() * x


def nested(x):
    try:
        m = np.array([[x, x * x], [x]])
        return m.sum()
    except ValueError:
        return x**3


def nested_fine(x):
    try:
        m = np.array([[x, x * x], [x, 1.0]])
        return m.sum()
    except ValueError:
        return x**3


def stacked(x):
    y = np.array([x, x * 1.3, x**2])
    try:
        m = np.stack([y[:2], y[:3]])
    except ValueError:
        m = np.stack([y[:2], y[1:3]])
    try:
        m = m + np.asarray([y[:2], y[:3]]).sum()
    except ValueError:
        m = m * 2
    return m.sum() * x


def zeros(x):
    try:
        m = np.zeros(-1)
    except ValueError:
        m = np.zeros(2)
    return (m + x).sum()


def ones_like(x):
    try:
        m = np.sum(np.ones((2, 2)) * x, axis=5)
    except ValueError:
        m = 2 * x
    return m * x


def arr_plain(x):
    try:
        m = np.array([x, 2.0 * x, 3])
        if m[0] > 1:
            raise ValueError
    except ValueError:
        m = np.array([x, x])
    return (m**2).sum()


def safe_ones(x):
    y = np.array([x, x * 1.3, x**2])
    n = len(y)
    try:
        m = np.zeros((n, 2)) + x
        k = (
            np.sum(np.ones(y.shape) * y, axis=0)
            + np.sum(m, axis=-1).sum()
            + np.zeros(n - 1).sum()
        )
        if k > 3:
            raise ValueError
    except ValueError:
        k = x**2
    return k


def of_a_size(x, n):
    try:
        m = np.zeros(n) + x[0]
    except ValueError:
        m = np.array([x, 2 * x])
    return (m**2).sum()


def of_two_arrays(x, y):
    try:
        m = np.array([x, y])
    except ValueError:
        m = np.array([x, 2 * x])
    return (m**2).sum()


PROGRAMS = [
    *at(
        (0.9126, 1.7),
        ragged, fine, nested, nested_fine, stacked, zeros, ones_like, arr_plain,
        safe_ones,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


def test_arrays_that_cannot_be_made():
    x = np.array([1.0, 2.0, 3.0])
    assert tl.grad(of_a_size)(x, 2).tolist() == [4.0, 0.0, 0.0]
    assert tl.grad(of_a_size)(x, -1).tolist() == [10.0, 20.0, 30.0]
    assert tl.grad(of_two_arrays)(x, x + 1.0).tolist() == [2.0, 4.0, 6.0]
    assert tl.grad(of_two_arrays)(x, x[:2] + 1.0).tolist() == [10.0, 20.0, 30.0]
