"""Trajectories in lists: arrays, tuples and numbers that loops append, made arrays."""

import numpy as np
import pytest

import tangentlite as tl
from tests.loops.test_parity import assert_near
from tests.support.loops_in_python import loops_in_python

P = np.array([1.0, 2.0])
Y = np.array([1.0, 2.0])


def step(y, p):
    a, b = p
    return y + 0.1 * np.array([a * y[0] - y[1], b * y[0]])


def last_item_again(p, y, n):
    ys = [y]
    for _ in range(n):
        ys.append(step(ys[-1], p))
    return np.sum(np.array(ys) ** 2)


def stacked(p, y, n):
    ys = []
    for _ in range(n):
        y = step(y, p)
        ys.append(y)
    return np.sum(np.stack(ys, axis=1)[0] ** 3)


def rows_and_columns(p, y, n):
    ys = []
    for i in range(n):
        ys.append(np.sin(p * y * i))
    return np.sum(np.vstack(ys)[:, 0] ** 2) + np.sum(np.column_stack(ys)[1] ** 3)


def matrices(p, y, n):
    m = p[0] * np.eye(2)
    found = []
    for _ in range(n):
        m = m @ np.array([[1.0, 0.1], [y[0], 1.0]])
        found.append(m)
    return np.sum(np.array(found) ** 2)


def made_by_a_comprehension(p, y, n):
    return np.sum(np.array([step(y, p * i) for i in range(n)]) ** 2)


def sum_over_arrays(p, y, n):
    ys = []
    for _ in range(n):
        y = step(y, p)
        ys.append(y)
    return sum(np.sum(y**2) for y in ys)


def tuples(p, y, n):
    a, b = y
    found = []
    for _ in range(n):
        a, b = a + 0.1 * p[0] * b, b - 0.1 * a * p[1]
        found.append((a, b))
    return np.sum(np.array(found) ** 2)


def lists_in_a_dict(p, y, n):
    history = {"y": []}
    for _ in range(n):
        y = step(y, p)
        history["y"].append(y)
    return np.sum(np.array(history["y"]) ** 2)


def rows_that_are_written(p, y, n):
    q = np.outer(p, y)
    rows = list(q)
    rows[0][1] = 3.0 * n
    return np.sum(q**2)


def perhaps_none(p, y, n):
    found = []
    for i in range(n):
        if i % 2:
            found.append(p * i)
    return np.sum(np.array(found) ** 2) if found else np.sum(p)


def one_array_each_time(p, y, n):
    y = y.copy()
    found = []
    for _ in range(n):
        y += 0.1 * p * y
        found.append(y)
    return np.sum(np.array(found) ** 2)


def begun_with_a_view(p, y, n):
    ys = [np.moveaxis(np.outer(p, y), 0, 1)]
    for i in range(n):
        ys.append(np.sin(ys[-1]) * y[i % 2])
    return np.sum(ys[-1] * ys[0])


PROGRAMS = [
    last_item_again, stacked, rows_and_columns, matrices, made_by_a_comprehension,
    sum_over_arrays, tuples, lists_in_a_dict, rows_that_are_written, perhaps_none,
    one_array_each_time, begun_with_a_view,
]  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize("operator", [tl.value_and_grad, tl.hessian])
@pytest.mark.parametrize("n", [4, 1])
@pytest.mark.parametrize("f", PROGRAMS)
def test_as_loops(f, n, operator):
    want = operator(f)(P, Y, n)
    with loops_in_python() as loops:
        got = operator(f, backend="numba")(P, Y, n)
    assert_near(got, want)
    assert loops.texts


@pytest.mark.parametrize("f", [last_item_again, tuples, sum_over_arrays])
def test_compiled(f):
    assert_near(tl.grad(f, backend="numba")(P, Y, 3), tl.grad(f)(P, Y, 3))


@pytest.mark.parametrize("f", [last_item_again, stacked])
def test_no_iterations(f):
    """What NumPy raises or returns of an empty list."""
    try:
        want = tl.grad(f)(P, Y, 0)
    except ValueError as error:
        want = str(error)
    with loops_in_python():
        gradient = tl.grad(f, backend="numba")
        if isinstance(want, str):
            with pytest.raises(ValueError, match=want):
                gradient(P, Y, 0)
        else:
            assert_near(gradient(P, Y, 0), want)


def test_items_of_different_shapes_are_an_error():
    def ragged(p, y, n):
        found = []
        for k in range(1, n):
            found.append(p[:k] * y[:k])
        return np.sum(np.array(found))

    with loops_in_python(), pytest.raises(ValueError, match="inhomogeneous"):
        tl.grad(ragged, backend="numba")(P, Y, 3)


@pytest.mark.parametrize("size", [1, 3])
def test_too_few_or_too_many_to_unpack(size):
    want = "not enough values" if size < 2 else "too many values"
    with loops_in_python(), pytest.raises(ValueError, match=want):
        tl.grad(last_item_again, backend="numba")(np.ones(size), Y, 2)


def first_two(p, n):
    y = p[:2]
    for _ in range(n):
        s = y + np.array([y[0] * y[1], y[1]])
        y = y + np.array([s[0] * s[1], s[1]])
    return np.sum(y**2)


def test_a_shape_that_is_known_is_not_kept():
    text = tl.grad(first_two).source_for(P, 3)
    assert ".shape" not in text
    want = tl.hessian(first_two)(P, 3)
    with loops_in_python():
        assert_near(tl.hessian(first_two, backend="numba")(P, 3), want)


def repeated_sine(x, n):
    y = x
    for _ in range(n):
        y = x * np.sin(y)
    return y


def test_reverse_mode_of_reverse_mode():
    """Its adjoint of a list of tuples is a list of tuples."""
    want = tl.grad(tl.grad(repeated_sine))(1.0, 3)
    with loops_in_python():
        assert_near(tl.grad(tl.grad(repeated_sine), backend="numba")(1.0, 3), want)


def steps_in_rows(p, t):
    y = 2.0 * p[:2]
    ys = np.empty((len(t), 2))
    ys[0] = y
    for i in range(len(t) - 1):
        h = t[i + 1] - t[i]
        for _ in range(3):
            y = y * h * np.array([p[2], p[3]])
        ys[i + 1] = y
    return np.sum(ys**2)


def of_pairs(x, t):
    s = 0.0
    for i in range(len(x)):
        for j in range(len(x)):
            s += t[1] * np.exp(-((x[i] - x[j]) ** 2))
    return s


@pytest.mark.parametrize("program", [steps_in_rows, of_pairs])
def test_matrices_of_compiled_gradients(program):
    x, t = np.array([0.5, 0.3, 0.2, 0.7]), np.arange(4.0)
    want = tl.hessian(program)(x, t)
    with loops_in_python():
        assert_near(tl.hessian(program, backend="numba")(x, t), want)
        assert_near(tl.jacobian(tl.grad(program, backend="numba"))(x, t), want)
