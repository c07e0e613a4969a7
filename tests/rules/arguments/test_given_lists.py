"""Lists, ranges and bounds that are given to functions of arrays."""
import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread
from tests.support.measure import inner
from tests.support.numeric import assert_close, central_gradient, central_jvp

X = spread(3)
GROUPS = np.array([0, 0, 1])
GAPS = np.array([[1.0, np.nan], [2.0, 4.0]])
NESTED = [[0.5, 1.5], [2.5, -1.0]]


def list_of_rows(x):
    return np.matmul([[1, 0, 2], [0, 1, 1]], x) ** 2


def list_to_solve(x):
    return np.linalg.solve([[2, 1, 0], [1, 3, 0], [0, 0, 1]], x)


def tuple_to_cross(x):
    return np.cross(x, (0, 0, 1)) * np.kron(x, [2])


def list_of_samples(x):
    return np.trapezoid([1, 2, 4], x) * np.cov(x, aweights=[1, 2, 3])


def list_in_outer(x):
    return np.outer(x, [1, 2, 3]) * np.vecdot(x, [3, 1, 2])


def list_of_edges(x):
    return np.histogram([1, 2, 3], bins=2, weights=x)[0] ** 2


def list_of_points(x):
    return np.polyfit([0, 1, 3], x, 1) * np.average(x, weights=[1, 2, 1])


def list_of_right_sides(x):
    return np.linalg.lstsq(np.outer(x, [1, 2]) + np.eye(3, 2), [1, 2, 4], rcond=None)[0]


def list_of_axes(x):
    rows = np.expand_dims(x, [0, 2]) * x
    return np.percentile(rows, 20, axis=[0, 1]) + np.median(rows, axis=[0, 2])


def places_to_split_at(x):
    places = np.flatnonzero(np.diff(GROUPS)) + 1
    return sum([np.max(part) ** 2 for part in np.split(x, places)])


def without_one_each(x):
    total = 0.0
    for i in range(len(x)):
        total += np.prod(np.delete(x, i))
    return total + np.prod(np.delete(x, slice(0, 1)))


def grids_of_bounds(x):
    dense = np.mgrid[0 : x[0] : 3j, x[1] : 4 : 2j] ** 2
    first, second = np.ogrid[x[2] : 3.0 : 0.5, 0 : x[0] : 3j]
    return np.sum(dense) + np.sum(first * second) + np.sum(np.mgrid[x[0] : 2 : 4j] ** 2)


def rows_of_bounds(x):
    return np.sum(np.r_[x[0] : 2 : 3j, x] ** 2) + np.sum(np.c_[x, x[1] : 3 : 3j] ** 2)


def extrema_beside_gaps(x):
    extrema = np.nanmax(x[0] * GAPS, axis=1) + np.nanmin(x[1] * GAPS)
    rows = np.nanmedian(x[2] * GAPS, axis=0) + np.nanquantile(x[0] * GAPS, 0.3, axis=1)
    return extrema * rows + np.nanmedian(x[0] * GAPS)


def ranges_as_arrays(x):
    powers = np.power(x, range(1, 4)) + np.interp(x, range(4), x[0] ** np.arange(4))
    return np.dot(x, range(3)) * powers


def letters_beside_ellipses(x):
    return np.einsum('...j,j->...', np.outer(x, x), x)


PROGRAMS = [
    list_of_rows, list_to_solve, tuple_to_cross, list_of_samples, list_in_outer,
    list_of_edges, list_of_points, list_of_right_sides, list_of_axes,
    places_to_split_at, without_one_each, grids_of_bounds, rows_of_bounds,
    extrema_beside_gaps, ranges_as_arrays, letters_beside_ellipses,
]  # fmt: skip


@pytest.mark.parametrize('program', PROGRAMS, ids=lambda p: p.__name__)
def test_both_modes(program):
    x = np.abs(X) + 0.5
    weights = spread(*np.shape(program(x)), start=33)
    got = tl.autodiff(program)(x, init_grad=weights)
    want = central_gradient(lambda x: np.sum(weights * program(x)), (x,), (0,))
    assert_close((got,), want)
    forward = tl.autodiff(program, mode='forward')(x, X)
    assert_close(forward, central_jvp(program, (x,), (X,)))
    assert_close(inner([weights], [forward]), inner([got], [X]))


def sum_of_rows(rows):
    return np.sum(np.sum(rows, axis=1) ** 2)


def means_and_extrema(rows):
    return np.mean(rows) * np.max(rows) + np.median(rows, axis=(0, 1))


def nested_to_ufuncs(rows):
    return np.sum(np.multiply(rows, [[1.0, 2.0], [3.0, 4.0]]) + np.imag(rows))


@pytest.mark.parametrize('f', [sum_of_rows, means_and_extrema, nested_to_ufuncs])
def test_nested_lists(f):
    want = tl.grad(f)(np.array(NESTED))
    got = tl.grad(f)(NESTED)
    assert isinstance(got, list)
    np.testing.assert_allclose(got, want)
    ones = np.ones((2, 2)).tolist()
    forward = tl.autodiff(f, mode='forward')
    np.testing.assert_allclose(forward(NESTED, ones), np.sum(want))
