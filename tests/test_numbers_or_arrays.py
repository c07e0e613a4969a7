"""Variables that hold a number on one path and an array on another."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([1.0, 2.0, 3.0])


def size(x, n):
    v = 2.0
    if n > 3:
        v = x
    return np.size(v) * x[1]


def shape(x, n):
    v = 2.0
    if n > 3:
        v = x
    return np.sum(np.ones(np.shape(v)) * x[0])


def zeros_like(x, n):
    v = 2.0
    if n > 3:
        v = x
    return np.sum(np.zeros_like(v) + x[0])


def sum_of_a_sum(x, n):
    v = 1.0
    if n > 3:
        v = x
    return np.sum(v + x[0] * 2)


def reductions(x, n):
    v = 1.0 if n > 3 else x
    return np.mean(v) * x[0] + np.max(v) + np.mean(v * x[1]) + np.sum(v * x[0])


def carried(x, n):
    r, v = 0.0, 0.0
    for k in range(n):
        r = r + np.sum(v)
        v = x * k if k else 1.0
    return r


def running_sums(x, n):
    s = 0.0 if n % 2 else x * n
    return np.sum(np.cumsum(s)) + x[0]


def accumulated_from_zero(x, n):
    h = 0.0
    for k in range(n - 3):
        h = h + x * k
    return np.sum(np.tanh(h)) + np.mean(h)


@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize('n', [3, 4])
@pytest.mark.parametrize('function', [
    size, shape, zeros_like, sum_of_a_sum, reductions, carried, running_sums,
    accumulated_from_zero,
])
def test_both_paths(function, n, optimize):
    with tl.options(optimize=optimize):
        tl.check_grad(function, (X, n), order=2)
        assert tl.value_and_grad(function)(X, n)[0] == function(X, n)


def bound_again_while_shared(x, n):
    v = 1.0
    if n > 3:
        v = x * 1.0
    z = v
    v *= x[1]
    return np.sum(z * x[0]) + np.sum(v)


def carried_while_shared(x, n):
    v = 1.0
    for _ in range(n - 3):
        v = x * 1.0
    z = v
    v *= x[1]
    return np.sum(z * x[0]) + np.sum(v)


@pytest.mark.parametrize('n', [3, 4])
@pytest.mark.parametrize('function', [bound_again_while_shared, carried_while_shared])
def test_statements_that_may_write_what_another_variable_holds(function, n):
    if function is bound_again_while_shared:
        tl.check_grad(function, (X, n))  # made for this n, by which it is known
    with pytest.raises(tl.UnsupportedError, match='whether this statement writes'):
        tl.grad(function)(X, np.int64(n))


def added_up(x, n):
    h = 0.0
    for k in range(n):
        h += x * k
        h *= 0.5
    h /= 2
    z = h
    return np.sum(z * x)


@pytest.mark.parametrize('n', [0, 1, 4])
def test_sums_that_begin_with_a_number(n):
    tl.check_grad(added_up, (X, n), order=2)
