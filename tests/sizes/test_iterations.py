"""Arrays that have another size in another iteration of a loop, and behind it."""

import numpy as np
import pytest

import tangentlite as tl


class Held:
    pass


def of_another_argument(x, w, n):
    t = x
    for _ in range(n):
        t = np.sum(w) * w
    return np.sum(t) + np.sum(x * x)


def grown(x, w, n):
    t = x * 2
    for _ in range(n):
        t = np.concatenate([t * t, w])
    return np.sum(t)


def shrunk(x, w, n):
    t = np.concatenate([x, w])
    for _ in range(n):
        t = t[1:] * t[:-1] + w[0]
    return np.sum(t)


def by_iteration(x, w, n):
    t = x
    for i in range(n):
        t = t * x[0] if i else w * w
    return np.sum(t)


def in_turns(x, w, n):
    t, u = x, w
    for _ in range(n):
        t, u = u * u, t * 2.0
    return np.sum(t) + np.sum(u * u)


def while_it_runs(x, w, n):
    t, k = x, 0
    while k < n:
        t = w * w * np.sum(t)
        k += 1
    return t @ w


def in_two_loops(x, w, n):
    t = x
    for _ in range(n):
        t = w * 2.0 * np.sum(t)
    y = t * 2.0
    for _ in range(n):
        t = np.sum(t) * x
    return np.sum(y * w) + np.sum(t * x)


def in_a_loop_in_a_loop(x, w, n):
    s = 0.0
    for j in range(2):
        t = x * (j + 1.0)
        for i in range(n):
            t = np.outer(t, w).ravel() if i == 0 else t[: len(x)] * t[0]
        s = s + np.sum(t * t)
    return s


def in_an_object(x, w, n):
    held = Held()
    held.t = x
    for _ in range(n):
        held.t = w * np.sum(held.t) * 2.0
    return np.sum(held.t * held.t)


def in_a_list(x, w, n):
    held = [x]
    for _ in range(n):
        held.append(np.concatenate([held[-1] * held[-1], w]))
    return sum(np.sum(h * h) for h in held) + np.sum(held[0] * held[1][: len(x)])


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    "f",
    [
        of_another_argument,
        grown,
        shrunk,
        by_iteration,
        in_turns,
        while_it_runs,
        in_two_loops,
        in_a_loop_in_a_loop,
        in_an_object,
        in_a_list,
    ],
    ids=lambda f: f.__name__,
)
def test_sizes_of_iterations_are_told_apart(f):
    for n, size, other in [(1, 3, 4), (2, 3, 4), (2, 1, 4), (3, 4, 2)]:
        x, w = np.linspace(0.3, 0.9, size), np.linspace(0.2, 0.8, other)
        given = (x, w, n)
        assert tl.value_and_grad(f)(*given)[0] == pytest.approx(f(*given), rel=1e-14)
        tl.check_grad(f, given, (0, 1), order=2 if (n, size) == (2, 3) else 1)


def test_a_matrix_that_is_not_square_is_applied_once():
    def f(a, v, n):
        for _ in range(n):
            v = a @ v
        return np.sum(v * v)

    a = np.arange(1.0, 13.0).reshape(3, 4) / 6
    tl.check_grad(f, (a, np.linspace(0.1, 0.4, 4), 1), (0, 1), order=2)
    tl.check_grad(f, (a[:, :3], np.linspace(0.1, 0.3, 3), 2), (0, 1), order=2)
