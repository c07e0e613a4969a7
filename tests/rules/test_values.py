"""Values that definitions give, of which NumPy's are the same bit for bit."""
import numpy as np
import pytest
from numpy.polynomial import legendre, polynomial

import tangentlite as tl
from tests.rules.samples.sample import single, spread
from tests.support.numeric import assert_close


def test_intersections_have_the_common_dtype():
    def common(x, y):
        return np.intersect1d(x, y)

    x, y = single(3), single(3).astype(float)
    value, _ = tl.jvp(common, (x, y), (x, y))
    np.testing.assert_array_equal(value, common(x, y))
    assert value.dtype == np.float64


def test_integrals_with_constants_in_single_precision():
    def integral(c):
        return legendre.legint(c, 2, k=[0.3, 0.7])

    c = single(4)
    value, _ = tl.jvp(integral, (c,), (c,))
    np.testing.assert_array_equal(value, integral(c))


@pytest.mark.parametrize('shape, count', [((7, 4), 3), ((4, 2), 3), ((7, 2), 7)])
def test_diagonals_written_again(shape, count):
    def filled(v):
        y = np.zeros(shape)
        np.fill_diagonal(y, v, wrap=True)
        return y

    v = spread(count)
    value, change = tl.jvp(filled, (v,), (v,))
    np.testing.assert_array_equal(value, filled(v))
    np.testing.assert_array_equal(change, filled(v))
    tl.check_grad(lambda v: np.sum(filled(v) ** 2), (v,))


def test_hermitian_pseudoinverses_read_the_lower_triangle_in_both_modes():
    def inverse(a):
        return np.linalg.pinv(a, hermitian=True)

    lower = np.array([[2.0, 0.0], [0.5, 3.0]])
    whole = np.array([[2.0, 0.5], [0.5, 3.0]])
    seed, tangent = np.array([[1.0, 0.3], [0.7, 0.2]]), np.array([[0.1, 0.9], [0.4, 1]])
    (bar,) = tl.vjp(inverse, lower)[1](seed)
    assert_close(bar, tl.vjp(np.linalg.inv, whole)[1]((seed + seed.T) / 2.0)[0])
    change = tl.jvp(inverse, (lower,), (tangent,))[1]
    assert_close(np.sum(seed * change), np.sum(bar * tangent))


@pytest.mark.parametrize('s', [0.5, np.float32(0.5), np.array(0.5), np.array([0.5, 1])])
def test_polynomials_of_two_variables_in_single_precision(s):
    def values(s, c):
        return polynomial.polyval2d(s, s, c)

    c = single(2, 3)
    value, _ = tl.vjp(values, s, c)
    np.testing.assert_array_equal(value, values(s, c))
    assert np.result_type(value) == np.result_type(values(s, c))


@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize('whole', [np.arange(4), np.array([True, False])])
def test_sums_of_exponentials_of_integers_are_constant(whole, optimize):
    def scaled(x):
        return x * np.logaddexp.reduce(whole)

    with tl.options(optimize=optimize):
        value, slope = tl.value_and_grad(scaled)(0.5)
    assert value == scaled(0.5)
    assert_close(slope, np.log(np.sum(np.exp(whole))))
