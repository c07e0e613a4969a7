"""Loops and branches that are not run, whose statements would raise."""

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.5, 0.2, 0.9])


def item_of_a_list(x, n):
    a = [[1.0, 2.0]]
    for i in range(n):
        a[i + 1][i] = x
    return x**2 + a[0][0]


def item_of_an_empty_list(x, n):
    a = []
    for i in range(n):
        a[i][i] = x
    for _ in range(n):
        x = x + a.pop() + a[3]
    return x**2


def key_of_a_dict(x, n):
    d = {}
    for _ in range(n):
        d["a"]["b"] = x
        x = x + d["a"]
    return x**2


def attribute_of_none(x, n):
    nothing = None
    for _ in range(n):
        x = nothing.w * x
    return x**2


def number_and_none(x, n):
    best = None
    for i in range(n):
        x = x + best * i
    return x**2


def call_of_none(x, n):
    f = None
    for _ in range(n):
        x = f(x)
    return x**2


def too_few_values(x, n):
    for _ in range(n):
        a, b = [x]
        x = a * b
    return x**2


def too_many_indices(x, n):
    m = np.ones((2, 2))
    for _ in range(n):
        x = x + m[0, 0, 0]
    return x**2


def in_a_branch(x, n):
    a = []
    if n > 0:
        a[0][0] = x
        x = x + a[3]
    y = a[0] if x < 0 else x
    while x < 0:
        x = x + a[2]
    return x * y


def in_a_condition(x, n):
    a = []
    for _ in range(2):
        if n > 0 and a[3] > 1:
            x = x * 2
        x = x * (1.5 if n == 0 or a[5] > 0 else 1.0)
    return x


def behind_a_raise(x, n):
    while n > 0:
        x = x + 1.0
        raise ValueError(x)
    return x**2


def grown_from_a_number(x, n):
    for _ in range(n):
        x = x + np.ones(3)
    return x**2


SKIPPED = [
    item_of_a_list, item_of_an_empty_list, key_of_a_dict, attribute_of_none,
    number_and_none, call_of_none, too_few_values, too_many_indices, in_a_branch,
    in_a_condition, behind_a_raise,
]  # fmt: skip


@pytest.mark.parametrize("f", [*SKIPPED, grown_from_a_number], ids=lambda f: f.__name__)
def test_derivatives_are_those_of_differences(f):
    tl.check_grad(f, (0.7, 0), wrt="x", order=2)


@pytest.mark.parametrize("f", SKIPPED, ids=lambda f: f.__name__)
def test_what_is_run_raises_what_python_raises(f):
    with pytest.raises(Exception) as expected:
        f(0.7, 1)
    for derivative in (tl.grad(f), tl.autodiff(f, mode="forward")):
        arguments = (0.7, 1) if derivative.mode != "forward" else (0.7, 1, 1.0)
        # Where a loop is unrolled it is known to raise: that is an error of ours.
        with pytest.raises((type(expected.value), tl.TangentliteError)) as raised:
            derivative(*arguments)
        words = str(expected.value).split("'")[0].strip()
        assert words in str(raised.value).replace("assignment ", "")


def bound_by_an_earlier_iteration(x):
    a, d, best, s = [], {}, None, 0.0
    for i in range(3):
        if i > 0:
            s = s + a[-1] * d["w"] * best * x[i]
        a.append(x[i] ** 2)
        d["w"] = best = x[i] ** 3
    return s


def test_what_an_earlier_iteration_binds_is_read():
    tl.check_grad(bound_by_an_earlier_iteration, (X,), order=2)
