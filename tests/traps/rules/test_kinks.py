"""Kinks and singular points, where rules decide by themselves.

What is asserted is the number that is right by convention, in both modes.
"""
import math

import numpy as np
import pytest

import tangentlite as tl

NAN, INF = math.nan, math.inf


def both_modes(function, x, want):
    """Compare the gradient with the wanted one, and with tangents along each entry."""
    with np.errstate(all='ignore'):
        np.testing.assert_allclose(tl.grad(function)(x), want, atol=1e-14)
        tangent = tl.autodiff(function, mode='forward')
        if not isinstance(x, np.ndarray):
            np.testing.assert_allclose(tangent(x, 1.0), want, atol=1e-14)
            return
        units = np.eye(x.size).reshape(x.size, *x.shape)
        got = np.reshape([tangent(x, unit) for unit in units], x.shape)
        np.testing.assert_allclose(got, want, atol=1e-14)


def in_both(function, left, right, want):
    """Compare the derivatives by two numbers, in both modes."""
    with np.errstate(all='ignore'):
        got = tl.grad(function, wrt=(0, 1))(left, right)
        np.testing.assert_allclose(got, want, atol=1e-14)
        tangent = tl.autodiff(function, wrt=(0, 1), mode='forward')
        along = tangent(left, right, 1.0, 0.0), tangent(left, right, 0.0, 1.0)
        np.testing.assert_allclose(along, want, atol=1e-14)


def absolute(x):
    return abs(x)


def numpy_absolute(x):
    return np.abs(x)


def clipped(x):
    return np.sum(np.clip(x, 0.0, 1.0))


def sorted_and_weighted(x):
    return np.sum(np.sort(x) * np.array([0.0, 1.0, 2.0]))


def middle(x):
    return np.median(x)


def stepped(x):
    return (
        np.floor(x) + np.ceil(x) + np.round(x) + np.sign(x) + np.trunc(x) + np.fix(x)
        + np.heaviside(x, 0.5)
    )


def position(x):
    return np.argmax(x) * 1.0 + np.argsort(x)[0] * 1.0


def modulo_two(x):
    return x % 2


def modulo_x(x):
    return 7.5 % x


def larger_number(x, y):
    return np.fmax(x, y)


def smaller_number(x, y):
    return np.fmin(x, y)


def test_absolute_value_at_zero():
    both_modes(absolute, 0.0, 0.0)
    both_modes(numpy_absolute, 0.0, 0.0)


def test_clip_passes_on_its_closed_interval():
    x = np.array([-0.5, 0.0, 0.5, 1.0, 1.5])
    both_modes(clipped, x, [0.0, 1.0, 1.0, 1.0, 0.0])


def test_sort_follows_the_argsort():
    both_modes(sorted_and_weighted, np.array([2.0, 1.0, 2.0]), [1.0, 0.0, 2.0])


def test_median_of_an_even_number():
    both_modes(middle, np.array([1.0, 4.0, 2.0, 8.0]), [0.0, 0.5, 0.5, 0.0])
    both_modes(middle, np.array([3.0, 1.0, 2.0]), [0.0, 0.0, 1.0])


def test_steps_and_positions_have_zeros():
    assert tl.grad(stepped)(0.7) == 0.0
    assert tl.grad(stepped)(1.0) == 0.0
    np.testing.assert_array_equal(tl.grad(position)(np.array([1.0, 3.0])), [0.0, 0.0])


def test_modulo():
    both_modes(modulo_two, 7.5, 1.0)
    both_modes(modulo_x, 2.0, -3.0)


def test_fmax_and_fmin_leave_nan_out():
    in_both(larger_number, NAN, 2.0, (0.0, 1.0))
    in_both(larger_number, 2.0, NAN, (1.0, 0.0))
    in_both(smaller_number, NAN, 2.0, (0.0, 1.0))
    in_both(smaller_number, 1.0, 1.0, (0.5, 0.5))


def squared_norm(x):
    return np.linalg.norm(x) ** 2


def norm(x):
    return np.linalg.norm(x)


