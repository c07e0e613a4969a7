"""Arrays of the dtype object, which hold places for what is computed later."""
import numpy as np
import pytest

import tangentlite as tl


def filled_in_a_loop(t):
    parts = np.empty(3, dtype=object)
    for i in range(3):
        parts[i] = t * i
    return sum(parts) * t


# It was taken for an array of numbers, and `is None` for False.
def asked_for_none(t):
    known = np.full(3, None)
    if known[0] is None:
        known[0] = t * t
    for i in range(3):
        if known[i] is None:
            known[i] = t
    return known[0] * known[1] * known[-1]


def of_arrays(t):
    layers = np.array([None] * 2)
    for k in range(2):
        layers[k] = np.ones((2, 3)) * t * (k + 1)
    return np.sum(np.stack(layers) ** 2) + sum([np.sum(layer) for layer in layers])


def of_several_sizes(t):
    parts = np.empty(2, 'O')
    parts[0], parts[1] = np.ones(2) * t, np.ones(3) * t**2
    return np.sum(parts[0]) * np.sum(np.concatenate(parts))


def of_two_axes(t):
    table = np.zeros((2, 2), dtype=object)
    for i in range(2):
        for j in range(2):
            table[i, j] = t ** (i + j)
    return np.sum(table.astype(float) @ np.ones(2)) * t + table[-1, 0] * table.size


def of_numbers(t):
    values = np.array([t, 2 * t], dtype=object)
    moved = 2 * values - values**2 + values * 3.0
    return moved[0] * moved[-1] + len(values) * np.mean(-moved / values)


def of_one_row(t):
    row = np.atleast_2d(np.array([None, None]))
    place = np.atleast_2d(None)
    if place[0, 0] is None and place.T.shape == (1, 1):
        place[0, 0] = t
    row[0, 1] = t**2
    return place.T[0, 0] * row.T[1, 0] * row.shape[1]


def written_by_slices_and_in_place(t):
    values = np.empty(4, dtype=object)
    values[:2], values[2:] = [t, 2 * t], t
    same = values
    same *= t
    return values[0] * values[-1] + values[1] * values.copy()[3]


# Each entry had the whole list added.
def with_lists_and_rows(t):
    values = np.empty(2, dtype=object)
    values[0], values[1] = np.ones(2) * t, t**2
    moved = [1.0, t] + values * (2.0, 3.0) + np.array([t, 5.0]) - values / values
    return np.sum(moved[0]) * moved[1]


def broadcast_into_a_slice(t):
    values = np.empty(3, dtype=object)
    values[:], values[1:] = t, [t * t]
    return values[0] * values[1] + values[2]


@pytest.mark.one_in(3, always=('of_one_row',))
@pytest.mark.parametrize('program', [
    filled_in_a_loop, asked_for_none, of_arrays, of_several_sizes, of_two_axes,
    of_numbers, of_one_row, written_by_slices_and_in_place, with_lists_and_rows,
    broadcast_into_a_slice,
])  # fmt: skip
def test_derivatives(program):
    tl.check_grad(program, (1.3,), order=2)
    assert tl.value_and_grad(program)(1.3)[0] == pytest.approx(program(1.3), rel=1e-15)


OUTSIDE = np.array([1.0, None], dtype=object)


def from_outside(t):
    return OUTSIDE[0] * t


def of_nested_lists(t):
    return np.array([[t, t], [t, t]], dtype=object)[0, 1]


def compared(t):
    return t * (np.full(2, None) == None).sum()  # noqa: E711


def looked_into(t):
    values = np.full(3, 1.0, dtype=object)
    part = values[1:]
    part[0] = t
    return values[1] * t


def with_a_table(t):
    values = np.full(2, t, dtype=object)
    return np.sum((values * np.ones((2, 2)))[0])


def filled_with_a_row(t):
    return np.full(2, np.array([t, 2 * t]), dtype=object)[1]


def summed_by_a_method(t):
    return np.array([t, 2 * t], dtype=object).sum()


# NumPy makes a table of numbers.
def of_arrays_alike(t):
    return (np.array([np.ones(2) * t, np.ones(2)], dtype=object) * [1.0, 5.0])[0][1]


def too_many_into_a_slice(t):
    values = np.empty(2, dtype=object)
    values[:] = [t, t, t]
    return values[0]


@pytest.mark.parametrize(('program', 'text'), [
    (summed_by_a_method, "'sum' is not supported for arrays of objects"),
    (with_a_table, 'several axes'), (filled_with_a_row, 'several values'),
    (of_arrays_alike, 'several axes'),
    (compared, 'a comparison of arrays'), (looked_into, 'index one entry'),
    (from_outside, 'has the dtype object'), (of_nested_lists, 'several axes'),
])  # fmt: skip
def test_refusals(program, text):
    with pytest.raises(tl.TangentliteError, match=text) as caught:
        tl.grad(program)(1.3)
    assert str(caught.value).startswith(__file__)


def test_errors_of_numpy():
    for program in (too_many_into_a_slice, tl.grad(too_many_into_a_slice)):
        with pytest.raises(ValueError, match='could not broadcast input array'):
            program(1.3)
