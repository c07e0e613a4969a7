"""Lists whose length shows when the program runs, written into arrays."""

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.3, 0.9, 1.4, -0.6, 2.0])
MASK = np.array([True, False, True, True, False])


def squares(x, n):
    found = []
    for i in range(n):
        found.append(x[i] ** 2)
    return found


def into_a_slice(x, n):
    y = np.zeros(5)
    y[:n] = squares(x, n)
    return y


def into_a_mask(x, n):
    y = np.zeros(5)
    y[MASK] = squares(x, n)
    return y


def into_the_whole(x, n):
    y = np.zeros(n)
    y[...] = squares(x, n)
    return y


def into_places(x, n):
    y = np.zeros(5)
    y[[0, 2, 4]] = squares(x, n)
    return y


def into_a_view_of_an_array(x, n):
    y = np.zeros((2, 5))
    row = y[1]
    row[1:4] = squares(x, n)
    y.flat[:n] = squares(x, n)
    return y


def into_an_imaginary_part(x, n):
    z = np.zeros(3, complex)
    z.imag[:] = squares(x, n)
    z.real *= squares(x, n)
    z.real += squares(x[1:], n)
    return np.abs(z) ** 2


def added_at_places(x, n):
    y = np.zeros(5)
    np.add.at(y, [0, 2, 2], squares(x, n))
    np.multiply.at(y, [2, 2, 4], squares(x, n))
    return y


def rows_added_at_places(x, n):
    y = np.zeros((3, 5))
    np.add.at(y, [0, 2, 2], [x * k for k in range(n)])
    return y


def padded(x, n):
    pad = np.zeros((n, 5))
    for i in range(n):
        row = squares(x * (i + 1), i + 1)
        pad[i, : len(row)] = row
    return pad


def ragged_rows(x, n):
    rows = [[x[i] * x[j] for j in range(i + 1)] for i in range(n)]
    pad = np.zeros((n, 4))
    for i, row in enumerate(rows):
        pad[i, : len(row)] = row
    return pad


def rows_of_pairs(x, n):
    rows = []
    for i in range(n):
        rows.append((x[i], x[i + 1] ** 2))
    y = np.zeros((3, 2))
    y[...] = rows
    return y


def in_augmented_assignments(x, n):
    y = np.ones(5)
    y[:n] += squares(x, n)
    y[n:] -= squares(x, 2)
    y[MASK] *= squares(x, n)
    y += squares(x, 5)
    return y


def by_functions_that_write(x, n):
    y, z = np.ones(3), np.ones(5)
    np.copyto(y, squares(x, n))
    np.put(z, [0, 1, 4], squares(x, n))
    np.place(z, MASK, squares(x, n))
    return np.outer(y, z)


def changed_behind_the_write(x, n):
    values = squares(x, n)
    y = np.zeros(5)
    y[:n] = values
    values[0] = 7.0 * x[1]
    values.append(x[0])
    y[1:] += values
    return y


def beside_arrays(x, n):
    return (x[:n] - squares(x, n)) * (np.ones((n, n)) @ squares(x, n)) / x[:n]


def given(values, n):
    y = np.zeros(5)
    y[:n] = values
    y[n - 1 :] += values
    return y


CASES = [
    (into_a_slice, X), (into_a_mask, X), (into_the_whole, X), (into_places, X),
    (into_a_view_of_an_array, X), (into_an_imaginary_part, X), (added_at_places, X),
    (rows_added_at_places, X), (padded, X), (ragged_rows, X), (rows_of_pairs, X),
    (in_augmented_assignments, X), (by_functions_that_write, X),
    (changed_behind_the_write, X), (beside_arrays, X), (given, [0.3, 0.9, 1.4]),
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("f", "x"), CASES, ids=[f.__name__ for f, _ in CASES])
def test_derivatives_are_those_of_differences(f, x):
    def loss(x):
        y = f(x, 3)
        return np.sum(np.arange(1.0, 1.0 + y.size) * y.ravel() ** 2)

    tl.check_grad(loss, (x,), order=2)


def test_a_list_times_a_number_raises_as_in_python():
    def f(x, n):
        return np.sum(squares(x, n) * x[0])

    with pytest.raises(tl.TangentliteError, match="can't multiply sequence by non-int"):
        tl.grad(f)(X, 3)
