"""Cotangents that are Python's numbers where the program divides NumPy's by zero."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

KEEPDIMS = False


def in_a_loop(x, n):
    s = np.sum(x)
    for _ in range(3):
        s = s / n
    return s


def before_a_loop(x, n):
    s = np.sum(x) / n
    for _ in range(n):
        s = s * 2.0
    return s


def before_a_branch(x, n):
    s = np.sum(x) / n
    if not n:
        s = s * 2.0
    return s


def before_another_exit(x, n):
    s = np.sum(x) / n
    if n > 2:
        return s * 2.0
    return s


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(
    "program", [in_a_loop, before_a_loop, before_a_branch, before_another_exit]
)
def test_numbers_of_numpy_are_divided_by_zero(program, mode):
    x = np.array([0.5, 1.5])
    tangents = () if mode == "reverse" else (np.array([1.0, 3.0]),)
    derivative = tl.autodiff(program, mode=mode)
    with np.errstate(divide="ignore", invalid="ignore"):
        assert program(x, 0) == np.inf
        assert np.all(derivative(x, 0, *tangents) == np.inf)
    [want] = central_gradient(lambda x: program(x, 3), (x,), (0,))
    found = derivative(x, 3, *tangents)
    assert_close(found, np.dot(want, *tangents) if tangents else want)


def test_median_of_no_entries_with_a_global_option():
    def median(x):
        return np.nanmedian(x, keepdims=KEEPDIMS)

    with pytest.warns(RuntimeWarning):
        assert tl.grad(median)(np.nan) == 0.0
    assert tl.grad(median)(2.0) == 1.0
