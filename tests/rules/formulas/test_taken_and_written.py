"""Entries that are chosen and written by places, with places that no sample has."""

import inspect

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare, compare_write
from tests.rules.samples.sample import spread

A3, A4, A23, A234 = spread(3), spread(4), spread(2, 3), spread(2, 3, 4)
B2, B3 = spread(2, start=20), spread(3, start=20)
CHOICE = np.array([[0, 1, 1], [1, 1, 0]])
FLAGS = np.array([True, False, True, True, False, True])
ROWS, COLUMNS = np.array([[1, 0, 1]]), np.array([[2], [0]])


def test_choices_of_several_shapes():
    compare(lambda x, y: np.choose(CHOICE, [x, y]), (A23, 0.5))
    compare(lambda x: np.choose(CHOICE, [x, x[0] * x[1]]), (A23,))
    compare(lambda x: np.choose(CHOICE, x), (A3,))
    compare(lambda x: np.choose(1, x), (A3,))
    places = np.array([-1, 0, 5])
    compare(lambda x, y: np.choose(places, [x, y], mode="clip"), (A3, B3))


@pytest.mark.parametrize("places", [[0, -1, 1], [0, 2, 1]])
def test_places_of_no_choice(places):
    def chosen(x, places):
        return np.sum(np.choose(places, [x, 2.0 * x]))

    with pytest.raises(ValueError, match="invalid entry in choice array"):
        tl.grad(chosen)(A3, np.array(places))


def test_bounds_of_the_method_belong_to_the_entries():
    x = np.array([0.5, 1.0, 2.0])
    low = tl.grad(lambda x: np.sum(x.clip(1.0)))(x)
    high = tl.grad(lambda x: np.sum(x.clip(max=1.0)))(x)
    np.testing.assert_array_equal((low, high), ([0.0, 1.0, 1.0], [1.0, 1.0, 0.0]))


def test_parts_of_complex_numbers_that_are_replaced():
    def replaced(x, y):
        z = np.nan_to_num(x + 1j * y)
        return np.sum(np.real(z)) + 2.0 * np.sum(np.imag(z))

    x, y = np.array([1.0, np.nan, 1.0]), np.array([1.0, 1.0, np.inf])
    with np.errstate(invalid="ignore"):  # the real part of 1j * inf is no number
        of_x, of_y = tl.grad(replaced, wrt=(0, 1))(x, y)
    np.testing.assert_array_equal((of_x, of_y), ([1.0, 0.0, 0.0], [2.0, 2.0, 0.0]))


WRITES = {
    "last_axis": lambda t, v: np.put_along_axis(t, COLUMNS, v[:, None], -1),
    "second_axis": lambda t, v: np.put_along_axis(t, COLUMNS, v[:, None], 1),
    "first_of_two": lambda t, v: np.put_along_axis(t, ROWS, v[0], -2),
    "masked_at": lambda t, v: np.multiply.at(t[0], np.array([True, False, True]), v),
    "number_at": lambda t, v: np.multiply.at(t[0], 1, v[0]),
    "pairs_at": lambda t, v: np.multiply.at(t, ([0, 1, 0], [2, 1, 2]), v[0]),
    "pairs_of_values_at": lambda t, v: np.multiply.at(t, ([0, 0], [2, 2]), v),
    "squares_at": lambda t, v: np.square.at(t[0], [2, 2]),
    "roots_of_slice": lambda t, v: np.exp.at(t, (slice(None), 1)),
    "flat_mask": lambda t, v: np.place(t, FLAGS, v),
    "turned_mask": lambda t, v: np.putmask(t, FLAGS.reshape(3, 2), v),
    "partitioned": lambda t, v: t.partition(1),
}


@pytest.mark.parametrize("name", WRITES)
def test_writes_agree_with_differences(name):
    compare_write(WRITES[name], A23, B2)


@pytest.mark.parametrize(
    "write",
    [
        lambda a, v: np.put(a, 0, v[1]),
        lambda a, v: np.put(a, [0, -1], v * a),
        lambda a, v: np.put(a, 3, v, mode="clip"),
        lambda a, v: np.putmask(a, True, v),
        lambda a, v: np.putmask(a, np.array(False), v),
    ],
)
def test_writes_into_arrays_without_axes(write):
    def written(x, v):
        a = np.full((), x)
        write(a, v)
        return a * a

    compare(written, (0.5, B2))


def test_a_place_of_an_array_without_axes():
    def written(x, k):
        a = np.full((), x)
        np.put(a, k, x)
        return a * a

    for call in (written, tl.grad(written)):
        with pytest.raises(IndexError, match="1 is out of bounds"):
            call(0.5, 1)


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda t: np.place(t, t > -9.0, []), "empty array"),
        (lambda t: np.fill_diagonal(t[None], 0.5), "equal length"),
        (lambda t: np.fill_diagonal(t[:, None, :2], 0.5), "equal length"),
    ],
)
def test_writes_that_raise(write, words):
    def written(x):
        t = x * 1.0
        write(t)
        return np.sum(t)

    with pytest.raises(ValueError, match=words):
        written(spread(2, 4))
    with pytest.raises(ValueError, match=words):
        tl.grad(written)(spread(2, 4))


@pytest.mark.parametrize("write", [np.place, np.putmask])
def test_masks_of_other_sizes(write):
    def written(x):
        t = x * 1.0
        write(t, t[:, :1] > -9.0, t[0])
        return np.sum(t)

    with pytest.raises(ValueError, match="mask and data must be the same size"):
        tl.grad(written)(spread(2, 4))


def taken(x, v):
    return np.sum(np.take(x, [0, 2, 2]) ** 2)


def put(x, v):
    t = x * 1.0
    np.put(t, [0, 2], v)
    return np.sum(t * t)


def diagonal(x, v):
    t = np.outer(x, x)
    np.fill_diagonal(t, v)
    return np.sum(t * t)


def updates(x, v):
    t = x * 1.0
    np.multiply.at(t, [0, 2], v)
    return np.sum(t * t)


@pytest.mark.parametrize(("program", "left_out"), [
    (taken, ["arange", "ravel"]),
    (put, ["arange", "%"]),
    (diagonal, ["ravel", "%"]),
    (updates, ["unravel_index", "broadcast_to"]),
])  # fmt: skip
def test_of_vectors_and_numbers_the_text_is_short(program, left_out):
    gradient = tl.grad(program)
    gradient(A3, 0.5)
    assert not [word for word in left_out if word in gradient.source]


def test_the_last_axis_is_meant():
    compare(lambda x: _partitioned(x), (A234,))
    if inspect.signature(np.take_along_axis).parameters["axis"].default == -1:
        compare(lambda x: np.take_along_axis(x, np.array([2, 0])), (A3,))


def _partitioned(x):
    t = x * 1.0
    t.partition(2)
    return np.sort(t[..., :2]) * np.prod(t[..., 2:], -1, keepdims=True)
