"""Loops over known items and an array whose rank is open, which may be shorter."""
import itertools

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

WEIGHTS = (1.0, 2.0, 3.0)


def repeated(v, n):
    """A number for no repetition, an array otherwise."""
    total = 0
    for _ in range(n):
        total = total + v * v
    return total


def weighted(v, n):
    return sum(p * q for p, q in zip(repeated(v, n), WEIGHTS))


def weights_first(v, n):
    s = 1.0
    for p, q in zip([1.0, 2.0, 3.0], repeated(v, n)):
        s = s * (p + q)
    return s


def selected(v, n):
    return sum(itertools.compress(repeated(v, n), [True, False, True]))


def mapped(v, n):
    return sum(list(map(lambda p, q: p * q, repeated(v, n), [1.0, 2.0, 3.0])))


def numbered(v, n):
    s = 0.0
    for k, (p, q) in enumerate(zip(repeated(v, n), WEIGHTS)):
        s = s + (k + 1) * p * q
    return s


def left_early(v, n):
    s = 0.0
    for p, q in zip(repeated(v, n), WEIGHTS):
        if s > 3.0:
            break
        s = s + p * q
    else:
        s = 2.0 * s
    return s


def of_two(v, n):
    s = 0.0
    for p, q, r in zip(repeated(v, n), WEIGHTS, repeated(v[1:], n)):
        s = s + p * q * r
    return s


@pytest.mark.parametrize('length', [1, 2, 3, 5])
@pytest.mark.parametrize('f', [
    weighted, weights_first, selected, mapped, numbered, left_early, of_two,
])  # fmt: skip
def test_derivatives(f, length):
    v = np.linspace(0.7, 1.6, length)
    value, gradient = tl.value_and_grad(f)(v, 2)
    assert value == f(v, 2)
    expected = central_gradient(lambda v: f(v, 2), (v,), (0,))[0]
    assert_close(gradient, expected)
    tangent = tl.autodiff(f, mode='forward')(v, 2, np.ones(length))
    assert tangent == pytest.approx(np.sum(expected))


@pytest.mark.parametrize('f', [weighted, numbered, of_two])
def test_one_derivative_for_all_lengths(f):
    derivative = tl.grad(f)
    for length in (4, 2, 3, 1, 6):
        v = np.linspace(0.7, 1.6, length)
        expected = central_gradient(lambda v: f(v, 2), (v,), (0,))[0]
        assert_close(derivative(v, 2), expected)


def test_more_known_items_than_branches_must_be_there():
    many = tuple(np.arange(60.0).tolist())

    def f(v, n):
        s = 0.0
        for p, q in zip(many, repeated(v, n)):
            s = s + p * q
        return s

    gradient = tl.grad(f)(np.ones(60), 1)
    assert_close(gradient, 2.0 * np.arange(60.0))
    with pytest.raises(ValueError, match='at least 60 items, this has 59'):
        tl.grad(f)(np.ones(59), 1)
