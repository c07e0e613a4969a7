"""Lists of lists that grow when the program runs, which become arrays."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.8, 0.5, 1.2, 0.3])


def products(x):
    return np.array([[u * v for v in x] for u in x])


def one_row(x):
    return np.sum(products(x)[1])


def rows_grown_by_hand(x):
    rows = []
    for i in range(len(x)):
        row = []
        for j in range(2):
            row.append(x[i] * x[j])
        rows.append(row)
    return np.array(rows)[2, 1]


def lists_of_arrays(x):
    return np.sum(np.array([[u * x for _ in range(2)] for u in x])[1, 0])


@pytest.mark.parametrize('function', [one_row, rows_grown_by_hand, lists_of_arrays])
def test_first_derivatives(function):
    tl.check_grad(function, (X,))


def read_twice(x):
    rows = [[u * v for v in x] for u in x]
    return np.sum(np.array(rows)[1]) + np.sum(np.array(rows)[2])


def three_levels(x):
    return np.sum(np.array([[[u * v * w for w in x] for v in x] for u in x])[1])


def item_read(x):
    rows = [[u * v for v in x] for u in x]
    return rows[len(x) - 1][0]


@pytest.mark.parametrize(('function', 'what'), [
    (read_twice, 'read several times'), (three_levels, 'more than two levels'),
    (item_read, 'this item of a list'),
])
def test_refused(function, what):
    tl.check_grad(function, (X,))  # loops of few iterations are written out
    with pytest.raises(tl.UnsupportedError, match=what):
        tl.grad(function)(np.ones(5000))


def test_second_derivatives():
    tl.check_grad(one_row, (X,), order=2)


def places_on_the_diagonal(x, n):
    a = [[1.0, 2.0], [3.0, 4.0]]
    for i in range(n):
        a[i][i] = x
    return x**2 + a[0][0] * a[-1][1]


def every_place(x, n):
    a = [[1.0, 2.0], [3.0, 4.0]]
    for i in range(n):
        for j in range(n):
            a[i][j] += x * (j + 1)
    return x**2 + a[0][1] * a[1][1]


def places_of_swapped_rows(x, n):
    a = [[1.0, 2.0], [3.0, 4.0]]
    for i in range(n):
        a[i], a[1 - i] = a[1 - i], a[i]
        a[i][0] *= x
    return a[0][0] * a[1][1] * a[1][0]


def rows_that_grow_and_change(x, n):
    a = [[1.0, 2.0], [3.0, 4.0]]
    for i in range(n):
        row = a[i]
        row[i] = x
        row.insert(0, x * 2)
    return a[0][0] * a[1][1] * a[1][-1]


@pytest.mark.parametrize(
    'function',
    [
        places_on_the_diagonal, every_place, places_of_swapped_rows,
        rows_that_grow_and_change,
    ],
    ids=lambda f: f.__name__,
)  # fmt: skip
@pytest.mark.parametrize('optimize', [True, False])
def test_rows_chosen_by_a_counter_change(function, optimize):
    with tl.options(optimize=optimize):
        for n in (1, 0, 2):
            tl.check_grad(function, (0.7, n), 0, order=2)
            assert tl.value_and_grad(function)(0.7, n)[0] == function(0.7, n)
