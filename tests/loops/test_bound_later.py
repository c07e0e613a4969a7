# ruff: noqa: F821, F841
"""Variables that a loop binds in one iteration and reads in the next."""

import numpy as np
import pytest

import tangentlite as tl

X = np.linspace(0.2, 1.4, 12).reshape(3, 4)
V = X[0]


def part_of_the_last(x):
    y = x * x
    for i in range(3):
        if i > 0:
            y = y * u[0:1]
        u = y - np.sum(y, axis=1, keepdims=True)
    return np.sum(x * u)


def whole_of_the_last(x):
    y = x * x
    for i in range(3):
        if i > 0:
            y = y * u
        u = np.sin(y)
    return np.sum(x * u)


def row_of_the_last(x, n):
    y = x * x
    for i in range(n):
        if i > 0:
            y = y * u[0]
        u = np.sin(y) + y[1]
    return np.sum(x * y)


def of_another_shape(x):
    y = x * x
    for i in range(3):
        if i > 0:
            y = y * np.sum(u) + u[0, 0]
        u = y.T @ y
        u = u - np.max(u, axis=1, keepdims=True)
    return np.sum(x * y)


def matrix_of_the_last(x):
    y = x * x
    for i in range(3):
        if i > 0:
            y = y + u @ y
        u = np.reshape(y @ y.T, (3, 3)) / np.sum(y, axis=1)
    return np.sum(x * y)


def pair_of_the_last(x):
    s = 0.0
    for i in range(len(x)):
        if i > 0:
            s = s + (x[i] - p[1]) ** 2
        p = (x[i], 2.0 * x[i])
    return s


def shrinking(x):
    s = 0.0
    i = 0
    while i < len(x):
        if i > 1:
            s = s + previous[0] * x[i]
        previous = x[i:] * 2.0
        i += 1
    return s


def number_of_the_last(x):
    s = 0.0
    for i in range(len(x)):
        t = x[i]
        if i > 0:
            s = s + last * t - 3.0 * last
        last = t * t
    return s


@pytest.mark.one_in(3)
@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    ("f", "args"),
    [
        (part_of_the_last, (X,)), (whole_of_the_last, (X,)), (row_of_the_last, (X, 3)),
        (row_of_the_last, (X, 1)), (row_of_the_last, (X, 0)), (of_another_shape, (X,)),
        (matrix_of_the_last, (X,)), (pair_of_the_last, (V,)), (shrinking, (V,)),
        (number_of_the_last, (V,)),
    ],
)  # fmt: skip
def test_against_central_differences(f, args, optimize):
    with tl.options(optimize=optimize):
        tl.check_grad(f, args, order=2)
