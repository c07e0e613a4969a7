"""Errors on shapes in functions that are called, of open ranks, and in conditions."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

ONES = np.ones


def recursive(x, w, n):
    _t = x + w
    if n <= 0:
        return np.sum(x)
    return recursive(x * 0.5, w, n - 1)


def recursive_reads(x, k, n):
    _u = x[k]
    if n <= 0:
        return np.sum(x)
    return recursive_reads(x * 0.5, k, n - 1)


def long_one(x, k):
    _t = x[k]
    s = np.sum(x)
    for _ in range(3):
        s = s * np.sin(s) + np.cos(s) * s + s**2 - s / 3 + np.exp(-s)
    a = s * np.sin(s) + np.cos(s) * s + s**2 - s / 3 + np.exp(-s)
    b = a * np.sin(s) + np.cos(a) * s + a**2 - a / 3 + np.exp(-a)
    c = a * np.sin(b) + np.cos(a) * b + b**2 - a / 3 + np.exp(-a)
    d = c * np.sin(b) + np.cos(a) * c + c**2 - a / 3 + np.exp(-b)
    return np.tanh(a + b + c + d)


def called_often(x, k):
    return (
        long_one(x, k) + long_one(x * 2, k) + long_one(x * 3, k)
        + long_one(x * 4, k) + long_one(x * 5, k) + long_one(x * 6, k)
    )  # fmt: skip


def added_in_branch(x, c):
    if c > 0:
        y = x.copy()
        y[4] += x[0]
    return np.sum(x)


def scaled_in_branch(x, c):
    if c > 0:
        y = x.copy()
        y[4] *= x[0] * x[1]
    return np.sum(x)


def cleared(z, x, w):
    _t = x + w
    z[0] = 1.0
    return 2.0


def walked_again(x, w):
    y = x.copy()
    z = np.zeros(3)
    y[np.array([0, 1])] *= cleared(z, x, w)
    return np.sum(y)


def of_open_rank_added(x, c):
    t = x[0] if c > 0 else x
    _u = t + np.ones(2)
    return np.sum(x)


def of_open_rank_maximum(x, c):
    t = x[0] if c > 0 else x
    _u = np.maximum(t, np.ones(2))
    return np.sum(x)


def of_open_rank_read(x, c):
    t = x[0] if c > 0 else x
    _u = t[5]
    return np.sum(x)


def of_open_rank_written(x, c):
    t = x[0] if c > 0 else x
    y = np.zeros(2)
    y[:] = t
    return np.sum(x)


def of_open_rank_in_place(x, c):
    t = x[0] if c > 0 else x
    u = np.ones(2)
    u += t
    return np.sum(x)


def chosen_unused(x, y):
    _z = 1 if y else 2
    return np.sum(x)


def chosen(x, y):
    return np.sum(x * (2 if y else 3))


def branched(x, y):
    if y:
        x = x * 2
    return np.sum(x)


def negated(x, y):
    _z = not y
    return np.sum(x)


def conjunction(x, y):
    _z = y and 3
    return np.sum(x)


def larger(x, y):
    _z = max(y, 2.0)
    return np.sum(x)


def repeated(x, y):
    while y:
        y = y - 1
    return np.sum(x)


def of_selected(x, y):
    z = y[y > 0]
    if z:
        _w = 2.0
    return np.sum(x)


def in_some_calls(x, y):
    if np.sum(x) > 2.5:
        _z = 1 if y else 2
    return np.sum(x)


def formatted(x, y):
    _text = f'{y:.2f}'
    return np.sum(x)


def item_by_length(x, y):
    _z = [1.0, 2.0, 3.0][len(y)]
    return np.sum(x)


CASES = [
    (recursive, (ONES(3), ONES(3), 3), (ONES(3), ONES(4), 3)),
    (recursive_reads, (ONES(3), 2, 3), (ONES(3), 5, 3)),
    (called_often, (ONES(3), 2), (ONES(3), 5)),
    (added_in_branch, (ONES(3), -1.0), (ONES(3), 1.0)),
    (scaled_in_branch, (ONES(3), -1.0), (ONES(3), 1.0)),
    (walked_again, (ONES(3), ONES(3)), (ONES(3), ONES(4))),
    (of_open_rank_added, (ONES(3), 1.0), (ONES(3), -1.0)),
    (of_open_rank_maximum, (ONES(3), 1.0), (ONES(3), -1.0)),
    (of_open_rank_read, (ONES(6), -1.0), (ONES(3), -1.0)),
    (of_open_rank_read, (ONES(6), -1.0), (ONES(6), 1.0)),
    (of_open_rank_written, (ONES(3), 1.0), (ONES(3), -1.0)),
    (of_open_rank_in_place, (ONES(3), 1.0), (ONES(3), -1.0)),
    *((function, (ONES(2), ONES(1)), (ONES(2), ONES(size)))
      for function in (chosen_unused, chosen, branched, negated, conjunction, larger,
                       repeated, of_selected)
      for size in (4, 0)),
    (in_some_calls, (ONES(2), ONES(4)), (ONES(3), ONES(4))),
    (formatted, (ONES(2), 1.5), (ONES(2), ONES(3))),
    (item_by_length, (ONES(2), ONES(2)), (ONES(2), ONES(3))),
]  # fmt: skip
NAMES = [f'{function.__name__}-{i}' for i, (function, *_) in enumerate(CASES)]


def along(function):
    def of(x, *rest):
        return tl.jvp(function, (x, *rest), (x, *(None for _ in rest)))[1]

    return of


@pytest.mark.parametrize(('function', 'fitting', 'other'), CASES, ids=NAMES)
@pytest.mark.parametrize('optimize', [True, False])
def test_both_modes_raise_what_the_function_raises(function, fitting, other, optimize):
    with pytest.raises(Exception) as expected:
        function(*other)
    wanted = central_gradient(function, fitting, (0,))[0]
    with tl.options(optimize=optimize):
        gradient, tangent = tl.grad(function), along(function)
        for _ in range(2):
            assert_close(gradient(*fitting), wanted)
            assert_close(tangent(*fitting), np.sum(wanted * fitting[0]))
            for derivative in (gradient, tangent, tl.grad(function), along(function)):
                with pytest.raises(expected.type):
                    derivative(*other)


@pytest.mark.parametrize('function', [chosen_unused, negated, repeated, in_some_calls])
def test_conditions_of_functions_of_which_a_program_takes_the_derivative(function):
    def squares(x, y):
        return np.sum(tl.grad(function)(x, y) ** 2)

    gradient = tl.grad(squares)
    assert_close(gradient(ONES(2), ONES(1)), np.zeros(2))
    for _ in range(2):
        with pytest.raises(ValueError, match='ambiguous'):
            gradient(ONES(3), ONES(4))


def row_of_matrix(v):
    row = tl.jacobian(lambda p: p * p[0])(v)[0]
    return row @ np.array([1.0 * z for z in row])


def sorted_row_sums(v):
    sums = np.sum(tl.jacobian(lambda p: p * p[0])(v), axis=1)
    return sums @ sorted(sums, key=lambda z: -z)


@pytest.mark.parametrize('function', [row_of_matrix, sorted_row_sums])
def test_sizes_of_derivatives_inside_are_read_from_arguments(function):
    gradient = tl.grad(function)
    for v in (np.array([-0.6, -0.15, 0.8]), np.array([0.3]), np.array([0.1, 0.7])):
        assert_close(gradient(v), central_gradient(function, (v,), (0,))[0])
    with pytest.raises(IndexError):
        gradient(np.zeros(0))