def norm_of_order_three(x):
    return np.linalg.norm(x, 3)


def largest_norm(x):
    return np.linalg.norm(x, np.inf)


def frobenius_of_stack(x):
    return np.sum(np.linalg.norm(x, axis=(1, 2)))


def row_norms(x):
    return np.sum(np.linalg.norm(x, axis=1))


def root(x):
    return np.sqrt(x)


def root_of_square(x):
    return np.sqrt(x ** 2)


@pytest.mark.parametrize('function', [squared_norm, norm, norm_of_order_three])
def test_norms_at_zero(function):
    both_modes(function, np.zeros(3), np.zeros(3))


def test_largest_norm_shares_among_ties():
    both_modes(largest_norm, np.zeros(3), np.zeros(3))
    both_modes(largest_norm, np.array([2.0, -2.0, 1.0]), [0.5, -0.5, 0.0])


def test_norms_of_parts_at_zero():
    x = np.array([[3.0, 4.0], [0.0, 0.0]])
    both_modes(row_norms, x, [[0.6, 0.8], [0.0, 0.0]])
    both_modes(frobenius_of_stack, np.zeros((2, 2, 2)), np.zeros((2, 2, 2)))


def test_square_root_at_zero_is_what_the_chain_rule_gives():
    both_modes(root, 0.0, INF)
    both_modes(root_of_square, 0.0, NAN)


def summed_running_products(x):
    return np.sum(np.cumprod(x))


def product(x):
    return np.prod(x)


def deviation(x):
    return np.std(x)


def power(x, y):
    return x ** y


def squared(x):
    return x ** 2


def squared_by_float(x):
    return x ** 2.0


def test_powers():
    both_modes(squared, 0.0, 0.0)
    both_modes(squared_by_float, 0.0, 0.0)
    both_modes(squared, -3.0, -6.0)
    second = tl.grad(tl.grad(squared_by_float))
    assert second(0.0) == 2.0
    assert tl.grad(second)(0.0) == 0.0


def test_powers_of_two_variables():
    in_both(power, 0.0, 2.0, (0.0, 0.0))
    in_both(power, 0.0, 0.0, (0.0, 0.0))
    in_both(power, 0.0, 1.0, (1.0, 0.0))
    with np.errstate(all='ignore'):
        assert tl.grad(power, wrt=(0, 1))(0.0, 0.5) == (INF, 0.0)


def test_products_with_zeros():
    both_modes(product, np.array([0.0, 2.0, 3.0]), [6.0, 0.0, 0.0])
    both_modes(product, np.array([0.0, 0.0, 3.0]), [0.0, 0.0, 0.0])
    both_modes(summed_running_products, np.array([0.0, 2.0, 3.0]), [9.0, 0.0, 0.0])


def test_deviation_of_equal_numbers():
    both_modes(deviation, np.array([2.0, 2.0]), [0.0, 0.0])


def distance(x, y):
    return np.hypot(x, y)


def direction(y, x):
    return np.arctan2(y, x)


def cardinal_sine(x):
    return np.sinc(x)


def log_of_sum(x, y):
    return np.logaddexp(x, y)


def log_of_sum_base_two(x, y):
    return np.logaddexp2(x, y)


def softplus(x):
    return np.logaddexp(0.0, x)


def saturated(x):
    return np.tanh(x)


def exponential_minus_one(x):
    return np.expm1(x)


def log_of_one_plus(x):
    return np.log1p(x)


def test_distance_and_direction_at_the_origin():
    in_both(distance, 0.0, 0.0, (0.0, 0.0))
    in_both(direction, 0.0, 0.0, (0.0, 0.0))
    in_both(distance, 3e200, 4e200, (0.6, 0.8))
    in_both(direction, 0.0, 2e-200, (5e199, 0.0))


def test_cardinal_sine_at_zero():
    both_modes(cardinal_sine, 0.0, 0.0)
    assert tl.grad(tl.grad(cardinal_sine))(0.0) == pytest.approx(-math.pi ** 2 / 3.0)


