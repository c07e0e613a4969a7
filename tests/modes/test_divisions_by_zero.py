"""Cotangents that are Python's numbers where the program divides NumPy's by zero."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient, central_jvp

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


def in_a_list(x, n):
    items = [np.sum(x) / n, x[0]]
    return items[0 if x[0] > 0.0 else 1]


def appended(x, n):
    items = []
    t = np.sum(x)
    for _ in range(x.size):
        t = t / n
        items.append(t)
    return items[1] + items[0]


def appended_pairs(x, n):
    items = []
    t = np.sum(x)
    for _ in range(x.size):
        t = t / n
        items.append((t, 2.0))
    return items[0][0] + items[1][0]


def replaced_in_a_list(x, n):
    items = [1.0] * x.size
    for k in range(x.size):
        items[k] = np.sum(x) / n
    return items[1]


PROGRAMS = [
    in_a_loop, before_a_loop, before_a_branch, before_another_exit, in_a_list,
    appended, appended_pairs, replaced_in_a_list,
]  # fmt: skip


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("program", PROGRAMS)
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


def after_a_constant(x, n):
    s = np.float64(1.0)
    for _ in range(2):
        s = s / n + np.sum(x)
    return s


def by_a_constant_on_a_path(x, n):
    s = np.float64(1.0)
    if x[0] > 9.0:
        s = np.sum(x)
    return s / n + x[0]


def constant_in_a_list(x, n):
    items = [np.float64(1.0), x[0]]
    return items[0 if n < 9 else 1] / n + x[0]


@pytest.mark.parametrize(
    "program", [after_a_constant, by_a_constant_on_a_path, constant_in_a_list]
)
def test_tangents_that_are_zero_are_divided_by_zero(program):
    x, u = np.array([0.5, 1.5]), np.array([1.0, 3.0])
    jvp = tl.autodiff(program, mode="forward")
    with np.errstate(divide="ignore", invalid="ignore"):
        assert program(x, 0) == np.inf
        assert np.isnan(jvp(x, 0, u))  # 0.0 / 0
    assert_close(jvp(x, 3, u), central_jvp(lambda x: program(x, 3), (x,), (u,)))


def test_median_of_no_entries_with_a_global_option():
    def median(x):
        return np.nanmedian(x, keepdims=KEEPDIMS)

    with pytest.warns(RuntimeWarning):
        assert tl.grad(median)(np.nan) == 0.0
    assert tl.grad(median)(2.0) == 1.0
