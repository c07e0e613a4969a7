"""What is moved out of loops, or into them, is right for loops without iterations."""

import numpy as np
import pytest

import tangentlite as tl
from tests.loops.test_parity import assert_near
from tests.support.loops_in_python import loops_in_python

X = np.array([0.5, 0.4, 0.3])
Y = np.array([1.5, -0.5, 0.25, 2.0])


def place_outside(x, y, n):
    total = 0.0
    for i in range(n):
        total += x[5] * y[i]
    return total + np.sum(x)


def sizes_that_differ(x, y, n):
    total = np.sum(y)
    for i in range(n):
        total = total + np.sum(x * y) * i
    return total


def list_of_each_iteration(x, y, n):
    total = 0.0
    for i in range(n):
        s = 1.0
        for j in range(len(y)):
            s = s * np.sin(s + x[i] * y[j])
        total += s * s
    return total


def triangular(x, y, n):
    total = 0.0
    for i in range(n):
        s = y[i]
        for j in range(i):
            s = np.cos(s * x[j])
        total = total + s * total + s
    return total


def left_full(x, y, n):
    """Not all that is appended is taken in the iteration."""
    kept = []
    for i in range(n):
        for j in range(3):
            kept.append(x[j] * y[i])
        for _ in range(2):
            y = y * kept.pop()
    return np.sum(y) + sum(kept)


def equal_by_a_test(x, y, n):
    z = np.zeros(len(y) - 1)
    for i in range(n):
        z = z + x * y[:-1] * i
        z[1:] += 0.5 * (x * x)[:-1]
    return np.sum(z * np.sin(x))


PROGRAMS = [
    place_outside,
    sizes_that_differ,
    list_of_each_iteration,
    triangular,
    left_full,
    equal_by_a_test,
]


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [0, 1, 3])
def test_gradients(f, n):
    given = (X, Y, n)
    try:
        want = tl.value_and_grad(f, wrt=(0, 1))(*given)
    except (IndexError, ValueError) as error:
        want = type(error)
    with loops_in_python() as loops:
        compiled = tl.value_and_grad(f, wrt=(0, 1), backend="numba", fallback=True)
        if isinstance(want, type):
            with pytest.raises(want):
                compiled(*given)
        else:
            assert_near(compiled(*given), want)
    assert loops.texts or f is left_full


def test_lists_of_iterations_are_arrays():
    derivative = tl.value_and_grad(list_of_each_iteration, wrt=(0, 1), backend="numba")
    assert ".append(" not in derivative.source_for(X, Y, 2)
