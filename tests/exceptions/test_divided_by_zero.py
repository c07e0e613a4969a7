"""NumPy's numbers over a zero of Python's, where derivatives divide other numbers."""
import math

import numpy as np
import pytest

import tangentlite as tl

X = np.array([1.0, 2.0])


def mean(x, n):
    return np.sum(x) / n


def sum_of_quotients(x, n):
    return np.sum(x / n)


def mean_of_large_ones(x, n):
    large = x[x > 5 + n]
    return np.sum(large) / len(large)


def quotient_twice(x, n):
    return np.mean(x) / n / n


def entry_over(x, n):
    return x[0] / n


def sum_over_a_difference(x, n):
    return np.sum(np.sin(x)) / (x.size - 2 + n)


@pytest.mark.filterwarnings('ignore:.*(divide|invalid)')
@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize('n', [0, 0.0])
@pytest.mark.parametrize(
    'program',
    [mean, sum_of_quotients, mean_of_large_ones, quotient_twice, entry_over,
     sum_over_a_difference],
)  # fmt: skip
def test_a_derivative_raises_no_more_than_the_function(program, n, optimize):
    assert not np.isfinite(program(X, n))
    with tl.options(optimize=optimize):
        gradient = tl.grad(program)(X, n)
    slope = tl.autodiff(program, mode='forward')(X, n, np.ones(2))
    entries = gradient[:1] if program is entry_over else gradient
    if program is mean_of_large_ones:
        np.testing.assert_array_equal(gradient, [0.0, 0.0])
    else:
        assert not np.any(np.isfinite(entries))
        assert not np.isfinite(slope)


@pytest.mark.filterwarnings('ignore:divide')
def test_a_tangent_that_is_a_number_of_python():
    jvp = tl.autodiff(lambda x, n: np.add(x, 1.0) / n, mode='forward')
    assert jvp(2.0, 0, 1.0) == np.inf


def test_what_python_divides_raises_as_python_does():
    with pytest.raises(ZeroDivisionError):
        tl.grad(lambda x, n: x / n)(2.0, 0)


def quotient_of_any_rank(x):
    try:
        z = 1.0 / math.floor(x if x > 0.3 else np.where(x > 0.1, x, 0.0))
    except ZeroDivisionError:
        z = 0.5
    return z * x


@pytest.mark.parametrize('x', [0.9, 1.5, 0.2])
def test_a_caught_division_by_what_may_be_a_number_or_an_array(x):
    value, gradient = tl.value_and_grad(quotient_of_any_rank)(x)
    assert value == quotient_of_any_rank(x)
    assert gradient == (1.0 if x == 1.5 else 0.5)
    assert tl.autodiff(quotient_of_any_rank, mode='forward')(x, 1.0) == gradient
