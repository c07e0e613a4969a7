"""Gradients of functions of SciPy at ends, infinities and of no entries."""
import numpy as np
import pytest

import tangentlite as tl

linalg = pytest.importorskip('scipy.linalg')
special = pytest.importorskip('scipy.special')
stats = pytest.importorskip('scipy.stats')


def total_of_exponentials(x):
    return special.logsumexp(x)


def weighted_total(x, b):
    return special.logsumexp(x, b=b)


def incomplete(x):
    return special.gammainc(2.0, x)


def real_power(a, t):
    return np.sum(np.real(linalg.fractional_matrix_power(a, t)))


@pytest.mark.filterwarnings('ignore:.*in')
def test_infinite_terms_share_a_sum_of_exponentials():
    gradient = tl.grad(total_of_exponentials)
    np.testing.assert_array_equal(gradient(np.array([1.0, np.inf, 2.0])), [0, 1, 0])
    two = np.array([np.inf, np.inf, 2.0])
    np.testing.assert_array_equal(gradient(two), [0.5, 0.5, 0.0])
    of_x, of_b = tl.grad(weighted_total, wrt=(0, 1))(two, np.array([1.0, 3.0, 1.0]))
    np.testing.assert_array_equal(of_x, [0.25, 0.75, 0.0])
    np.testing.assert_array_equal(of_b, [0.25, 0.25, 0.0])


def test_second_derivatives_where_an_integral_begins():
    slope = tl.grad(incomplete)
    assert slope(0.0) == 0.0
    assert tl.grad(slope)(0.0) == 1.0


def test_powers_of_no_entries():
    of_a, of_t = tl.grad(real_power, wrt=(0, 1))(np.zeros((0, 0)), 2.0)
    assert of_a.shape == (0, 0)
    assert of_t == 0.0


@pytest.mark.parametrize(
    'function', [special.exprel, special.ellipk, special.log_ndtr, special.digamma],
)  # fmt: skip
def test_gradients_of_numbers_are_numbers(function):
    assert isinstance(tl.grad(lambda x: function(x))(0.3), float)


def second(function):
    return lambda m, s: tl.grad(tl.grad(function, wrt=1), wrt=(0, 1))(m, s)


@pytest.mark.one_in(6)
@pytest.mark.parametrize('name', ['norm', 'cauchy', 'logistic', 'laplace', 't'])
@pytest.mark.parametrize('method', ['pdf', 'cdf', 'sf'])
def test_infinite_points_of_distributions(name, method):
    shapes = (3.5,) if name == 't' else ()
    of = getattr(getattr(stats, name), method)
    points = np.array([np.inf, 0.1, -np.inf])

    def every(m, s):
        return np.sum(of(points, *shapes, m, s))

    def finite(m, s):
        return np.sum(of(points[1:2], *shapes, m, s))

    for derived in (second, lambda f: tl.grad(f, wrt=(0, 1))):
        np.testing.assert_allclose(derived(every)(0.3, 1.4), derived(finite)(0.3, 1.4))
    forward, expected = (
        tl.jvp(f, (0.3, 1.4), (0.7, 0.2))[1] for f in (every, finite)
    )
    np.testing.assert_allclose(forward, expected)


def test_logarithms_of_certain_probabilities():
    gradient = tl.grad(lambda s: stats.norm.logcdf(np.inf, 0.0, s))
    assert gradient(1.3) == tl.grad(gradient)(1.3) == 0.0


@pytest.mark.filterwarnings('error')
def test_logarithms_that_do_not_warn():
    x = np.array([-1.0, 0.5])
    gradient = tl.grad(lambda x: np.sum(np.where(x > 0, special.xlogy(x, x), 0.0)))
    np.testing.assert_allclose(gradient(x), [0.0, 1.0 + np.log(0.5)])
    gradient = tl.grad(lambda x: np.sum(special.entr(x)))
    np.testing.assert_allclose(gradient(np.array([0.0, 0.5])), [np.inf, np.log(2) - 1])
