"""What NumPy and Python ask of arguments, of functions that are written out as well."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close

X = np.array([1.3, 0.7, 0.4, 0.9])
M = np.arange(12.0).reshape(4, 3) + 0.5
PLACES = np.array([0, 2, 1, 1])
FLAGS = np.array([True, False])
NO_ENTRIES = np.zeros(0)


def places_of_other_rank(x):
    return -np.mean(np.take_along_axis(x, PLACES[:2], 1))


def places_beyond_axes(x):
    return np.sum(np.take_along_axis(x, PLACES[:, None], 2))


def flags_for_places(x):
    return np.sum(np.take_along_axis(x, x > 0.5, 1))


def written_places_of_other_rank(x):
    a = x * 2
    np.put_along_axis(a, PLACES[:1], 0.5, 1)
    return np.sum(a)


def no_parts(x):
    return sum(np.sum(part**2) for part in np.array_split(x, 0))


def parts_along_no_axis(x):
    return np.sum(np.split(x, [1], axis=2)[0])


def rows_of_vector(x):
    return np.sum(np.vsplit(x[0], 2)[0])


def layers_of_matrix(x):
    return np.sum(np.dsplit(x, 2)[0])


def diagonal_of_vector(x):
    a = x[0] * 2
    np.fill_diagonal(a, 1.0)
    return np.sum(a)


def diagonal_of_no_cube(x):
    a = x[None] * 2
    np.fill_diagonal(a, 1.0)
    return np.sum(a)


def mask_of_other_size(x):
    a = x * 2
    np.putmask(a, FLAGS, x)
    return np.sum(a)


def placed_of_none(x):
    a = x * 2
    np.place(a, a > 0, [])
    return np.sum(a)


def functions_too_many(x):
    return np.sum(np.piecewise(x, [x > 1], [lambda v: v, lambda v: 2 * v, 3.0]))


def functions_too_few(x):
    return np.sum(np.piecewise(x, [x > 0, x < 0], [1]))


def matrix_of_places(x):
    return np.sum(x[np.ix_(np.array([[0, 1]]), PLACES)])


def blocks_of_several_depths(x):
    return np.sum(np.block([x[:2], [x]]))


def blocks_that_end_early(x):
    return np.sum(np.block([[x], x]))


def halves_along_no_axis(x):
    return np.sum(np.split(x, 2, axis=2)[0])


def blocks_in_tuple(x):
    return np.sum(np.block((x, x)))


def axis_repeated(x):
    return np.sum(np.expand_dims(x, (0, 0)))


def no_such_letter(x):
    return np.sum(np.einsum('ij->k', x))


def axes_beyond(x):
    return np.sum(np.tensordot(x, x, 3))


def deviation_along_no_axis(x):
    return np.sum(np.std(x, axis=2))


def largest_of_none(x):
    return max(x[4:, 0])


def least_of_none(x):
    return min(v for v in x[0] if v > 99.0)


def entries_of_none(x):
    return np.sum(np.vectorize(lambda v: v * v)(x[4:]))


def inverse_over_no_axes(x):
    return np.sum(np.linalg.tensorinv(x, ind=0))


RAISING = [
    places_of_other_rank, places_beyond_axes, flags_for_places,
    written_places_of_other_rank, no_parts, parts_along_no_axis, rows_of_vector,
    layers_of_matrix, diagonal_of_vector, diagonal_of_no_cube, mask_of_other_size,
    placed_of_none, functions_too_many, functions_too_few, matrix_of_places,
    blocks_of_several_depths, blocks_that_end_early, halves_along_no_axis,
    blocks_in_tuple, axis_repeated, no_such_letter,
    axes_beyond, deviation_along_no_axis, largest_of_none, least_of_none,
    entries_of_none, inverse_over_no_axes,
]  # fmt: skip


@pytest.mark.parametrize('function', RAISING)
def test_both_modes_raise_as_numpy_does(function):
    with pytest.raises(Exception) as expected:
        function(M)
    for derive in (tl.value_and_grad(function), tangent(function)):
        with pytest.raises(type(expected.value)):
            derive(M)


def tangent(function):
    return lambda x: tl.jvp(function, (x,), (np.ones_like(x),))


def test_number_of_parts_is_asked_for_at_run_time():
    def pieces(x, count):
        parts = np.array_split(x, count)
        return sum(np.sum(part**2) * (i + 1) for i, part in enumerate(parts))

    gradient = tl.grad(pieces)
    assert_close(gradient(X, 2), 2 * X * [1, 1, 2, 2])
    for count in (0, -1):
        with pytest.raises(ValueError, match='larger than 0'):
            gradient(X, count)


def test_what_fits_needs_no_test_in_the_text():
    def chosen(x):
        y = x * 1
        np.putmask(y, x > 1, x**2)
        return np.sum(np.take_along_axis(y, np.argsort(y, 1), 1)[:, 0])

    gradient = tl.grad(chosen)
    tl.check_grad(chosen, (M,))
    gradient(M)
    assert 'raise' not in gradient.source


@pytest.mark.parametrize('shape', [(2, 3), (2, 3, 4), (2, 2, 3, 2)])
def test_values_along_an_axis_broadcast_to_their_places(shape):
    a = np.arange(float(np.prod(shape))).reshape(shape) / 10

    def numbered(x):
        y = x * x
        np.put_along_axis(y, np.argmax(y, axis=1, keepdims=True), 0.5, axis=1)
        return np.sum(y**2)

    def of_fewer_axes(x):
        y = x * x
        np.put_along_axis(y, np.argmin(y, axis=0, keepdims=True), x[0], axis=0)
        return np.sum(y**2)

    for function in (numbered, of_fewer_axes):
        tl.check_grad(function, (a,), order=2)


def over_list_and_number(x):
    return np.sum(np.tensordot(x, x.T, ([2], 0)) ** 2)


def over_number_and_list(x):
    return np.sum(np.tensordot(x, x.T, (2, [0])) ** 2)


def over_ranges(x):
    return np.sum(np.tensordot(x, x.T, (range(1, 3), [0, 1])) ** 2)


@pytest.mark.parametrize(
    'function', [over_list_and_number, over_number_and_list, over_ranges]
)
def test_axes_of_tensordot_are_numbers_lists_or_ranges(function):
    tl.check_grad(function, (np.arange(8.0).reshape(2, 2, 2) / 10,), order=2)


def test_too_many_slices_are_too_many_indices():
    def inner(u):
        return np.sum(u[1:-1, 1:-1])

    with pytest.raises(tl.TangentliteError, match='too many indices'):
        tl.grad(inner)(X)

    def scaled(u, steps):
        for _ in range(steps):
            _, columns = u.shape
            u = u * columns
        return np.sum(u[1:-1, 1:-1])

    with pytest.raises(tl.TangentliteError, match='too many indices'):
        tl.grad(scaled)(X, 2)
    tl.check_grad(scaled, (M, 2))


def test_grid_of_an_empty_list_is_no_array_here():
    def total(x):
        return np.sum(x**2) + np.sum(np.meshgrid([]))

    assert_close(tl.grad(total)(X), 2 * X)


@pytest.mark.parametrize('f', [
    lambda x: np.sum(np.moveaxis(x, range(1), [0]) ** 2),
    lambda x: np.sum(np.moveaxis(x, np.array([0]), np.arange(1)) ** 2),
    lambda x: np.sum(np.moveaxis(x, [np.array(0)], [0]) ** 2),
    lambda x: np.sum(np.sum(x, axis=tuple(range(1))) ** 2),
    lambda x: np.sum(np.moveaxis(np.outer(x, x), range(2), [1, 0]) ** 2),
])
def test_axes_in_ranges_and_arrays_are_not_taken_to_be_wrong(f):
    tl.check_grad(f, (np.array([0.3, 0.4]),), order=2)
