"""Rows of a list of lists that a function makes are lists: they change, and say so."""

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.3, 0.5, 0.7])


def table(x):
    made = [[0.0] * 2 for _ in range(2)]
    for i in range(2):
        for j in range(2):
            made[i][j] = x[i] * x[j]
    return made[0][1] + made[1][1]


def appended(x):
    data = []
    for v in x:
        data.append([v, 0.0])
    for k, row in enumerate(data):
        row[1] = row[0] * (k + 1.0)
    return sum(row[0] * row[1] for row in data)


def scaled(x):
    data = [[v, v * v] for v in x]
    for row in data:
        row[0] *= 2.0
        row[0], row[1] = row[1], row[0]
    return sum(a * b for a, b in data) + data[1][0]


def by_name(x):
    data = [[v, v * v] for v in x]
    row = data[1]
    row[0] += x[2]
    return data[1][0] * data[1][1]


def told_by_type(x):
    data = [[v, v * v] for v in x]
    total = 0.0
    for row in data:
        total += row[0] if isinstance(row, list) else 1.0
        total += row[1] if type(row) is list else 2.0
        total *= 3.0 if hasattr(row, 'append') else 1.0
    return total + sum(row[0] * row[1] for row in data)


def told_by_tuple(x):
    data = [(v, v * v) for v in x]
    total = 0.0
    for row in data:
        total += row[0] if isinstance(row, tuple) else 1.0
    return total


def extended(x):
    data = [[v, v * v] for v in x]
    total = 0.0
    for row in data:
        longer = row + [x[0]]
        longer = [x[1], *longer]
        longer += [2.0]
        total += longer[0] * longer[1] * longer[3] * longer[4]
    return total


def compared(x):
    data = [[v, 2.0] for v in x]
    count = 0.0
    for row in data:
        count += 1.0 if row == [0.5, 2.0] else 0.0
    return count * x[0] + data[0][0]


def caught(x):
    data = [[v, v * v] for v in x]
    try:
        for k in range(len(data)):
            data[k][0] += x[k] ** 2
    except TypeError:
        return x[0]
    return sum(row[0] for row in data)


PROGRAMS = [table, appended, scaled, by_name, told_by_type, told_by_tuple, extended,
            compared, caught]


@pytest.mark.one_in(3)
@pytest.mark.parametrize('f', PROGRAMS)
def test_rows_are_what_they_were_made(f):
    for x in (X, np.append(X, 0.9)):
        value, _ = tl.value_and_grad(f)(x)
        assert value == pytest.approx(f(x), rel=1e-14)
        tl.check_grad(f, (x,), order=2)


def test_rows_of_tuples_do_not_change():
    def f(x):
        data = [(v, v * v) for v in x]
        for row in data:
            row[0] *= 2.0
        return data[0][0]

    with pytest.raises(TypeError, match='does not support item assignment'):
        tl.grad(f)(X)


def test_rows_of_more_lists_than_are_told_apart():
    def f(x):
        data = [[v, v * v] for v in x]
        total = 0.0
        for row in data:
            total += row[0] * row[1] if isinstance(row, list) else 0.0
        return total

    x = np.linspace(0.1, 1.0, 2500)
    np.testing.assert_allclose(tl.grad(f)(x), 3.0 * x**2, rtol=1e-12)