def test_log_of_sum_at_infinity():
    for function in (log_of_sum, log_of_sum_base_two):
        in_both(function, -INF, -INF, (0.5, 0.5))
        in_both(function, -INF, 0.0, (0.0, 1.0))
        in_both(function, INF, INF, (0.5, 0.5))
    both_modes(softplus, 800.0, 1.0)
    both_modes(softplus, -800.0, 0.0)


def test_saturation_and_tiny_arguments():
    both_modes(saturated, 400.0, 0.0)
    both_modes(saturated, -400.0, 0.0)
    both_modes(exponential_minus_one, 1e-20, 1.0)
    both_modes(log_of_one_plus, 1e-20, 1.0)


def sum_of_numbers(x):
    return np.nansum(x)


def mean_of_numbers(x):
    return np.nanmean(x)


def finite_part(x):
    return np.sum(np.nan_to_num(x) * 3.0)


def determinant(a):
    return np.linalg.det(a)


def log_determinant(a):
    return np.linalg.slogdet(a)[1]


def cholesky_sum(a):
    return np.sum(np.linalg.cholesky(a) * np.array([[1.0, 0.0], [5.0, 2.0]]))


def test_reductions_of_numbers():
    both_modes(sum_of_numbers, np.array([NAN, 2.0]), [0.0, 1.0])
    both_modes(mean_of_numbers, np.array([NAN, 2.0, 3.0]), [0.0, 0.5, 0.5])
    np.testing.assert_array_equal(
        tl.grad(finite_part)(np.array([NAN, 2.0, INF])), [0.0, 3.0, 0.0]
    )


def test_determinant_of_a_singular_matrix():
    a = np.array([[1.0, 2.0], [2.0, 4.0]])
    np.testing.assert_allclose(tl.grad(determinant)(a), [[4.0, -2.0], [-2.0, 1.0]])
    both_modes(determinant, np.zeros((3, 3)), np.zeros((3, 3)))
    rank_two = np.diag([0.0, 2.0, 3.0])
    both_modes(determinant, rank_two, np.diag([6.0, 0.0, 0.0]))


def test_second_derivative_of_a_singular_determinant():
    product = tl.autodiff(tl.grad(determinant))
    change = np.array([[0.5, 1.0], [2.0, -1.0]])
    got = product(np.zeros((2, 2)), init_grad=change)
    np.testing.assert_allclose(got, [[-1.0, -2.0], [-1.0, 0.5]], atol=1e-14)


def test_log_determinant():
    a = np.array([[2.0, 1.0], [0.5, 3.0]])
    both_modes(log_determinant, a, np.linalg.inv(a).T)
    with np.errstate(all='ignore'):
        value, gradient = tl.value_and_grad(log_determinant)(np.zeros((2, 2)))
    assert value == -INF
    assert not np.isfinite(gradient).any()


def test_gradient_of_cholesky_is_symmetric():
    gradient = tl.grad(cholesky_sum)(np.array([[4.0, 2.0], [2.0, 5.0]]))
    # For [[a, b], [b, c]]: sqrt(a) + 5 b / sqrt(a) + 2 sqrt(c - b * b / a).
    of_a = 0.25 - 5.0 * 2.0 / 16.0 + 4.0 / 16.0 / 2.0
    of_b = 5.0 / 2.0 - 2.0 * 2.0 / 4.0 / 2.0
    np.testing.assert_allclose(gradient, [[of_a, of_b / 2.0], [of_b / 2.0, 0.5]])


BINARY = [distance, direction, log_of_sum_base_two, larger_number, smaller_number]


@pytest.mark.parametrize('function', BINARY)
def test_scalar_with_array_is_the_sum_over_the_entries(function, x):
    scalar, array = tl.autodiff(function, wrt=(0, 1))(0.7, x)
    pairs = [tl.grad(function, wrt=(0, 1))(0.7, float(entry)) for entry in x]
    np.testing.assert_allclose(scalar, sum(pair[0] for pair in pairs))
    np.testing.assert_allclose(array, [pair[1] for pair in pairs])
