"""Programs in which arrays are written over when they are dead, and others may not."""

import numpy as np
import pytest

import tangentlite as tl

X = np.linspace(0.3, 1.5, 12).reshape(3, 4)
Z = np.linspace(1.2, 0.4, 12).reshape(3, 4) ** 2
B = np.array([0.9, 0.4, 1.1, 0.7])


def adjoint_that_is_broadcast(x):
    y = x * x
    for _ in range(2):
        y = y * 0.5
        y = y - 0.1 * x
    return np.sum(y)


def tangent_that_is_broadcast(x, b):
    t = x - b
    for _ in range(2):
        t = t + t
        t = t * t
    return np.sum(t)


def default_cotangent(x, w):
    y = x * w
    n = 0
    while np.sum(y) > 0.5:
        y = y * 0.5
        n += 1
    return y


def operand_read_in_a_test(x, z):
    t = np.exp(x)
    t = t * t
    u = x * z
    if np.sum(t) > 1000.0:
        u = u + x
    return np.sum(u * u)


def broadcast_in_one_branch(b, z):
    t1 = b - z
    t1[0] = b
    t4 = np.exp(t1 * 0.3)
    if np.sum(z) > 1000.0:
        t5 = t4
    else:
        t4 = z - b
    return np.mean(t4) + 0.0 * np.sum(t5 if np.sum(z) > 1000.0 else t4)


def held_by_two_variables(x, z):
    t2 = z / x
    t1 = x + z
    for _ in range(3):
        t2 += x
        t1 = t2 - np.max(t2, axis=-1, keepdims=True)
    t5 = x + t1
    t6 = z * t5
    return np.sum(t6 * t5)


def reset_in_a_loop(x):
    y = x * x
    for _ in range(2):
        y = y + x
        u = y - np.max(y, axis=1, keepdims=True)
    return np.sum(x + u)


def reset_and_multiplied(x):
    y = x * x
    for _ in range(2):
        y = y + x
        u = y / np.sum(y, axis=0)
        v = u @ u.T
    return np.sum(v)


def variables_handed_on(x, w):
    a, b = x, w
    for _ in range(2):
        a, b = b * x, a + w
    return a * b


def three_variables_handed_on(x, z):
    a, b, c = x, z, x * z
    for _ in range(3):
        a, b, c = b + z, c + z, a + 1.0
    return a * b * c


def row_written_behind_a_sum(x, z):
    y = x * 2.0
    u = y[0] + 1.0
    y[0] = z
    return np.sum(u * y)


def array_written_behind_a_difference(x, b):
    t = x * 2.0
    u = t - 1.0
    t[1] = b
    return np.sum(u * t)


def list_of_elements_written_later(y, z):
    y = y * 1.0
    values = []
    for i in range(3):
        values.append(y[i] + 1.0)
        y[i] = z
    total = 0.0
    for i in range(3):
        total = total + values[i] * y[i]
    return total


PROGRAMS = [
    (adjoint_that_is_broadcast, (X,)),
    (tangent_that_is_broadcast, (X, B)),
    (default_cotangent, (X, Z)),
    (operand_read_in_a_test, (X, Z)),
    (broadcast_in_one_branch, (B, Z)),
    (broadcast_in_one_branch, (B, 1e3 * Z)),
    (held_by_two_variables, (X, Z)),
    (reset_in_a_loop, (X,)),
    (reset_and_multiplied, (X,)),
    (variables_handed_on, (0.7, 1.3)),
    (three_variables_handed_on, (0.7, 1.3)),
    (row_written_behind_a_sum, (X, B)),
    (array_written_behind_a_difference, (X, B)),
    (list_of_elements_written_later, (np.array([0.1, 0.2, 0.3]), 0.7)),
]


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(("f", "args"), PROGRAMS)
def test_against_central_differences(f, args, optimize):
    with tl.options(optimize=optimize):
        tl.check_grad(f, args)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("f", "args"), PROGRAMS)
def test_second_order(f, args):
    tl.check_grad(f, args, order=2)


def test_a_part_keeps_its_layout():
    # Sums of arrays that lie in memory otherwise are rounded otherwise.
    def f(x, z):
        v = (x * x)[::-2]
        v = v / np.sum(v)
        return v @ z

    random = np.random.default_rng(3)
    x, z = random.random(80), random.random(40)
    assert tl.value_and_grad(f)(x, z)[0] == f(x, z)


def test_an_array_in_another_order_keeps_it():
    def f(x, z):
        y = z.T * 1.5
        total = np.sum(y)
        y = y + x
        return np.sum(y * total, axis=0) @ np.sum(y, axis=1)

    random = np.random.default_rng(3)
    x, z = random.random((40, 40)), random.random((40, 40))
    assert tl.value_and_grad(f)(x, z)[0] == f(x, z)
