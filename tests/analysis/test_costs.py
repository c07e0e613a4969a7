"""What loops save of values that arrays still hold, or that cost little to compute."""

import re

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

X = np.array([0.3, 0.8, 0.5, 1.1])


def held(x):
    y, s = np.zeros(len(x)), 1.0
    for i in range(len(x)):
        m = x[i]
        for _ in range(2):
            m = np.sin(m)
        t = np.exp(m)
        y[i] = t
        s = s * np.cos(t * t)
    return s + np.sum(y)


def held_and_written(x):
    y, s = np.zeros((len(x), 4)), 1.0
    for i in range(len(x)):
        t = np.exp(x[i] * np.ones(4))
        y[i] = t
        t[0] = 2.0 * x[0]
        s = s + np.sum(np.sin(t))
    return s * np.sum(y)


def held_and_scaled(x):
    y, s = np.zeros((len(x), 4)), 1.0
    for i in range(len(x)):
        t = np.exp(x[i] * np.ones(4))
        y[i] = t
        part = t[1:]
        part *= x[i]
        s = s + np.sum(np.sin(t))
    return s * np.sum(y)


def held_beside_what_is_written(x):
    y, z, s = np.zeros((len(x), 4)), np.zeros((len(x), 4)), 1.0
    for i in range(len(x)):
        t = np.exp(x[i] * np.ones(4))
        y[i] = t
        u = np.tanh(x[i] * np.ones(4))
        z[i] = u
        t[0] = 2.0 * x[0]
        s = s + np.sum(np.sin(t) * np.sin(u))
    return s * np.sum(y) + np.sum(z)


def written_and_held(x):
    y, s = np.zeros((len(x), 4)), 1.0
    for i in range(len(x)):
        t = np.exp(x[i] * np.ones(4))
        t[0] = 2.0 * x[0]
        y[i] = t
        s = s + np.sum(np.sin(t))
    return s * np.sum(y)


def held_for_a_while(x):
    y, s = np.zeros(len(x)), 1.0
    for i in range(len(x)):
        t = np.exp(x[i])
        y[i] = t
        s = s + np.sin(t)
        y[i] = 2.0 * s
    return s * np.sum(y)


def held_as_a_row(x):
    y, s = np.zeros((len(x), 4)), 1.0
    for i in range(len(x)):
        t = np.exp(x[i] * np.ones(4))
        y[i] = t
        s = s + np.sum(np.sin(t))
    return s * np.sum(y)


def spread_over_a_row(x):
    y, s = np.zeros((len(x), 3)), 1.0
    for i in range(len(x)):
        t = np.exp(x[i])
        y[i] = t
        s = s + np.sin(t)
    return s * np.sum(y)


def one_entry_over_a_row(x):
    y, s = np.zeros((len(x), 3)), 1.0
    for i in range(len(x)):
        t = np.exp(x[i] * np.ones(1))
        y[i] = t
        s = s + np.sum(np.sin(t))
    return s * np.sum(y)


def scattered(x):
    s, twice = 1.0, np.array([1, 1])
    for i in range(len(x)):
        y = np.zeros(4)
        t = np.sin(x[i] * np.array([1.0, 2.0]) + s)
        y[twice] = t  # holds the last one
        s = s + np.sum(np.sin(t)) + np.sum(y * y)
    return s


def rows_written_in_place(x):
    y, s = np.outer(x, x), 0.0
    for i in range(len(x)):
        v = y[i]
        for _ in range(2):
            v[1] = np.sin(v[0]) * x[i]
        s = s + v[1] * v[2]
    return s + np.sum(y * y)


def widths(x):
    y = np.outer(x, x)
    for _ in range(3):
        n = y.shape[1]
        y = np.sin(y[:, :-1]) * n
    return np.sum(y)


def transposed(x):
    y = x
    for k in range(3):
        w = np.sin(x[k] * np.outer(x, x))
        y = np.sin(np.transpose(w) @ (w @ y))
    return np.sum(y)


