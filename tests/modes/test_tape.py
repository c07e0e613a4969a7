"""What is kept of programs that write arrays in loops, as their texts say."""

import numpy as np
import pytest

import tangentlite as tl


def recurrence(x, a):
    y = np.zeros(len(x))
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] = a * y[i - 1] + x[i]
    return np.sum(y)


def factorized(A):
    n = len(A)
    for k in range(n):
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            A[i, k + 1 :] -= A[i, k] * A[k, k + 1 :]
    return np.sum(A * A)


def solved(L, b):
    x = np.zeros(len(b))
    for i in range(len(b)):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]
    return np.sum(x * x)


def solved_from_the_end(U, b):
    x = np.zeros(len(b))
    for i in range(len(b) - 1, -1, -1):
        x[i] = (b[i] - U[i, i + 1 :] @ x[i + 1 :]) / U[i, i]
    return np.sum(x * x)


def add_windows(image, weights, out):
    rows = len(out)
    for k in range(len(weights)):
        out += weights[k] * image[k : k + rows]


def windows(image, weights, out):
    add_windows(image, weights, out)
    return np.sum(np.sin(out))


def diffused(u, steps):
    for _ in range(steps):
        u[1:-1] += 0.2 * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return np.sum(u * u)


SQUARE = np.eye(4) + 0.1 * np.arange(16.0).reshape(4, 4)
VECTOR = np.linspace(0.5, 1.5, 4)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "f, args, wrt",
    [
        (recurrence, (VECTOR, 0.7), (0, 1)),
        (factorized, (SQUARE,), 0),
        (solved, (SQUARE, VECTOR), (0, 1)),
        (solved_from_the_end, (SQUARE, VECTOR), (0, 1)),
        (windows, (np.linspace(0.0, 1.0, 6), VECTOR[:3].copy(), VECTOR), (0, 1, 2)),
        (diffused, (VECTOR, 5), 0),
    ],
)
def test_nothing_is_kept_that_is_still_there(f, args, wrt):
    derivative = tl.grad(f, wrt=wrt)
    derivative(*args)
    assert "append" not in derivative.source
    assert "_saved" not in derivative.source
    tl.check_grad(f, args, order=2)


def overwritten_by_the_next_round(x):
    y = x * 1.0
    for i in range(len(x) - 1):
        y[i + 1] = np.sin(y[i]) * y[i + 1]
        y[i] = 0.5 * x[i]
    return np.sum(y)


def read_from_the_end(x):
    y = x * 1.0
    for i in range(len(x)):
        y[i] = y[i - 1] * x[i]  # at first the last one, which is written later
    return np.sum(y)


def shifted_rows(A):
    for k in range(len(A)):
        for i in range(len(A)):
            A[i, 1:] *= A[k, :-1]
    return np.sum(A)


def parts_that_move(x):
    y = x * 1.0
    for i in range(len(x) - 1):
        v = y[len(x) - 2 - i :]
        for _ in range(2):
            v[1] = np.sin(v[0]) * x[i]  # the next round writes v[0] as its v[1]
    return np.sum(y * y)


@pytest.mark.parametrize(
    "f", [overwritten_by_the_next_round, read_from_the_end, parts_that_move]
)
def test_what_is_written_again_is_kept(f):
    derivative = tl.grad(f)
    derivative(VECTOR)
    assert "append" in derivative.source
    tl.check_grad(f, (VECTOR,), order=2)


def test_rows_that_are_written_again():
    tl.check_grad(shifted_rows, (SQUARE,), order=2)


def made_in_each_round(x, n):
    for i in range(n):
        y = np.zeros(n)
        y[i] = x
        y[1:] += 0.5 * x
        x = np.sum(np.sin(y))
    return x


def test_arrays_that_a_round_has_made_are_not_copied():
    derivative = tl.grad(made_in_each_round)
    derivative(0.3, 3)
    assert ".append(y)\n" in derivative.source
    tl.check_grad(made_in_each_round, (0.3, 3))


def repeated(x, n):
    for _ in range(n):
        x = np.sin(x) * 0.5
    return x


def test_what_a_round_starts_from_is_kept_first():
    with tl.options(optimize=False):
        text = tl.grad(repeated).source_for(0.3, 2)
    assert text.index("x1_saved.append(x1)") < text.index("np.sin(x1)")


def states(x, y):
    s = y.copy()
    total = 0.0
    for i in range(3):
        h = s[i]
        total += np.sum(np.sin(np.concatenate((x, h))))
        s[i] = np.tanh(h)
    return total + np.sum(s)


