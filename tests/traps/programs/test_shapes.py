"""Shapes, dtypes and results that derivative tools get wrong."""
import math

import numpy as np
import pytest

import tangentlite as tl


def column_times_row(x):
    return (x.reshape(3, 1) * x).sum()


def plus_larger_ones(x):
    return np.sum(x + np.ones((4, 3)))


def weighted_product(x, y):
    return np.sum(x * y)


def test_reshaped_column_against_row():
    gradient = tl.grad(column_times_row)(np.array([2.0, 2.0, 2.0]))
    np.testing.assert_allclose(gradient, [12.0, 12.0, 12.0])


def test_broadcast_against_larger_ones(x):
    np.testing.assert_allclose(tl.grad(plus_larger_ones)(x), [4.0, 4.0, 4.0])


SHAPE_PAIRS = [((1,), (3,)), ((3, 1), (3, 2)), ((1, 3), (2, 1)), ((), (2,)),
               ((2,), (3, 2)), ((1, 1), (2, 3)), ((2, 1, 3), (4, 1))]


@pytest.mark.parametrize('shapes', SHAPE_PAIRS + [pair[::-1] for pair in SHAPE_PAIRS])
def test_product_reduces_to_the_shapes_of_its_operands(shapes):
    left = np.arange(1.0, 1.0 + math.prod(shapes[0])).reshape(shapes[0])
    right = 0.5 * np.arange(1.0, 1.0 + math.prod(shapes[1])).reshape(shapes[1])
    got = tl.grad(weighted_product, wrt=(0, 1))(left, right)
    whole = np.broadcast_shapes(*shapes)
    for part, own, other in zip(got, (left, right), (right, left), strict=True):
        assert np.shape(part) == own.shape
        spread = np.broadcast_to(other, whole)
        lead = tuple(range(len(whole) - own.ndim))
        ones = tuple(k for k in range(-own.ndim, 0) if own.shape[k] == 1)
        want = spread.sum(axis=lead).sum(axis=ones, keepdims=True)
        np.testing.assert_allclose(part, want.reshape(own.shape))


def added(x, y):
    return x + y


def subtracted(x, y):
    return x - y


def multiplied(x, y):
    return x * y


def divided(x, y):
    return x / y


def raised(x, y):
    return x ** y


def remaindered(x, y):
    return x % y


def larger(x, y):
    return np.maximum(x, y)


def smaller(x, y):
    return np.minimum(x, y)


def log_added(x, y):
    return np.logaddexp(x, y)


BINARY = [added, subtracted, multiplied, divided, raised, remaindered, larger, smaller,
          log_added]


@pytest.mark.parametrize('function', BINARY)
def test_scalar_with_array_is_the_sum_over_the_entries(function, x):
    for scalar in (0.7, np.array(0.7), np.array([0.7])):
        first = tl.autodiff(function, wrt=(0, 1))(scalar, x)
        second = tl.autodiff(function, wrt=(0, 1))(x, scalar)
        pairs = [tl.grad(function, wrt=(0, 1))(0.7, float(entry)) for entry in x]
        turned = [tl.grad(function, wrt=(0, 1))(float(entry), 0.7) for entry in x]
        np.testing.assert_allclose(np.ravel(first[0]), [sum(p[0] for p in pairs)])
        np.testing.assert_allclose(first[1], [p[1] for p in pairs])
        np.testing.assert_allclose(second[0], [p[0] for p in turned])
        np.testing.assert_allclose(np.ravel(second[1]), [sum(p[1] for p in turned)])
        assert np.shape(first[0]) == np.shape(second[1]) == np.shape(scalar)


def square(x):
    return x * x


def test_zero_dimensional_array():
    gradient = tl.grad(square)(np.array(3.0))
    assert gradient == 6.0
    assert np.shape(gradient) == ()


def mixed_precision(x):
    wide = np.array([0.1, 0.2, 0.3]) * x + 0.5
    return np.sum(np.sin(wide) * 2.0)


def mean(x):
    return np.mean(x)


def times(x, y):
    return x * y


def doubled_by_number(x):
    return x * np.float64(2.0)


def test_single_precision_stays_single(x):
    gradient = tl.grad(mixed_precision)(x.astype(np.float32))
    assert gradient.dtype == np.float32
    weights = np.array([0.1, 0.2, 0.3])
    np.testing.assert_allclose(gradient, 2.0 * weights * np.cos(weights * x + 0.5),
                               rtol=1e-5)


def test_half_precision_mean_stays_half(x):
    gradient = tl.grad(mean)(np.ones(4, np.float16))
    assert gradient.dtype == np.float16
    np.testing.assert_array_equal(gradient, np.full(4, 0.25, np.float16))


def test_single_times_double_array(x):
    single, double = tl.autodiff(times, wrt=(0, 1))(x.astype(np.float32), x)
    assert (single.dtype, double.dtype) == (np.float32, np.float64)
    np.testing.assert_allclose(single, x)
    np.testing.assert_allclose(double, x)


def test_single_times_double_number(x):
    gradient = tl.autodiff(doubled_by_number)(x.astype(np.float32))
    assert gradient.dtype == np.float32
    np.testing.assert_array_equal(gradient, [2.0, 2.0, 2.0])


def ignores_second(x, y):
    return np.sum(x)


def test_unused_argument_has_zeros(x):
    gradient = tl.grad(ignores_second, wrt=1)(x, np.ones((2, 3)))
    np.testing.assert_array_equal(gradient, np.zeros((2, 3)))
    assert tl.grad(ignores_second, wrt=1)(x, 2.0) == 0.0


def test_gradient_of_an_array_result_names_the_alternatives(x):
    with pytest.raises(tl.TangentliteError) as caught:
        tl.grad(square)(x)
    assert 'init_grad' in str(caught.value)
    assert 'autodiff' in str(caught.value)


def constant(x):
    return 2.0


def itself(x):
    return x


def an_integer(x):
    return int(np.sum(x) > 0.0) + 2


def a_truth_value(x):
    return np.sum(x) > 1.0


def nothing(x):
    np.sum(x)


def test_constant_result_has_zeros(x):
    np.testing.assert_array_equal(tl.grad(constant)(x), np.zeros(3))


def test_returned_argument_gives_the_seed(x):
    assert tl.grad(itself)(2.5) == 1.0
    seed = np.array([3.0, -1.0, 0.5])
    np.testing.assert_array_equal(tl.autodiff(itself)(x, init_grad=seed), seed)


@pytest.mark.parametrize('function', [an_integer, a_truth_value])
def test_result_that_is_not_a_float_has_no_derivative(function, x):
    with pytest.raises(tl.TangentliteError):
        tl.grad(function)(x)


def test_result_none_is_an_error(x):
    with pytest.raises(tl.TangentliteError):
        tl.grad(nothing)(x)


def repeated_read(x):
    return np.sum(x[[0, 0, 2]])


def repeated_weighted_read(x):
    return np.sum(x[np.array([2, 0, 2, -1])] ** 2 * np.array([1.0, 2.0, 3.0, 4.0]))


def test_repeated_indices_of_a_read_add_up(x):
    np.testing.assert_allclose(tl.grad(repeated_read)(x), [2.0, 0.0, 1.0])
    np.testing.assert_allclose(tl.grad(repeated_weighted_read)(x), [2.0, 0.0, 32.0])
