"""Options and sizes at the edge of what a function takes: right, or refused."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.5, 1.5, -1.0])
NAN = np.nan


def assert_right(function, *args):
    """Compare both modes with central differences."""
    tl.check_grad(function, args)


def line_through_a_point(x, y):
    return np.sum(np.polyfit(x, y, 1) * np.array([1.0, 2.0]))


def series_through_two_points(x, y):
    return np.sum(np.polynomial.chebyshev.chebfit(x, y, 3) * np.arange(1.0, 5.0))


@pytest.mark.filterwarnings('ignore::numpy.exceptions.RankWarning')
def test_fits_with_fewer_points_than_coefficients():
    assert_right(line_through_a_point, np.array([0.3]), np.array([3.0]))
    points, y = np.array([0.3, 0.8]), np.array([3.0, 1.0])
    assert_right(series_through_two_points, points, y)


def first_residual(a, b):
    return np.linalg.lstsq(a, b)[1][0]


def inverse_without_the_small(a):
    return np.sum(np.linalg.pinv(a, rcond=0.5))


def solution_without_the_small(a, b):
    return np.sum(np.linalg.lstsq(a, b, rcond=0.5)[0])


def test_least_squares():
    tall = np.array([[1.0, 2.0], [3.0, 1.0], [2.0, 5.0]])
    assert_right(first_residual, tall, np.array([1.0, 2.0, -1.0]))
    a = np.array([[3.0, 0.0], [0.5, 1.0]])
    assert_right(inverse_without_the_small, a)
    assert_right(solution_without_the_small, a, np.array([1.0, 2.0]))
    repeated = np.diag([3.0, 3.0, 1.0, 1.0])[:, ::-1] + 0.0
    assert_right(inverse_without_the_small, repeated)


def quantile_in_place(x):
    return np.quantile(x, 0.3, overwrite_input=True)


def margin_of_ones(vector, width, axis, options):
    vector[: width[0]] = 1.0


def padded_by_function(x):
    return np.sum(np.pad(x, 2, margin_of_ones))


def as_it_lies(x):
    return np.ravel(np.outer(x, x), order='K')[1]


def reshaped_as_it_lies(x):
    return np.outer(x, x).reshape(9, order='A')[1]


def real_if_close(x):
    return np.sum(np.real(np.real_if_close(x * (1.0 + 1.0j))))


def automatic_edges(x):
    return np.sum(np.histogram(x, bins='auto')[1])


@pytest.mark.parametrize(
    'function',
    [
        quantile_in_place, padded_by_function, as_it_lies, reshaped_as_it_lies,
        real_if_close, automatic_edges,
    ],
)  # fmt: skip
def test_what_has_no_derivative_is_refused(function):
    message = 'py:[0-9]+:[0-9]+: the derivative of .* not supported'
    with pytest.raises(tl.TangentliteError, match=message):
        tl.grad(function)(X)
    with pytest.raises(tl.TangentliteError, match=message):
        tl.autodiff(function, mode='forward')(X, X)


def selected(x):
    return np.select([x > 1.0, x > 0.0], [x, 2.0])


def quotient(x):
    return np.polydiv(x, [1.0, 2.0])[0]


@pytest.mark.parametrize('function', [selected, quotient])
def test_values_have_the_dtype_of_numpy(function):
    x = X.astype(np.float32)
    value, _ = tl.jvp(function, (x,), (x,))
    np.testing.assert_array_equal(value, function(x))
    assert value.dtype == function(x).dtype


def derivative_of_order(c, m):
    return np.sum(np.polyder(c, m) ** 2)


@pytest.mark.parametrize(('m', 'want'), [(0, 2.0 * X), (1, [4.0, 3.0, 0.0])])
def test_order_of_a_derivative_at_run_time(m, want):
    np.testing.assert_allclose(tl.grad(derivative_of_order)(X, m), want)


def largest_of_columns(x):
    return np.sum(np.max(x, 0))


def largest(x):
    return np.max(x)


@pytest.mark.filterwarnings('error')
def test_extrema_that_are_no_numbers():
    x = np.array([[1.0, NAN], [2.0, 3.0]])
    np.testing.assert_array_equal(tl.grad(largest_of_columns)(x), [[0, NAN], [1, NAN]])
    np.testing.assert_array_equal(tl.grad(largest)(x), np.full((2, 2), NAN))
    _, change = tl.jvp(largest_of_columns, (x,), (np.ones((2, 2)),))
    assert np.isnan(change)


def diagonal_matrix(x):
    return np.sum(np.diag(x) * np.arange(9.0).reshape(3, 3))


def flat_diagonal_matrix(x):
    return np.sum(np.diagflat(x) * np.arange(9.0).reshape(3, 3))


@pytest.mark.parametrize('function', [diagonal_matrix, flat_diagonal_matrix])
def test_gradients_may_be_written(function):
    gradient = tl.grad(function)(X)
    gradient += 1.0
    np.testing.assert_array_equal(gradient, [1.0, 5.0, 9.0])


def median_of_first(x, n):
    return np.median(x[:n])


def median_of_first_numbers(x, n):
    return np.nanmedian(x[:n])


@pytest.mark.filterwarnings('ignore::RuntimeWarning')
@pytest.mark.parametrize('function', [median_of_first, median_of_first_numbers])
def test_median_of_nothing(function):
    value, gradient = tl.value_and_grad(function)(X, 0)
    assert np.isnan(value)
    np.testing.assert_array_equal(gradient, np.zeros(3))
