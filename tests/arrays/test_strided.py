"""Parts of an array stored in parts of it by other strides, which NumPy may spoil."""
from itertools import product

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.runtime import stored_at_once

SQUARE = np.linspace(0.1, 1.4, 16).reshape(4, 4)


def lines(length, steps):
    for start, stop, step in product(range(length), range(1, length + 1), steps):
        yield slice(start, stop, step)
        yield slice(stop - 1, start - 1 if start else None, -step)


def test_the_check_refuses_what_numpy_overwrites_and_nothing_else():
    refused = 0
    for target, source in product(lines(7, (1, 2, 3)), repeat=2):
        y = np.arange(7.0)
        if not 1 < len(y[target]) == len(y[source]):
            continue
        want = y[source].copy()
        try:
            np.testing.assert_array_equal(stored_at_once(y[source], y[target]), want)
            right = True
        except ValueError:
            right, refused = False, refused + 1
        y[target] = y[source]
        assert np.array_equal(y[target], want) == right, (target, source)
    assert refused > 10


def row_in_a_column(a, i, j):
    b = a * 1.0
    b[:, j] = b[i]
    return np.sum(b**3)


def spread(a):
    y = a[0] * 1.0
    y[1::2] = y[:2]
    return np.sum(y**3)


def through_a_view(a):
    y = a[1] * 1.0
    v = y[::3]
    v[:] = y[:2]
    return np.sum(y**3)


@pytest.mark.parametrize('f, args', [
    (row_in_a_column, (SQUARE, 0, 3)), (row_in_a_column, (SQUARE, 3, 0)),
    (row_in_a_column, (SQUARE, 2, 2)), (spread, (SQUARE,)), (through_a_view, (SQUARE,)),
])  # fmt: skip
def test_lines_of_other_strides_that_numpy_stores_right(f, args):
    tl.check_grad(f, args, order=2)


def test_what_numpy_would_overwrite_is_an_error():
    with pytest.raises(ValueError, match='store a copy of it'):
        tl.grad(row_in_a_column)(SQUARE, 1, 3)
    with pytest.raises(ValueError, match='store a copy of it'):
        tl.jvp(lambda a: row_in_a_column(a, 1, 3), (SQUARE,), (SQUARE,))


def through_a_flat_view(a):
    b = a * 1.0
    flat = b.reshape(-1)
    flat[:8:2] = b[0]
    return np.sum(b**3)


def test_views_by_functions_are_seen_through():
    with pytest.raises(ValueError, match='store a copy of it'):
        tl.grad(through_a_flat_view)(SQUARE)


def parts_of_one_stride(a):
    b = a * 1.0
    v = b[1:]
    v[:] = b[:-1]
    b[:, 0] = b[:, 1]
    b.T[1] = b.T[2]
    b[0, 1:] = b[1, :-1]
    flat = b.reshape(-1)
    flat[1:] = flat[:-1]
    return np.sum(b**3)


def test_lines_of_one_stride_need_no_check():
    derivative = tl.grad(parts_of_one_stride)
    derivative(SQUARE)
    assert 'stored_at_once' not in derivative.source
    tl.check_grad(parts_of_one_stride, (SQUARE,), order=2)


def rows_that_are_written(x):
    u = np.zeros((3, len(x)))
    rows = [u[k] for k in range(3)]
    rows[0][:] = x
    for k in range(1, 3):
        before, now = rows[k - 1], rows[k]
        now[1:] += before[:-1] * x[1:]
        before *= 0.5
    rows.reverse()
    rows[0], u[1] = u[1].copy(), rows[0]
    return float(np.sum(u**2) + np.sum(rows[0] * rows[2]))


def test_views_that_look_into_each_other():
    tl.check_grad(rows_that_are_written, (np.array([0.4, 1.1, 0.7]),), order=2)
