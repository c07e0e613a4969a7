"""What is computed again from what is saved, and what is saved as that costs less."""

import numpy as np
import pytest

import tangentlite as tl


def three_operations(x, n):
    y = 1.0
    for _ in range(n):
        y = np.sin(0.5 * (2.0 * x - y))
    return y


def two_operations(x, n):
    y = 1.0
    for _ in range(n):
        y = np.sin(2.0 * x - y) * y
    return y


def two_operations_with_an_entry(x):
    y = 1.0
    for i in range(len(x)):
        y = np.sin(2.0 * x[i] - 1.0) * y
    return y


def one_operation_with_an_entry(x):
    y = 1.0
    for i in range(len(x)):
        y = np.sin(2.0 * x[i]) * y
    return y


def two_of_one_value(x, n):
    for _ in range(n):
        s = np.sin(x)
        x = np.sin(1.0 - s) * np.cos(4.0 * s)
    return x


def with_a_constant(x, a, n):
    for _ in range(n):
        x = np.sin(a * x)
    return x


def parts_at_computed_places(x, s):
    for i in range(2):
        s = np.sum(np.sin(x[2 * i + 1 :] * s))
    return s


VECTOR = np.linspace(0.3, 1.1, 5)


@pytest.mark.parametrize(
    ("function", "args", "saved"),
    [
        (three_operations, (0.4, 3), "p"),
        (two_operations, (0.4, 3), "(a, y)"),
        (two_operations_with_an_entry, (VECTOR,), "(sin_d, y, d)"),
        (one_operation_with_an_entry, (VECTOR,), "(a, y)"),
        (two_of_one_value, (0.4, 3), "(a, b, x, s)"),
        (with_a_constant, (0.4, 0.7, 3), "p"),
        (parts_at_computed_places, (VECTOR, 0.5), "(s, p)"),
    ],
)
def test_what_is_saved(function, args, saved):
    derivative = tl.grad(function)
    text = derivative.source_for(*args)
    assert text.count(".append(") == 1
    assert f".append({saved})" in text
    tl.check_grad(function, args, 0)
