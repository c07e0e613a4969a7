"""Options that are computed, and arrays that lie in memory in another order."""
import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread
from tests.support.numeric import assert_close

A34, COLUMN = spread(3, 4), spread(3, 1)


def running_extremum(x, axis):
    return np.maximum.accumulate(x, axis=axis) * np.minimum.accumulate(x, axis)


def extrema_along_all(x):
    for axis in range(x.ndim):
        x = np.minimum.accumulate(x, axis=axis)
    return x


def diagonal(x, k):
    return np.diagonal(x, k) ** 2


def all_diagonals(x):
    return sum(np.sum(np.diag(x, k) ** 2) for k in range(1 - len(x), 1))


def turned(x, k):
    return np.rot90(x, k) * 2.0


def repeated(x, axis):
    return np.repeat(x, 2, axis=axis) ** 2


def derived(x, order):
    return np.polynomial.polynomial.polyder(x, order)


def differences(x, order):
    return np.diff(x, n=order) ** 2


def itself(x):
    y = np.diff(x, 0)
    y *= 2.0  # NumPy gives the array itself
    return x * y


def with_a_list_as_mask(x):
    y = x.copy()
    np.exp(x, out=y, where=[i > 1 for i in range(len(x))])
    return y


def eigenvalues_by_name(x):
    return np.sum(np.linalg.eigvals(a=x) ** 2).real


def zeros_by_name(x):
    return np.sum(np.roots(p=x) ** 2).real


@pytest.mark.one_in(4, always=('with_a_list_as_mask',))
@pytest.mark.parametrize('function, arguments', [
    (running_extremum, (A34, 0)), (running_extremum, (A34, 1)),
    (running_extremum, (spread(5), 0)), (running_extremum, (COLUMN, -1)),
    (extrema_along_all, (A34,)), (extrema_along_all, (COLUMN,)),
    (diagonal, (A34, 1)), (diagonal, (COLUMN, -1)), (diagonal, (COLUMN, 0)),
    (all_diagonals, (COLUMN,)), (all_diagonals, (A34,)),
    (turned, (COLUMN, 1)), (turned, (A34, 2)), (turned, (A34, 3)),
    (repeated, (A34, 0)), (repeated, (A34, 1)), (repeated, (COLUMN, -1)),
    (derived, (spread(4), 0)), (derived, (spread(4), 2)), (derived, (spread(1), 0)),
    (differences, (spread(4), 0)), (differences, (A34, 2)), (itself, (A34,)),
    (with_a_list_as_mask, (spread(4),)),
    (eigenvalues_by_name, (np.diag([1.0, 2.0]) + 0.1,)),
    (zeros_by_name, (np.array([1.0, 2.0, -3.0]),)),
])  # fmt: skip
def test_against_central_differences(function, arguments):
    tl.check_grad(function, arguments, order=2)


def test_cotangents_have_the_shape_of_a_result_with_computed_options():
    bar = tl.autodiff(turned)(COLUMN, 1, init_grad=np.ones((1, 3)))
    assert_close(bar, np.full((3, 1), 2.0))


@pytest.mark.parametrize('join', [
    lambda x: np.r_[x, 1.0], lambda x: np.r_[x, 1], lambda x: np.r_[x[0], 2.0],
    lambda x: np.r_[0.0, x[0], x], lambda x: np.r_[x, np.float64(1.0)],
    lambda x: np.r_[x, [1.0, 2.0]], lambda x: np.r_[x, 0:3], lambda x: np.r_[x, 1j],
])  # fmt: skip
@pytest.mark.parametrize('dtype', [np.float16, np.float32, np.float64])
def test_joined_numbers_keep_the_dtype_of_arrays(join, dtype):
    x = spread(3).astype(dtype)
    value, pullback = tl.vjp(join, x)
    assert value.dtype == join(x).dtype
    assert pullback(np.ones_like(value))[0].dtype == dtype


def columns_first(x):
    v = x.copy(order='F')
    r = v.ravel()
    r *= 2.0
    return np.sum(v)


def made_of_a_triangle(x):
    v = np.triu(x)
    r = v.reshape(-1)
    r *= 2.0
    return np.sum(v)


def rows_first(x):
    v = np.array(x, order='C')
    r = np.ravel(v)
    part = r[1:]
    part *= 3.0
    return np.sum(v)


def columns_first_in_a_loop(x):
    total = 0.0
    for k in range(2):
        v = np.array((k + 1.0) * x, order='F')
        r = v.ravel()
        r *= 2.0
        total = total + np.sum(v)
        x = 0.5 * x
    return total


def rows_first_in_a_loop(x):
    total = 0.0
    for k in range(2):
        v = np.zeros(x.shape)
        v += x
        r = v.reshape(-1)
        r[1:] *= 2.0 + k
        total = total + np.sum(v)
    return total


@pytest.mark.parametrize('layout', [np.ascontiguousarray, np.asfortranarray])
@pytest.mark.parametrize('function', [
    columns_first, made_of_a_triangle, rows_first, columns_first_in_a_loop,
    rows_first_in_a_loop,
])  # fmt: skip
def test_what_is_written_through_a_view_or_copy_of_all_entries(function, layout):
    x = layout(spread(3, 3))
    unit = np.zeros((9, 3, 3))
    unit[np.arange(9), *np.divmod(np.arange(9), 3)] = 1.0
    slopes = [function(layout(x + e)) - function(layout(x)) for e in unit]
    expected = np.reshape(slopes, (3, 3))
    assert_close(tl.grad(function)(x), expected)
    assert_close(tl.value_and_grad(function)(x)[1], expected)
    forward = tl.autodiff(function, mode='forward')
    assert_close([forward(x, layout(e)) for e in unit], slopes)
