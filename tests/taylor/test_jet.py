"""tl.jet as users call it: arguments, results, errors, text, nesting."""
import runpy

import numpy as np
import pytest

import tangentlite as tl
from tests.support.expansions import expansion

X = np.array([0.3, 0.7, 1.1])


def product(x, y):
    return np.sin(x) * y


def test_order_one_is_that_of_jvp():
    y = np.array([1.0, 2.0, 3.0])
    value, found = tl.jet(product, (X, y), ([X], [np.cos(y)]))
    want, tangent = tl.jvp(product, (X, y), (X, np.cos(y)))
    np.testing.assert_array_equal(value, want)
    assert found.shape == (1, 3)
    np.testing.assert_allclose(found[0], tangent, rtol=1e-14)


def test_order_zero_is_the_value():
    value, found = tl.jet(np.sin, X, [])
    np.testing.assert_array_equal(value, np.sin(X))
    assert found.shape == (0, 3)


def test_zero_coefficients():
    _, found = tl.jet(product, (X, 2.0), (np.zeros((3, 3)), np.zeros(3)))
    assert np.all(found == 0.0)


def test_they_are_taylor_coefficients():
    _, found = tl.jet(np.exp, 0.0, [1.0, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(found, [1.0, 1 / 2, 1 / 6, 1 / 24])


def test_lists_arrays_and_none_for_no_change():
    series = np.array([[1.0, 2.0, 0.5], [0.1, 0.2, 0.3]])
    want = tl.jet(product, (X, 2.0), (series, np.zeros(2)))
    for given in (series, list(series), tuple(series), series.tolist()):
        found = tl.jet(product, (X, 2.0), (given, None))
        np.testing.assert_array_equal(found[1], want[1])


def of_params(params):
    return {'y': params['w'][0] * np.tanh(params['w'][1]) ** params['n'], 'text': 'a'}


def test_containers():
    params = {'w': [X, 0.5], 'n': 2}
    series = {'w': [np.ones((2, 3)), [1.0, 0.5]], 'n': None}
    value, found = tl.jet(of_params, params, series)
    assert value['text'] == 'a' and found['text'] is None

    def by_parts(x, y):
        return x * np.tanh(y) ** 2
    (want,) = expansion(by_parts, (X, 0.5), (np.ones((2, 3)), [1.0, 0.5]), 2)
    np.testing.assert_allclose(found['y'], want, atol=1e-9)
    _, found = tl.jet(of_params, params, {'w': [None, [1.0, 0.5]], 'n': None})
    (want,) = expansion(by_parts, (X, 0.5), (np.zeros((2, 3)), [1.0, 0.5]), 2)
    np.testing.assert_allclose(found['y'], want, atol=1e-9)


def of_numbers(numbers):
    return numbers[0] * numbers[1]


def test_a_list_of_numbers():
    _, found = tl.jet(of_numbers, [2.0, 3.0], [[1.0, 0.0], [0.0, 1.0]])
    np.testing.assert_array_equal(found, [3.0, 2.0])


def test_text_can_be_read_and_saved(tmp_path):
    d = tl.autodiff(product, wrt=(0, 1), mode='taylor')
    found = d(X, 2.0, np.ones((2, 3)), np.ones(2))
    assert d.mode == 'taylor' and d.tangent_names == ('x_series', 'y_series')
    assert 'sin_x = np.sin(x)\n' in d.source
    assert 'series_product(sin_x, series_sin(x, x_series), y, y_series)' in d.source
    d.save(tmp_path / 'saved.py')
    alone = runpy.run_path(tmp_path / 'saved.py')['product_jet']
    again = alone(X, 2.0, np.ones((2, 3)), np.ones(2))
    np.testing.assert_array_equal(again[1], found[1])


def third(x, a):
    _, series = tl.jet(lambda y: np.sin(a * y) * y, x, [1.0, 0.0, 0.0])
    return 6.0 * series[2]


def of_an_array(x):
    _, series = tl.jet(product, (x, 2.0), (np.ones((2, 3)), None))
    return np.sum(series[1] * x)


def test_derivatives_of_jets():
    tl.check_grad(third, (1.2, 2.0))
    tl.check_grad(of_an_array, (X,))
    want = tl.grad(tl.grad(tl.grad(lambda y: np.sin(2.0 * y) * y)))(1.2)
    np.testing.assert_allclose(third(1.2, 2.0), want)


def quotient(x):
    return np.exp(x) @ (x ** 2.5 / (1.0 + x)) + np.tan(x[1])


def test_derivatives_of_the_text_of_a_jet():
    d = tl.autodiff(quotient, mode='taylor')
    series = np.sin(np.arange(9.0)).reshape(3, 3)

    def last(x, series):
        return d(x, series)[1][2]
    tl.check_grad(last, (X, series), rtol=1e-5)


def test_jets_of_jets_and_of_gradients():
    value, found = tl.jet(third, (1.2, 2.0), ([1.0, 0.0], None))
    (want,) = expansion(third, (1.2, 2.0), ([1.0, 0.0], [0.0, 0.0]), 2)
    np.testing.assert_allclose(found, want, atol=1e-7)
    gradient = tl.grad(lambda x: np.sum(np.sin(x) * x ** 2))
    _, found = tl.jet(gradient, X, np.ones((3, 3)))
    (want,) = expansion(gradient, [X], [np.ones((3, 3))], 3)
    np.testing.assert_allclose(found, want, atol=1e-8)


def logarithm_of_gamma(x):
    from math import lgamma
    y = 2.0 * x
    return lgamma(y)


def written_reshape(x):
    y = np.outer(x, x)
    z = y.reshape(-1)
    z[0] = x[1]
    return y * y


def three_factors(x):
    return np.einsum('i,i,i->', x, x, x)


@pytest.mark.parametrize('f, x, what, line', [
    (logarithm_of_gamma, 1.3, 'no Taylor series: by its rule', 'return lgamma(y)'),
    (written_reshape, X, 'how an array lies in memory', 'np.outer(x, x)'),
    (three_factors, X, 'np.einsum has no Taylor series', "np.einsum('i,i,i->'"),
])  # fmt: skip
def test_what_has_no_series_is_refused(f, x, what, line):
    with pytest.raises(tl.UnsupportedError, match=what) as caught:
        tl.jet(f, x, np.ones((2, *np.shape(x))))
    assert line in str(caught.value)


@pytest.mark.parametrize('x, coefficients, what', [
    (X, np.ones((2, 4)), r'Give it the shape \(k, 3\)'),
    (X, np.ones(3), 'belongs to the shape'),
    ((X, 1.0), np.ones((2, 3)), 'given 2 primals, but coefficients is an array'),
    ((X, 1.0), (np.ones((2, 3)), [1.0]), 'Fill the shorter series with zeros'),
    ((X, 1.0), (None, None), 'no coefficients are given'),
    ((X, 2), (None, [1.0]), 'which has no derivative'),
    ((X, 1.0), (None, [1.0j]), 'is complex'),
])
def test_bad_coefficients(x, coefficients, what):
    with pytest.raises(tl.ArgumentError, match=what):
        tl.jet(product, x, coefficients)


@pytest.mark.parametrize('f, x, coefficients', [
    (lambda items: items[0] * items[1], [3.0, 2.0], [None, [1.0, 0.0]]),
    (lambda d: d['a'][0] * d['a'][1], {'a': [3.0, 2.0]}, {'a': [None, [1.0, 0.0]]}),
    (lambda a: a[0][0] * a[1], [[3.0, 5.0], 2.0], [None, [1.0, 0.0]]),
])
def test_none_for_an_item_of_a_list_is_zeros(f, x, coefficients):
    value, series = tl.jet(f, x, coefficients)
    assert value == 6.0
    np.testing.assert_array_equal(series, [3.0, 0.0])


def test_a_bare_number_is_no_series():
    with pytest.raises(tl.ArgumentError, match=r'is 1\.0, not a series(.|\n)*\[1\.0\]'):
        tl.jet(lambda x: x, 0.6, 1.0)
