"""Sums of a few numbers, of windows that are known to be inside of an array."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.loops_in_python import loops_in_python

RNG = np.random.default_rng(0)


def pairs(x):
    total = 0.0
    for i in range(len(x) // 2):
        total += np.sum(x[2 * i : 2 * i + 2]) ** 2
    return total


def threes(x):
    n = len(x) // 3
    out = np.zeros(n)
    for i in range(n):
        out[i] = np.mean(np.sin(x[3 * i : 3 * i + 3]))
    return np.sum(out * out)


def the_last_is_short(x):
    total = 0.0
    for i in range(len(x) // 2 + 1):
        total += np.sum(x[2 * i : 2 * i + 2]) ** 2
    return total


def of_half_the_half(x):
    n = len(x) // 2
    m = n // 2
    total = 0.0
    for i in range(m):
        total += np.sum(x[4 * i : 4 * i + 4]) ** 2
    return total


def of_sevens(x):
    total = 0.0
    for i in range((len(x) - 6) // 2):
        total += np.sum(x[2 * i : 2 * i + 7] * x[i]) ** 2
    return total


INSIDE = [pairs, threes, of_half_the_half]
OTHERS = [the_last_is_short, of_sevens]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("f", [*INSIDE, *OTHERS])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 12, 17, 30])
def test_values_have_the_same_bits(f, size):
    x = RNG.normal(size=size)
    value, gradient = tl.value_and_grad(f)(x)
    with loops_in_python() as loops, tl.options(backend="numba"):
        found, slope = tl.value_and_grad(f)(x)
    assert loops.texts and not loops.repeats
    assert found == value
    np.testing.assert_allclose(slope, gradient, rtol=1e-13)


@pytest.mark.parametrize("f", INSIDE)
def test_nothing_is_cut_off(f):
    made = tl.value_and_grad(f, backend="numba")
    body = made.source_for(np.ones(12)).rpartition("def ")[2]
    assert "min(" not in body and "pairwise_sum(row1)" not in body
