"""Exceptions of conditional expressions in try statements, and what these bind."""

import numpy as np
import pytest

import tangentlite as tl
from tests.programs.with_and_try import loop_in_what_is_tried

X = np.array([0.5, 1.2, -0.7])


def read_by_the_handler(x):
    try:
        y = float(x[0]) / float(x[1] * 0) if x[0] > 0 else x[1] ** 2
    except ZeroDivisionError as e:
        y = x[0] * len(str(e))
    return y * x[0]


def read_by_the_handler_of_every_exception(x):
    try:
        y = np.sqrt(x[0]) if x[0] > 0 else x[1] ** 2
    except Exception as e:
        y = x[0] * len(str(e))
    return y * x[0]


def in_a_loop(x):
    s = 0.0
    for i in range(3):
        try:
            y = float(x[0]) / float(x[1] * 0) if x[0] > 0.3 * i else x[1] ** 2
        except ZeroDivisionError as e:
            y = x[0] * len(str(e))
        s += y
    return s


def through_another_try_statement(x):
    try:
        try:
            y = np.linalg.inv(np.outer(x, x) * 0) if x[0] > 0 else np.outer(x, x)
        except ZeroDivisionError as e:
            y = x[1] * len(str(e))
    except np.linalg.LinAlgError as e:
        y = x[0] * len(str(e))
    return np.sum(y * x[0])


def bound_in_both(x):
    y = (z := x[0] ** 2) if x[0] > 0 else (z := x[1])
    return y * z


def bound_in_one(x):
    y = (z := x[0] ** 2) if x[0] > 0 else x[1]
    if x[0] > 0:
        y = y * z
    return y


def complex_exponent(x):
    try:
        y = (x[0] * 1j) ** 2j
    except ZeroDivisionError:
        y = 1j
    return np.abs(y) * x[1]


PROGRAMS = [
    read_by_the_handler, read_by_the_handler_of_every_exception, in_a_loop,
    through_another_try_statement, bound_in_both, bound_in_one, complex_exponent,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_derivatives_are_those_of_differences(f):
    tl.check_grad(f, (X,), order=2)


RETURNS = np.linspace(0.1, 2.0, 6)


def sum_of_its_gradient(theta):
    return np.sum(tl.grad(loop_in_what_is_tried)(theta, RETURNS))


def test_a_known_number_of_turns_parts_no_try():
    theta = np.array([0.05, 0.2, 0.1])
    expected = tl.hessian(loop_in_what_is_tried)(theta, RETURNS).sum(axis=0)
    np.testing.assert_allclose(tl.grad(sum_of_its_gradient)(theta), expected)
    tl.check_grad(loop_in_what_is_tried, (theta, RETURNS), order=2)
