"""Lists of numbers on some paths and arrays on others, and lists that no path makes."""

import numpy as np
import pytest

import tangentlite as tl

X = np.array([1.0, 2.0])


def value(x, t):
    return 0.0 if t >= 2.0 else x * t


def statistics(x, times):
    s = 0.0
    for p in [value(x, t) for t in times]:
        s += np.mean(p * p) + np.std(p) + np.size(p)
    return s


def of_a_sum(x, times):
    v = sum([value(x, t) for t in times])
    return np.mean(v * v)


def read_before_it_grows(x, times):
    parts, s = [], 0.0
    for t in times:
        if len(parts) > 0:
            s += np.mean(parts[-1] * parts[0])
        parts.append(value(x, t))
    while parts:
        s += np.mean(parts.pop() * x)
    return s


def in_rows(x, times):
    rows = [(t, value(x, t)) for t in times]
    ahead = sum(t * np.mean(v) for t, v in rows)
    return ahead + sum(np.sum(v * x) for t, v in rows[::-1])


def as_an_array(x, times):
    parts = [value(x, t) for t in times]
    return np.sum(np.array(parts) ** 2)


PROGRAMS = [statistics, of_a_sum, read_before_it_grows, in_rows]


@pytest.mark.one_in(2, always=("read_before_it_grows",))
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_numbers_among_arrays(f):
    def squared(x, times):
        return np.sum(tl.grad(f)(x, times) ** 2)

    derivative, second = tl.grad(f), tl.grad(squared)
    along = tl.autodiff(squared, mode="forward")
    for times in (np.array([1.0, 3.0]), np.array([3.0]), np.array([0.5, 2.5, 1.5])):
        # np.std has a kink where all entries are equal, as those of a number are
        where = (X, times[times < 2.0]) if f is statistics else (X, times)
        tl.check_grad(f, where, wrt=0, order=1 + (len(times) == 2))
        np.testing.assert_allclose(derivative(X, times), tl.grad(f)(X, times))
        if f is statistics:  # where what is constant adds nothing
            np.testing.assert_allclose(derivative(X, times), derivative(*where))
        total = along(X, times, np.ones(2))
        np.testing.assert_allclose(np.sum(second(X, times)), total)


@pytest.mark.parametrize("times", [[1.0, 0.5], [3.0], [2.0, 3.0]])
def test_an_array_of_them(times):
    tl.check_grad(as_an_array, (X, np.array(times)), wrt=0, order=2)


DEALS = [(2.0, 0.03), (1.5, 0.05), (3.0, 0.02)]


def bond(kappa, r, tau):
    return np.ones_like(r) if tau <= 0 else np.exp(-kappa * tau * r)


def value_of_deal(kappa, r, t, end, fixed):
    if t >= end:
        return 0.0
    dates = np.arange(end, t + 1e-9, -0.5)[::-1]
    annuity = sum(0.5 * bond(kappa, r, date - t) for date in dates)
    return 1 - bond(kappa, r, end - t) - fixed * annuity


def exposure(kappa, times):
    r = np.full(4, 1.0) * kappa
    s = 0.0
    for t in times:
        r = r * np.exp(-kappa * t)
        v = sum(value_of_deal(kappa, r, t, *deal) for deal in DEALS)
        s += np.mean(v * v)
    return s


def squared_slope(kappa, times):
    return tl.grad(exposure)(kappa, times) ** 2


@pytest.mark.one_in(2)
@pytest.mark.parametrize("times", [(0.5,), (3.0,), (0.5, 1.0, 1.5), (0.5, 2.0)])
def test_lists_that_no_path_has_made(times):
    tl.check_grad(exposure, (0.3, times), wrt=0, order=2)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("times", [(0.5, 2.0), (3.0,)])
def test_squares_of_their_slopes(times):
    along = tl.autodiff(squared_slope, mode="forward")(0.3, times, 1.0)
    np.testing.assert_allclose(tl.grad(squared_slope)(0.3, times), along)
