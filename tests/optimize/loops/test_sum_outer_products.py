"""Products of vectors that a loop adds to adjoints are one product of matrices."""
import re

import numpy as np
import pytest

import tangentlite as tl
from tests.loops.test_parity import assert_near
from tests.support.loops_in_python import loops_in_python
from tests.support.numeric import assert_close, central_gradient

RNG = np.random.default_rng(0)


def covariance(data, m):
    data = data - np.mean(data, axis=0)
    result = np.zeros((m, m), dtype=data.dtype)
    for i in range(m):
        result[i:m, i] = result[i, i:m] = data[:, i] @ data[:, i:m]
    return np.sum(np.sin(result))


def above_the_diagonal(data, m):
    result = np.eye(m)
    for i in range(m - 1):
        result[i, i + 1:] = data[:, i] @ data[:, i + 1:m]
    return np.sum(result ** 2)


def of_another(data, m):
    weights = np.cos(data)
    total = 0.0
    for i in range(m):
        total += np.sum((data[:, i] @ weights[:, i:]) ** 2)
    return total


def symmetric(data, m):
    data = np.sin(data[:, :m])
    result = np.eye(data.shape[1])
    for i in range(m):
        row = data[:, i] @ data[:, i:]
        result[i, i:] += row
        result[i:, i] -= row * row
    return np.sum(result ** 3)


def written(data, m):
    """The columns change in the loop, so products must be added where they stand."""
    data = data.copy()
    total = 0.0
    for i in range(m):
        total += np.sum((data[:, i] @ data[:, i:]) ** 2)
        data[:, i] = data[:, i] * 0.5
    return total


# Which products a derivative has.
COLLECTED = {
    covariance: 2 * ['triangle_product'],
    above_the_diagonal: 2 * ['triangle_product'],
    of_another: 2 * ['triangle_product'],
    symmetric: ['symmetric_product'],
}


@pytest.mark.parametrize('f', [*COLLECTED, written])
@pytest.mark.parametrize(('rows', 'columns', 'm'), [(5, 4, 4), (3, 4, 2), (2, 1, 1)])
def test_gradients(f, rows, columns, m):
    data = RNG.uniform(-1.0, 1.0, (rows, columns))
    gradient = tl.grad(f)
    (expected,) = central_gradient(lambda x: f(x, m), (data,), (0,))
    assert_close(gradient(data, m), expected)
    products = re.findall(r'(\w+_product)\(', gradient.source)
    assert products == COLLECTED.get(f, [])
    single = gradient(data.astype(np.float32), m)
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, gradient(data, m), 1e-4, 1e-5)


@pytest.mark.parametrize('f', COLLECTED)
def test_nothing_is_visited(f):
    for shape in ((3, 0), (0, 3), (3, 2)):
        np.testing.assert_array_equal(tl.grad(f)(np.ones(shape), 0), np.zeros(shape))


@pytest.mark.parametrize('f', COLLECTED)
def test_second_order(f):
    data = RNG.uniform(-1.0, 1.0, (3, 3))

    def squares(x):
        return np.sum(tl.grad(f)(x, 3) ** 2)

    assert_close(tl.grad(squares)(data), central_gradient(squares, (data,), (0,))[0])


@pytest.mark.parametrize('bad', [np.inf, np.nan])
def test_what_is_left_out_is_multiplied_by_nothing(bad):
    """What is no number spoils the columns that it is multiplied into, no others."""
    data = np.ones((3, 4))
    data[1, 3] = bad

    def of_the_front(x):
        total = 0.0
        weights = np.cos(data)
        for i in range(4):
            total += np.sum(weights[:, i] @ x[:, i:])
        return total

    with np.errstate(invalid='ignore'):
        weights = np.cos(data)
        expected = np.cumsum(weights, axis=1)
        np.testing.assert_allclose(tl.grad(of_the_front)(data), expected)


@pytest.mark.parametrize('f', [above_the_diagonal, symmetric])
@pytest.mark.parametrize('dtype', [np.float64, np.float32])
def test_between_compiled_loops(f, dtype):
    """The loops in front of a product and behind it are compiled, on their own."""
    data = RNG.uniform(-1.0, 1.0, (5, 4)).astype(dtype)
    for m in (4, 3, 0):
        with loops_in_python():
            derivative = tl.value_and_grad(f, backend='numba')
            got = derivative(data, m)
        precision = 1e-9 if dtype is np.float64 else 1e-5
        assert_near(got, tl.value_and_grad(f)(data, m), precision)
    source = derivative.source_for(data, 4)
    assert re.findall(r'(\w+_product)\(', source) == COLLECTED[f]


def repeated(data, m):
    total = 0.0
    for k in range(2):
        total += symmetric(data * (k + 0.5), m)
    return total


def on_a_path(data, m):
    return symmetric(data, m) if m > 1 else np.sum(data)


@pytest.mark.parametrize('f', [repeated, on_a_path])
def test_within_compiled_loops(f):
    """There the products stay apart, as loops."""
    data = RNG.uniform(-1.0, 1.0, (5, 4))
    with loops_in_python() as loops:
        got = tl.value_and_grad(f, backend='numba')(data, 3)
    assert_near(got, tl.value_and_grad(f)(data, 3))
    assert loops.texts


def test_a_product_that_nothing_else_is_added_to_is_the_adjoint():
    def alone(data):
        result = np.zeros((data.shape[1], data.shape[1]))
        for i in range(data.shape[1]):
            result[i, i:] = data[:, i] @ data[:, i:]
        return np.sum(result ** 3)

    def with_others(data):
        result = np.zeros((data.shape[1], data.shape[1]))
        total = 0.0
        for i in range(data.shape[1]):
            result[i, i:] = data[:, i] @ data[:, i:]
            total += np.sum(data[:, i] ** 3) * data[0, 0]
        return np.sum(result ** 3) * total

    data = RNG.uniform(0.2, 1.0, (4, 3))
    for f in (alone, with_others):
        gradient = tl.grad(f)
        assert_close(gradient(data), central_gradient(f, (data,), (0,))[0])
    assert 'zeros_like' not in tl.grad(alone).source
    assert 'symmetric_product' in tl.grad(with_others).source
