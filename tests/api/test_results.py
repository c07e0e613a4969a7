"""Results and gradients: what is refused as a result, seeds, classes, memory."""

import numpy as np
import pytest

import tangentlite as tl


def ends_without_a_return(x):
    if x > 1.0:
        return x * x


def products(x):
    return x * x[0]


def rows_added_to_a_number(x, total):
    for k in range(len(x)):
        total = total + x[k]
    return np.sum(total * total)


WEIGHT = np.array(0.7)  # without axes


def weighed(x):
    y = x
    for _ in range(2):
        y = np.sin(y)
    if y > 0.0:
        z = y * y
    else:
        z = 2.0 * y
    return WEIGHT * y + z


def test_path_without_a_result():
    assert tl.grad(ends_without_a_return)(2.0) == 4.0
    with pytest.raises(TypeError, match="ends_without_a_return returned None"):
        tl.grad(ends_without_a_return)(0.5)


@pytest.mark.parametrize(('function', 'what'), [
    (lambda x: 'text', 'text'), (lambda x: lambda: x, 'a function'),
    (lambda x: (v * x for v in (1, 2)), 'a generator'),
    (lambda x: zip([x], [x]), 'a zip')])
def test_what_is_no_number_is_refused_as_a_result(function, what):
    for mode in ('reverse', 'forward'):
        derivative = tl.autodiff(function, mode=mode)
        with pytest.raises(tl.errors.ArgumentError, match=what):
            derivative(1.0, *([1.0] if mode == 'forward' else []))


def test_reverse_twice_takes_two_seeds():
    once = tl.autodiff(products)
    twice = tl.autodiff(once)
    x, seed = np.array([2.0, 3.0]), np.array([1.0, 10.0])
    np.testing.assert_allclose(once(x, init_grad=seed), [34.0, 20.0])
    np.testing.assert_allclose(
        twice(x, init_grad=seed, init_grad_=np.array([1.0, 0.0])), [2.0, 10.0]
    )
    np.testing.assert_allclose(twice(x), [3.0, 1.0])


def test_the_gradient_of_a_number_that_becomes_an_array_is_a_number():
    gradient = tl.grad(rows_added_to_a_number, wrt="total")(np.ones((2, 3)), 0.5)
    assert type(gradient) is np.float64 and gradient == 15.0


def test_adjoints_are_not_added_to_in_arrays_of_the_users():
    gradient = tl.grad(weighed)
    first = gradient(0.3)
    assert gradient(0.3) == first
    assert WEIGHT == 0.7
