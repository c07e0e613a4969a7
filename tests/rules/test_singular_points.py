"""Gradients at points where a derivative is a convention, and those that have none."""
import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread

BASIS = np.linalg.qr(spread(4, 4, start=9) + np.eye(4))[0]
OTHER = np.linalg.qr(spread(4, 4, start=29))[0]
WEIGHTS = spread(4, 4)


def eigenvector_entries(a):
    return np.sum(np.linalg.eigh(a)[1] * WEIGHTS)


def singular_vector_entries(a):
    return np.sum(np.linalg.svd(a)[0] * WEIGHTS)


def product_of_bases(a):
    u, _, vh = np.linalg.svd(a)
    return np.sum((u @ vh) * WEIGHTS)


@pytest.mark.filterwarnings('ignore:.*in')
@pytest.mark.parametrize('mode', ['reverse', 'forward'])
@pytest.mark.parametrize('program', [eigenvector_entries, singular_vector_entries])
def test_bases_of_values_that_rounding_tells_apart(program, mode):
    a = (BASIS * [2.0, 2.0, 5.0, 5.0]) @ BASIS.T
    assert np.any(np.diff(np.linalg.eigvalsh(a)) > 0.0)
    derivative = tl.autodiff(program, mode=mode)
    got = derivative(a, WEIGHTS) if mode == 'forward' else derivative(a)
    assert not np.all(np.isfinite(got))


@pytest.mark.filterwarnings('ignore:.*in')
@pytest.mark.parametrize('dtype', [np.float64, np.float32])
def test_a_product_of_bases_of_repeated_values(dtype):
    a = (2.0 * BASIS @ OTHER).astype(dtype)
    turned = BASIS @ OTHER
    expected = 0.25 * (WEIGHTS - turned @ WEIGHTS.T @ turned)
    got = tl.grad(product_of_bases)(a)
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize('gap', [1e-13, 1e-11, 1e-9])
def test_a_product_of_bases_of_values_that_are_close(gap):
    """What rounding leaves of their turns is not divided by the gap."""
    a = BASIS * (2.0 + gap * np.arange(4.0)) @ OTHER
    turned = BASIS @ OTHER
    expected = 0.25 * (WEIGHTS - turned @ WEIGHTS.T @ turned)
    np.testing.assert_allclose(tl.grad(product_of_bases)(a), expected, atol=1e-8)


SYMMETRIC = (BASIS * [2.0, 2.5, 4.0, 5.0]) @ BASIS.T


@pytest.mark.parametrize('factor', [
    lambda a: np.linalg.eigh(a)[1],
    lambda a: np.linalg.eig(a)[1],
    lambda a: np.linalg.svd(a)[0],
    lambda a: np.linalg.svd(a)[2],
])  # fmt: skip
def test_second_derivatives_where_a_fit_is_exact(factor):
    """No cotangent is left of vectors that their changes depend on."""
    exact = np.real(factor(SYMMETRIC))

    def loss(a):
        return 0.5 * np.sum((np.real(factor(a)) - exact) ** 2)

    gradient, change = tl.grad(loss), WEIGHTS + WEIGHTS.T
    along = tl.jvp(lambda a: np.real(factor(a)), (SYMMETRIC,), (change,))[1]
    want = tl.vjp(lambda a: np.real(factor(a)), SYMMETRIC)[1](along)[0]
    _, forward = tl.jvp(gradient, (SYMMETRIC,), (change,))
    np.testing.assert_allclose(forward, want, atol=1e-12)
    (reverse,) = tl.vjp(gradient, SYMMETRIC)[1](change)
    np.testing.assert_allclose(reverse, want, atol=1e-12)