def test_of_what_lends_its_shape_the_shape_is_kept():
    args = (np.linspace(0.0, 1.0, 3), np.ones((3, 2)))
    derivative = tl.grad(states, wrt=(0, 1))
    derivative(*args)
    assert "h.shape, " in derivative.source
    assert "np.copy(h)" not in derivative.source
    tl.check_grad(states, args, order=2)


def curvature(u):
    w = u[:-2] - 2.0 * u[1:-1] + u[2:]
    return np.sum(np.sin(w))


def test_slices_are_written_where_they_are_read():
    derivative = tl.grad(curvature)
    derivative(VECTOR)
    assert "    w = u[:-2] - 2.0 * u[1:-1] + u[2:]\n" in derivative.source


def test_adjoints_that_are_not_read_again_are_not_set_to_zero():
    derivative = tl.grad(solved, wrt=(0, 1))
    derivative(SQUARE, VECTOR)
    assert "] = 0.0" not in derivative.source


def carried_back(x):
    y = np.zeros(len(x))
    for i in range(len(x)):
        y[i] = x[i] * x[i]
        y[0] = y[i] * x[0]  # each round takes over the adjoint of the first entry
    return np.sum(y * np.arange(1.0, len(x) + 1.0))


def seen_by_two_names(x):
    y = x * 1.0
    v = y[::-1]
    for i in range(1, len(x)):
        y[i] = np.sin(v[i - 1]) * x[i]
    return np.sum(y * v)


@pytest.mark.parametrize("f", [carried_back, seen_by_two_names])
def test_adjoints_that_are_read_again_are_set_to_zero(f):
    derivative = tl.grad(f)
    derivative(VECTOR)
    assert "] = 0.0" in derivative.source
    tl.check_grad(f, (VECTOR,), order=2)
    _, pullback = tl.vjp(f, VECTOR)
    np.testing.assert_array_equal(pullback(1.0)[0], pullback(1.0)[0])


def in_a_recursion(x, k):
    if k == 0:
        return np.sum(x * x)
    y = np.zeros(len(x))
    for i in range(len(x)):
        y[i] = np.sin(x[i]) * k
    return in_a_recursion(y, k - 1)


def test_adjoints_in_a_recursion_are_those_of_one_call():
    derivative = tl.grad(in_a_recursion)
    derivative(VECTOR, 3)
    assert "y_bar = np.zeros_like(" in derivative.source
    assert "] = 0.0" not in derivative.source
    tl.check_grad(in_a_recursion, (VECTOR, 3), order=2)


def lowered(x, w):
    y = x * 1.0
    for k in range(len(w)):
        y[:] = np.minimum(y, w[k] * np.flip(y))
    return np.sum(y**2)


def clipped(x, w):
    y = x * 1.0
    for k in range(len(w)):
        t = w[k] * y - 0.2
        y = y + np.where(t > 0.3, t, 0.1 * x)
    return np.sum(y**2)


def lowered_and_read(x, w):
    y = x * 1.0
    for k in range(len(w)):
        t = w[k] * np.flip(y)
        y[:] = np.minimum(y, t) * y * t
    return np.sum(y**2)


@pytest.mark.parametrize(
    "f, kept",
    [
        (lowered, ["(a.copy(), y <= p, y >= p)"]),
        (clipped, ["y", "mask"]),
        (lowered_and_read, ["(a.copy(), y.copy(), b, t)"]),
    ],
)
def test_flags_are_kept_where_arrays_are_read_for_nothing_else(f, kept):
    args = (np.array([0.3, 1.2, -0.7, 0.9]), np.array([0.8, 1.1, 0.9]))
    derivative = tl.grad(f, wrt=(0, 1))
    derivative(*args)
    lines = derivative.source.splitlines()
    pushes = [line.strip() for line in lines if ".append(" in line]
    assert [push.partition(".append(")[2][:-1] for push in pushes] == kept
    tl.check_grad(f, args, order=2)


def squared_series(c):
    return np.sum(np.polynomial.chebyshev.chebmul(c, c))


def test_functions_that_keep_their_results():
    c = np.array([0.3, 0.7, 0.5])
    derivative = tl.grad(squared_series)
    wanted = derivative(c)
    names = {}
    exec(derivative.standalone(), names)
    np.testing.assert_array_equal(names["squared_series_grad"](c), wanted)
    assert names["kept_basis_products"].cache_parameters()["maxsize"] == 64