def length_of_a_list(x):
    a, s = [], 0.0
    for k in range(3):
        a.append(x[k])
        s = s + x[k] * x[k] * len(a)
    return s


def last_of_a_list(x):
    a = [x[0]]
    for k in range(3):
        t = a[-1]
        a.append(np.sin(t) * t * x[k])
    return a[-1]


def divided(x):
    y = x * 1.0
    for _ in range(3):
        y = y + np.sin(y / x) * x
    return np.sum(y)


def cubed(x):
    y = x * 1.0
    for _ in range(3):
        y = y + np.sin(y**3) * x
    return np.sum(y)


def picked(x):
    y = x * 1.0
    for _ in range(3):
        w = y[[0, 2, 1, 0]]
        y = y + np.sin(w * w) * y
    return np.sum(y)


def two_operations_with_arrays(x):
    y = x * 1.0
    for _ in range(3):
        y = y + np.sin((y - 0.3) * x)
    return np.sum(y)


def two_operations_in_an_inner_loop(x):
    y, a = 1.0, x[0]
    for _ in range(3):
        for _ in range(2):
            y = np.sin(2.0 * a - y) * y
    return y


def three_operations_in_an_inner_loop(x):
    y, a = 1.0, x[0]
    for _ in range(3):
        for _ in range(2):
            y = np.sin(0.5 * (2.0 * a - y)) * y
    return y


def stored_behind_others(x):
    y, s = np.zeros(4), 1.0
    for i in range(4):
        t = np.sin(x[0] * i)
        y[i] = t
        s = s * t
    return np.sum(y) * s


def picked_by_a_mask(x):
    s, y = 1.0, x * 1.0
    for _ in range(3):
        e = y[y > 0.25]
        s = s + np.sum(e**3)
        y[1] = s * y[2]
    return s + np.sum(y)


def beside_a_copy_that_is_written(x):
    u, s = x * 1.0, 0.0
    for _ in range(3):
        c = np.copy(u)
        t = 1.0 - u
        s = s + 0.1 * np.sum(t**3) + 0.1 * np.sum(np.sin(u))
        c[0] = s
        s = s + 0.1 * np.sum(np.sin(c))
        u[1] = s * u[1]
    return s


# Each with how many values an iteration saves.
SAVED = {
    held: 3, held_and_written: 3, held_and_scaled: 5, written_and_held: 2,
    held_beside_what_is_written: 6,
    held_for_a_while: 1, held_as_a_row: 1, spread_over_a_row: 1,
    one_entry_over_a_row: 2, scattered: 4, rows_written_in_place: 4, widths: 1,
    transposed: 6, length_of_a_list: 2,
    last_of_a_list: 4, divided: 2, cubed: 3, picked: 3,
    two_operations_with_arrays: 2, two_operations_in_an_inner_loop: 2,
    three_operations_in_an_inner_loop: 3, stored_behind_others: 1,
    picked_by_a_mask: 3, beside_a_copy_that_is_written: 4,
}  # fmt: skip


@pytest.mark.parametrize("f", SAVED, ids=lambda f: f.__name__)
def test_saved(f):
    derivative = tl.grad(f)
    (want,) = central_gradient(f, (X,), (0,))
    assert_close(derivative(X), want)
    saved = re.findall(r"\.append\((.*)\)\n", derivative.source)
    assert sum(len(one.split(", ")) for one in saved) == SAVED[f], derivative.source
    with tl.options(optimize=False):
        assert_close(tl.grad(f)(X), want)


def rounded(x):
    y, s = np.zeros(len(x), np.float32), 1.0
    for i in range(len(x)):
        t = np.exp(x[i])
        y[i] = t
        s = s + np.sin(t)
    return s + np.sum(y)


def test_rounded_values_do_not_hold_what_was_written():
    derivative = tl.grad(rounded)
    t = np.exp(X)
    np.testing.assert_allclose(derivative(X), np.cos(t) * t + t, rtol=1e-12)
    assert ".append(t)" in derivative.source
