"""Sets of what is computed: they are asked for their length and what is in them."""

import numpy as np
import pytest

import tangentlite as tl


def lengths(x, y):
    if len({len(array) for array in (x, y[::-1])}) > 1:
        raise ValueError("arrays of several lengths")
    return np.sum(x * y)


def shapes(x, y):
    if len({array.shape for array in (x, y)}) != 1:
        raise ValueError("arrays of several shapes")
    return np.sum(x * y)


def membership(x, y):
    return np.sum(x * y) if int(y[0]) in {int(x[0]), 7} else np.sum(y)


def truth(x, y):
    found = {int(x[0]), int(y[0])}
    return np.sum(x * y) if found and len(found) < 3 else np.sum(y)


def texts(x, y):
    found = frozenset(str(int(v)) for v in (x[0], y[0]))
    return np.sum(x * y) if "4" in found else np.sum(y)


def union(x, y):
    return len({int(x[0])} | {int(y[0]), 7}) * np.sum(x * y)


POINTS = [np.array([1.0, 2.0]), np.array([4.0, 5.0])]


@pytest.mark.parametrize("y", POINTS)
@pytest.mark.parametrize(
    "function", [lengths, shapes, membership, truth, texts, union]
)
def test_derivatives(function, y):
    tl.check_grad(function, (POINTS[0] + 0.2, y + 0.2))


@pytest.mark.parametrize("function", [lengths, shapes])
def test_what_a_program_raises_is_raised(function):
    with pytest.raises(ValueError, match="arrays of several"):
        tl.grad(function)(np.ones(2), np.ones(3))


def of_floats(x, y):
    return max({x[0], y[0]}) * x[1]


def gone_through(x, y):
    total = 0.0
    for number in {int(x[0]), int(y[0])}:
        total += number * x[1]
    return total


def changed(x, y):
    found = {int(x[0])}
    found.add(3)
    return len(found) * x[1]


def sorted_set(x, y):
    return sorted({int(x[0]), 3})[0] * x[1]


@pytest.mark.parametrize("function", [of_floats, gone_through, changed, sorted_set])
def test_what_needs_known_items_is_refused(function):
    with pytest.raises(tl.errors.UnsupportedError):
        tl.grad(function)(*POINTS)
