"""Gradients of functions that return something beside their value."""
import numpy as np
import pytest

import tangentlite as tl


def loss(params, x, y):
    prediction = x @ params['w'] + params['b']
    residual = prediction - y
    return np.mean(residual ** 2), {'prediction': prediction, 'name': 'linear', 'n': 3}


PARAMS = {'w': np.array([0.5, -1.0]), 'b': 0.3}
X = np.array([[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]])
Y = np.array([0.1, 0.2, 0.3])


def test_the_gradient_comes_with_the_rest():
    gradient, aux = tl.grad(loss, has_aux=True)(PARAMS, X, Y)
    prediction = X @ PARAMS['w'] + PARAMS['b']
    np.testing.assert_allclose(gradient['w'], 2 / 3 * X.T @ (prediction - Y))
    np.testing.assert_array_equal(aux['prediction'], prediction)
    assert (aux['name'], aux['n']) == ('linear', 3)


def test_the_value_comes_with_the_rest():
    (value, aux), gradient = tl.value_and_grad(loss, has_aux=True)(PARAMS, X, Y)
    assert value == loss(PARAMS, X, Y)[0]
    assert list(aux) == ['prediction', 'name', 'n']
    assert gradient['b'] == pytest.approx(2 * np.mean(aux['prediction'] - Y))


def test_what_is_beside_carries_no_derivative():
    gradient, aux = tl.grad(lambda x: (x * x, x ** 3), has_aux=True)(2.0)
    assert (gradient, aux) == (4.0, 8.0)


def test_it_is_a_decorator_and_can_be_nested():
    @tl.grad(has_aux=True)
    def slope(x):
        return x ** 3, None

    assert slope(2.0) == (12.0, None)

    def second(x):
        return slope(x)[0]

    assert tl.grad(second)(2.0) == 12.0


def test_the_rest_shares_no_memory_with_the_gradient():
    gradient, aux = tl.grad(lambda x: (np.sum(x), x * 1.0), has_aux=True)(np.ones(3))
    assert not np.shares_memory(gradient, aux)


@pytest.mark.parametrize('bare', [lambda x: x, lambda x: (x, x, x), lambda x: [x][0]])
def test_a_function_without_a_pair_is_refused(bare):
    with pytest.raises(tl.TangentliteError, match='must return a pair'):
        tl.grad(bare, has_aux=True)(1.0)


def test_a_first_part_that_is_no_number_is_refused():
    with pytest.raises(tl.TangentliteError, match='real scalar'):
        tl.grad(lambda x: (x, 1.0), has_aux=True)(np.ones(2))