@pytest.mark.parametrize('x', [2.0, np.array([0.5, 2.0, 0.0]), np.array([0.5, 2.0])])
@pytest.mark.parametrize('y', [0.0, np.zeros(1)])
def test_mixed_slopes_of_powers_at_an_exponent_of_zero(x, y):
    """That by x is y * x ** (y - 1), which is 0 for y = 0 but depends on y."""
    by_x = tl.grad(lambda x, y: np.sum(x**y))
    np.testing.assert_array_equal(by_x(x, y), 0.0 * x)
    _, mixed = tl.jvp(by_x, (x, y), (None, y + 1.0))
    at = np.asarray(x) != 0.0
    np.testing.assert_allclose(np.asarray(mixed)[at], 1.0 / np.asarray(x)[at])


SORTED = np.array([1.0, 2.0, 4.0, 8.0, np.inf])
OF_RANKS = (np.quantile, np.nanquantile)


@pytest.mark.parametrize('quantile', OF_RANKS)
def test_quantiles_at_whole_ranks(quantile):
    def at(x, q):
        return quantile(x, q)

    x = np.array([4.0, 1.0, 2.0])
    for q, entry, slope in ((0.0, 1, 2.0), (0.5, 2, 4.0), (1.0, 0, 4.0)):
        of_x, of_q = tl.grad(at, wrt=(0, 1))(x, q)
        np.testing.assert_array_equal(of_x, np.arange(3) == entry)
        assert of_q == slope
        assert tl.autodiff(at, wrt=1, mode='forward')(x, q, 1.0) == slope
    _, of_q = tl.grad(at, wrt=(0, 1))(x[:1], 0.5)
    assert of_q == 0.0


@pytest.mark.parametrize('quantile', OF_RANKS)
def test_quantiles_beside_infinity(quantile):
    def at(x):
        return quantile(x, 0.75)

    np.testing.assert_array_equal(tl.grad(at)(SORTED), [0, 0, 0, 1, 0])
    jvp = tl.autodiff(at, mode='forward')
    assert jvp(SORTED, np.array([1.0, 2.0, 3.0, 4.0, 5.0])) == 4.0


@pytest.mark.parametrize('method', ['lower', 'higher', 'nearest', 'midpoint'])
@pytest.mark.parametrize('quantile', OF_RANKS)
def test_quantiles_that_jump_have_no_slope(quantile, method):
    for q in (0.0, 0.3, 0.5, 1.0):
        assert tl.grad(lambda q: quantile(SORTED[:3], q, method=method))(q) == 0.0


@pytest.mark.parametrize('order', [0, 0.0, -1, -2.0])
def test_norms_of_order_zero_and_of_negative_orders_with_a_zero(order):
    x = np.array([[0.0, 1.5, -2.0]])
    got = tl.grad(lambda x: np.linalg.norm(x, ord=order, axis=-1)[0])(x)
    np.testing.assert_array_equal(got, np.zeros((1, 3)))
    got = tl.grad(lambda x: np.linalg.vector_norm(x, ord=order))(x)
    np.testing.assert_array_equal(got, np.zeros((1, 3)))


@pytest.mark.parametrize('where', [True, np.array([[True] * 3, [False] * 3])])
def test_sums_of_exponentials_of_nothing(where):
    def total(x):
        return np.sum(np.logaddexp.reduce(x, axis=1, where=where)[:1])

    x = np.array([[1.0, 2.0, 3.0], [-np.inf] * 3])
    expected = np.vstack((np.exp(x[0]) / np.sum(np.exp(x[0])), np.zeros(3)))
    np.testing.assert_allclose(tl.grad(total)(x), expected)
    change = tl.autodiff(lambda x: np.logaddexp.reduce(x, 1), mode='forward')
    np.testing.assert_allclose(change(x, np.ones((2, 3))), [1.0, 0.0])


def test_bases_of_a_null_space_have_no_derivative():
    def exponential(a):
        w, v = np.linalg.eigh(a)
        return np.sum(((v * np.exp(w)) @ v.T) ** 2)

    u = np.array([0.12, -0.13, 0.64])
    with np.errstate(all='ignore'):
        assert not np.all(np.isfinite(tl.grad(exponential)(np.outer(u, u))))
