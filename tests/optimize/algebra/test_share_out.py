"""Minima and maxima of two arrays give their adjoint back by one selection."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.runtime import shared_out

RNG = np.random.default_rng(0)
N = 1200
X, Y = RNG.uniform(0.2, 1.0, (2, N))
TIED = np.where(np.arange(N) % 40 == 0, X, Y)


def smallest(x, y):
    return np.sum(np.minimum(x, y + 0.1) ** 2 * np.maximum(x, y))


def repeated(x, y):
    for k in range(3):
        x = np.minimum(x, y + 0.1 * k * x[k])
    return np.sum(x**2)


def both_at_once(x, y):
    low, high = np.minimum(x, y + x[0]), np.maximum(y, x - y[1])
    return np.sum(np.minimum(low, high) * low * np.maximum(low, high**2))


def plain_parts(value, one, other):
    shares = np.where(one & other, 0.5 * value, value)
    return np.where(one, shares, 0.0), np.where(other, shares, 0.0)


@pytest.mark.parametrize('program', [smallest, repeated, both_at_once])
@pytest.mark.parametrize('dtype', [np.float64, np.float32])
@pytest.mark.parametrize('size', [7, N])
def test_gradients(program, dtype, size):
    args = tuple(z[:size].astype(dtype) for z in (X, Y))
    derivative = tl.grad(program, wrt=(0, 1))
    found = derivative(*args)
    assert 'shared_out' in derivative.source
    assert all(bar.dtype == dtype for bar in found)
    with tl.options(optimize=False):
        plain = tl.grad(program, wrt=(0, 1))(*args)
    tolerance = 1e-12 if dtype == np.float64 else 1e-5
    for one, other in zip(found, plain):
        np.testing.assert_allclose(one, other, tolerance, tolerance)
    along = [np.cos(z) for z in args]
    tangent = tl.autodiff(program, wrt=(0, 1), mode='forward')(*args, *along)
    product = sum(np.sum(a * b) for a, b in zip(along, found))
    np.testing.assert_allclose(tangent, product, 1e-10 if dtype == np.float64 else 1e-3)


@pytest.mark.parametrize('program', [smallest, repeated, both_at_once])
def test_against_differences(program):
    derivative = tl.grad(program, wrt=(0, 1))(X, Y)
    along, step = (np.cos(X), np.sin(3.0 * Y)), 1e-6
    ends = [program(X + h * along[0], Y + h * along[1]) for h in (step, -step)]
    product = sum(np.sum(a * b) for a, b in zip(along, derivative))
    np.testing.assert_allclose((ends[0] - ends[1]) / (2 * step), product, 1e-6)


def test_second_derivatives():
    def by_one(x, y, v):
        return np.sum(tl.grad(smallest)(x, y) * v)

    v, step = np.cos(7.0 * X), 1e-6
    found = tl.grad(by_one)(X, Y, v)
    along = np.sin(X)
    ends = [by_one(X + h * along, Y, v) for h in (step, -step)]
    np.testing.assert_allclose((ends[0] - ends[1]) / (2 * step), found @ along, 1e-5)


@pytest.mark.parametrize(
    ('x', 'y'),
    [
        (X, Y),
        (X, TIED),
        (X, X),
        (X, np.where(np.arange(N) == 3, np.nan, Y)),
        (np.where(np.arange(N) == 3, np.nan, X), TIED),
        (X[:4], TIED[:4]),
    ],
)
@pytest.mark.parametrize('special', [1.0, np.inf, np.nan, -np.inf])
def test_parts_are_those_of_selections(x, y, special):
    value = np.sin(9.0 * X[: len(x)])
    value[:4] *= special
    masks = (x <= y, x >= y)
    for one, other in zip(shared_out(value, *masks), plain_parts(value, *masks)):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize('dtype', [np.float64, np.float32])
def test_views_and_masks_that_overlap(dtype):
    value, masks = np.sin(X).astype(dtype), (X < 0.6, X > 0.5)
    value, masks = value[::-1], [mask[::-1] for mask in masks]
    for one, other in zip(shared_out(value, *masks), plain_parts(value, *masks)):
        np.testing.assert_array_equal(one, other)


def test_what_changes_in_between_is_selected_as_before():
    def changed(d, m, n):
        t = 0.5 * d
        x = np.where(m, np.where(n, t, d), 0.0)
        n = n & (d > 0.4)
        d = 3.0 * d
        return np.sum(x**2) + np.sum(np.where(n, np.where(m, t, d), 0.0) ** 2)

    masks = (X < 0.5, X > 0.3)
    found = tl.grad(changed)(Y, *masks)
    step, along = 1e-6, np.cos(Y)
    ends = [changed(Y + h * along, *masks) for h in (step, -step)]
    np.testing.assert_allclose((ends[0] - ends[1]) / (2 * step), found @ along, 1e-6)


def test_what_is_not_chosen_may_have_an_infinite_derivative():
    def lowest(x):
        return np.sum(np.maximum(np.log(x), -5.0) + np.minimum(1.0 / x, 5.0))

    x, along = np.array([0.0, 0.5]), np.array([1.0, 0.5])
    with np.errstate(divide='ignore'):
        found = tl.grad(lowest)(x)
        np.testing.assert_array_equal(found, [0.0, 2.0 - 4.0])
        tangent = tl.autodiff(lowest, mode='forward')(x, along)
    assert tangent == found @ along
