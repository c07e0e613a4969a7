# ruff: noqa: F821, F841
"""Where the tape is written, and what of it the backward sweep computes again."""

import numpy as np
import pytest

import tangentlite as tl
from tests.modes.test_tape import lowered
from tests.support.numeric import assert_close, central_gradient, require_both_modes

X = np.array([0.3, 0.8, 0.5, 1.1])


def two_exits(x):
    s = x[0] + 0.9
    for k in range(9):
        if k > 6:
            break
        if s > 1.5:
            break
        s = s * s * 1.1
    return s


@pytest.mark.parametrize("optimize", [True, False])
def test_iterations_that_are_left_save_nothing(optimize):
    (want,) = central_gradient(two_exits, (X,), (0,))
    with tl.options(optimize=optimize):
        assert_close(tl.grad(two_exits)(X), want)


def power(x, n):
    if n == 0:
        return 1.0
    return x * power(x, n - 1)


def test_branches_of_a_recursion_save_in_front_of_the_copies_into_phis():
    with tl.options(optimize=False):
        text = tl.grad(power).source_for(0.7, 3)
    saved = "        stack1.append(t8)\n        t10 = t9\n"
    assert saved in text


def test_arrays_that_are_only_compared_are_not_saved():
    with tl.options(optimize=False):
        text = tl.grad(lowered, wrt=(0, 1)).source_for(X, np.array([0.8, 1.1]))
    saved = [line.strip() for line in text.splitlines() if ".append(" in line]
    assert saved == ["saved.append((t_saved, mask, mask1))"]


def leaves_behind_a_value(x):
    y = x[0] + 0.8
    for i in range(9):
        t = y * y
        if i * 9 > 30:
            break
        y = t
    return y


def ends_with_a_loop(x):
    y = 0.3 * x[0]
    for _ in range(2):
        for _ in range(2):
            y = np.exp(0.3 * np.square(y))
    return y


def rows_by_turns(x):
    a = x.reshape(2, 2).copy()
    r = a[0]
    for i in range(5):
        r[0] = r[1] * r[0]
        r = a[i % 2]
        r[1] = r[0] + r[1] ** 2
    return np.sum(a * r)


def exchanged_matrices(x):
    a = x.reshape(2, 2) * 1.0
    b = np.sin(x).reshape(2, 2)
    r = a[:, 1]
    for i in range(4):
        r[i % 2] = a[0, 1] * np.cos(r[0])
        a, b = b, a
        r = a[1]
        for _ in range(2):
            a[1, 0] = b[1, 0] * np.cos(r[1])
            a, b = b, a
            b[0, 0] = r[0] * 0.7
    return np.sum(a * b)


def rows_read_again(x):
    a = x.reshape(2, 2) * 1.0
    s = 0.5
    for i in range(3):
        r = a[i % 2]
        s = s + r[0] * a[0, 1]
        r[1] = r[0] * s + np.sin(r[1])
        a[0, 0] = r[1] * a[1, 0]
    return s + np.sum(a * a)


def compared_at_the_head(x):
    y = x * 1.0
    for _ in range(3):
        s = np.maximum(y, 0.6)
        y = s * s * x[::-1]
    return np.sum(y)


def scaled_under_another_name(x):
    u = x * x
    w = u
    for k in range(2):
        u *= x + k
        u = u[:]
    return np.sum(w)


@pytest.mark.parametrize(
    "f",
    [compared_at_the_head, leaves_behind_a_value, ends_with_a_loop, rows_by_turns,
     exchanged_matrices, rows_read_again, scaled_under_another_name],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_gradients(f):
    require_both_modes(f, X)


def bound_in_some_rounds(x, n):
    s = 0.0
    for i in range(n):
        for j in range(i):
            if j > 0:
                s = s + np.sin(t) * x
        if i > 0:
            t = x * i * s + x
    return s


def test_counters_of_backward_loops_are_integers_of_python():
    """What is computed with one is a plain float, for which NumPy is not asked."""
    assert "float(np.cos(t))" in tl.grad(bound_in_some_rounds).source_for(0.7, 4)


def in_loops_and_calls(x, n):
    if n == 0:
        return x
    for _ in range(n):
        x = np.sin(x * x) + 0.5
    return in_loops_and_calls(x, n - 1) * x


def test_what_a_call_saves_in_lists_is_read_by_each_pullback():
    value, pullback = tl.vjp(in_loops_and_calls, 0.7, 3)
    want = tl.grad(in_loops_and_calls)(0.7, 3)
    assert value == in_loops_and_calls(0.7, 3)
    assert [pullback(1.0)[0], pullback(1.0)[0], pullback(2.0)[0] / 2.0] == [want] * 3


def test_lists_are_not_copied_where_the_backward_sweep_runs_once():
    assert "list(" not in tl.grad(in_loops_and_calls).source_for(0.7, 3)


def pulled_back(x, n):
    _, pullback = tl.vjp(lambda z: in_loops_and_calls(z, n), x)
    return pullback(x)[0]


def test_what_a_path_alone_binds_is_saved_there():
    text = tl.grad(pulled_back).source_for(0.7, 3)
    assert "        stack.append(a)\n" in text
    assert " = None\n" not in text
