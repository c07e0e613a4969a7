"""Lists, dicts and iterators made of arrays of one entry, and of two and three."""
import functools
import itertools

import numpy as np
import pytest

import tangentlite as tl


def keys_by_place(x):
    squares = {}
    for i in range(len(x)):
        squares[f'{i}'] = x[i] ** 2
    return sum(squares.values())


def keys_by_shape(x):
    squares = {}
    for i in range(x.shape[0]):
        squares[i] = x[i] ** 2
    return sum(squares.values())


def keys_by_size(x):
    squares = {}
    for i in range(x.size):
        squares[i, 'a'] = x[i] ** 2
    return sum(squares.values())


def dict_of_pairs(x):
    return sum(v ** 2 for v in dict(zip(range(len(x)), x)).values())


def reduced(x):
    return functools.reduce(lambda u, v: u * v + u, x)


def product_of_lists(x):
    total = 0.0
    for (i, v), w in itertools.product(enumerate(list(x)), list(x)):
        total = total + i * w + v
    return total


def appended_and_deleted(x):
    items = list(x)
    items.append(x[0] * 2)
    del items[0]
    return sum(v * v for v in items)


def inserted_in_front(x):
    items = []
    for v in x:
        items.insert(0, v * v)
    return items[0]


def popped(x):
    stack, total = list(x), 0.0
    while stack:
        v = stack.pop()
        total += v * v
    return total


def table(x):
    grid = [[0.0] * len(x) for _ in x]
    for i in range(len(x)):
        for j in range(len(x)):
            grid[i][j] = x[i] * x[j]
    return sum(sum(row) for row in grid)


def ordered(x):
    order = list(range(len(x)))
    return sum(x[k] ** 2 for k in order)


def first_of_iterator(x):
    it = iter(x)
    v = next(it)
    return v * v


def repeated_zeros(x):
    return sum(v * v for v in [0.0] * len(x)) + x[0]


def largest_place(x):
    best = max(range(len(x)), key=lambda i: x[i])
    return x[best] ** 2


def first_and_rest(x):
    first, *rest = x
    return first * first + sum(rest)


def delegated(x):
    def each():
        yield from x
    return sum(v * v for v in each())


PROGRAMS = [
    keys_by_place, keys_by_shape, keys_by_size, dict_of_pairs, reduced,
    product_of_lists, appended_and_deleted, inserted_in_front, popped, table, ordered,
    first_of_iterator, repeated_zeros, largest_place, first_and_rest, delegated,
]


@pytest.mark.one_in(5)
@pytest.mark.parametrize('length', [1, 2, 3])
@pytest.mark.parametrize('program', PROGRAMS, ids=lambda program: program.__name__)
def test_both_modes_and_second_order(program, length):
    tl.check_grad(program, (np.linspace(0.4, 1.3, length),), order=2)


@pytest.mark.parametrize('program', PROGRAMS, ids=lambda program: program.__name__)
def test_one_derivative_for_all_lengths(program):
    gradient = tl.grad(program)
    for length in (3, 1, 2, 1, 3):
        x = np.linspace(0.4, 1.3, length)
        np.testing.assert_array_equal(gradient(x), tl.grad(program)(x))
