"""Halves of a symmetric matrix, by rows and columns, are multiplied at once."""
import numpy as np
import pytest

import tangentlite as tl
from tests.loops.test_parity import assert_near
from tests.support.numeric import assert_close, central_gradient

DATA = np.random.default_rng(0).normal(size=(5, 4))


def covariance(data):
    n, m = data.shape
    result = np.zeros((m, m))
    for i in range(m):
        row = data[:, i] @ data[:, i:] / (n - 1.0)
        result[i:, i] = row
        result[i, i:] = row
    return np.sum(np.sin(result))


def correlation(data):
    m = data.shape[1]
    result = np.eye(m)
    for i in range(m - 1):
        row = data[:, i] @ data[:, i + 1:]
        result[i + 1:, i] = row
        result[i, i + 1:] = row
    return np.sum(result ** 3 * np.arange(m))


def some_rows(data):
    m = data.shape[1]
    result = np.eye(m)
    for i in range(2):
        row = data[:, i] @ data[:, i + 1:]
        result[i, i + 1:] = row
        result[i + 1:, i] = row
    return np.sum(result ** 3)


def upper_half(data):
    m = data.shape[1]
    result = np.eye(m)
    for i in range(m - 1):
        result[i, i + 1:] = data[:, i] @ data[:, i + 1:]
    return np.sum(result ** 3)


def other_sign(data):
    m = data.shape[1]
    result = np.eye(m)
    for i in range(m - 1):
        row = data[:, i] @ data[:, i + 1:]
        result[i + 1:, i] = -row
        result[i, i + 1:] = row
    return np.sum(result ** 3 * np.arange(m))


def added(data):
    """The matrix is not assigned, so its adjoint is not cleared: diagonals add up."""
    m = data.shape[1]
    result = np.eye(m)
    for i in range(m):
        row = data[:, i] @ data[:, i:]
        result[i:, i] += row
        result[i, i:] += row
    return np.sum(result ** 3)


def by_row(data):
    """Each row is divided by another number."""
    m = data.shape[1]
    result = np.eye(m)
    for i in range(m):
        row = data[:, i] @ data[:, i:] / (i + 1.0)
        result[i:, i] = row
        result[i, i:] = row
    return np.sum(result ** 3)


PROGRAMS = [
    covariance, correlation, some_rows, upper_half, other_sign, added, by_row,
]
MIRRORED = {covariance, correlation, some_rows}


@pytest.mark.parametrize('f', PROGRAMS)
def test_gradients_are_right(f):
    gradient = tl.grad(f)
    found = gradient(DATA)
    assert ('mirrored_product(' in gradient.source) == (f in MIRRORED)
    assert_close(found, central_gradient(f, (DATA,), (0,))[0])
    with tl.options(optimize=False):
        assert_near(found, gradient(DATA))


@pytest.mark.parametrize('f', [covariance, correlation])
@pytest.mark.parametrize('shape', [(5, 1), (1, 3), (3, 6)])
def test_other_shapes(f, shape):
    data = np.ones(shape) + np.arange(shape[1])
    if f is covariance and shape[0] == 1:
        data = np.ones((2, 3))
    assert_close(tl.grad(f)(data), central_gradient(f, (data,), (0,))[0])


@pytest.mark.parametrize('bad', [np.inf, np.nan, 1e200])
@pytest.mark.parametrize('f', [covariance, correlation])
def test_what_is_not_finite_stays_where_it_is(f, bad):
    """What the loop did not multiply by does not spoil the product."""
    data = DATA.copy()
    data[1, 2] = bad
    with np.errstate(all='ignore'), tl.options(optimize=False):
        plain = tl.grad(f)(data)
    with np.errstate(all='ignore'):
        np.testing.assert_allclose(tl.grad(f)(data), plain, rtol=1e-12)


def test_second_derivatives():
    hessian = tl.hessian(correlation)(DATA)
    turned = hessian.reshape(DATA.size, DATA.size)
    np.testing.assert_allclose(turned, turned.T, atol=1e-12)
    unit = np.zeros(DATA.shape)
    unit[2, 1] = 1e-5
    moved = tl.grad(correlation)(DATA + unit) - tl.grad(correlation)(DATA - unit)
    np.testing.assert_allclose(hessian[..., 2, 1], moved / 2e-5, rtol=1e-6, atol=1e-6)
