"""Products with several vectors at once, which are those with each of them."""
import inspect

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.sparse.compression import AT_ONCE
from tangentlite.sparse.sweeps import Products


def of_slices(x):
    r = 2.0 * x - np.exp(x)
    r[1:] -= x[:-1] ** 2
    return r


def of_a_matrix(x):
    return np.tanh(x.reshape(3, 4)) * 2.0


def of_numbers(x):
    r = np.zeros(x.size)
    for i in range(1, x.size - 1):
        r[i] = x[i - 1] * x[i] - x[i + 1] ** 2
    return r


def by_a_factorization(x):
    for row in (x[:6], x[6:]):
        x = x + np.linalg.svd(np.outer(row, row) + np.eye(6))[1][0] * x
    return x


def of_a_number(x):
    return np.sum(x ** 3)


@pytest.mark.parametrize('f', [of_slices, of_a_matrix, of_numbers,
                               by_a_factorization, of_a_number])
@pytest.mark.parametrize('count', [1, 2, AT_ONCE])
@pytest.mark.parametrize('dtype', ['float64', 'float32'])
def test_they_are_those_of_each_vector(f, count, dtype):
    rng = np.random.default_rng(0)
    x, vectors = rng.uniform(0.5, 1.5, 12), rng.normal(size=(count, 12))
    x, vectors = x.astype(dtype), vectors.astype(dtype)
    forward, backward = tl.autodiff(f, mode='forward'), tl.autodiff(f)
    products = Products(forward, backward, (x,), {}, inspect.signature(f))
    each = [products.forward(vector.copy()) for vector in vectors]
    found = products.forward_each(vectors.copy())
    rtol = 1e-12 if dtype == 'float64' else 1e-4
    np.testing.assert_allclose(found, each, rtol=rtol, atol=rtol)


def test_what_the_function_computes_is_computed_once():
    f = tl.autodiff(of_slices, mode='forward')
    products = Products(f, None, (np.ones(12),), {}, inspect.signature(of_slices))
    products.forward(np.ones(12))
    args, kwargs = products._with_tangent(np.ones(12))
    found = products._together(3, args, kwargs).code(np.ones(12), np.eye(12)[:3])
    np.testing.assert_array_equal(found.shape, (3, 12))


def test_more_colors_than_go_at_once():
    def f(x):
        return sum(np.roll(x, k) ** 2 for k in range(AT_ONCE + 2))

    x = np.linspace(0.5, 1.5, 24)
    matrix = tl.sparse_jacobian(f)
    found = matrix(x).toarray()
    assert matrix.colors > AT_ONCE
    np.testing.assert_allclose(found, tl.jacobian(f)(x), rtol=1e-12)
