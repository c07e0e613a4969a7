"""What is raised in loops, and caught behind: completed iterations are reversed."""

import contextlib
import os

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives


def in_while(x):
    s = x
    try:
        while s > 0.1:
            s = s * 0.5
            if s < 0.3:
                raise ValueError("small")
            s = s * 0.9
    except ValueError:
        s = s * 3
    return s


def with_value(x):
    s = x
    n = 7 if x > 0 else 3
    try:
        for i in range(n):
            s = s * 0.5
            if s < 0.3:
                raise ValueError(s, i)
            s = s * 0.9
    except ValueError as e:
        s = e.args[0] * (3 + e.args[1])
    return s


def halved(x):
    s = x
    while s > 0.1:
        s = s * 0.5
        if s < 0.3:
            raise ValueError("small", s)
        s = s * 0.9
    return s


def in_function(x):
    try:
        return halved(x)
    except ValueError as e:
        return e.args[1] ** 2


def of_operation(x):
    s = x
    try:
        while s > 0.1:
            s = s * 0.5
            s = s / float(s > 0.4)
            s = s * 0.9
    except ZeroDivisionError:
        s = s * 3
    return s


def of_two_classes(x):
    s = x
    try:
        while s > 0.1:
            s = s * 0.5
            if s < 0.3:
                raise KeyError
            s = s / float(s > 0.35)
    except ArithmeticError:
        s = s * 3
    except LookupError:
        s = s * 7
    return s


def in_two_loops(x):
    s = x
    try:
        while s < 30:
            k = 0
            while k < 3:
                s = s * 1.5
                k += 1
                if s > 11:
                    raise OverflowError
            s = s + x
    except OverflowError:
        s = s * s
    return s


def with_else_and_finally(x):
    s, log = x, [0.0]
    try:
        while s > 0.4:
            s = s * 0.5
            if s < 0.1:
                raise ValueError
    except ValueError:
        s = s * 3
    else:
        s = s * x
    finally:
        log[0] = s * 2
    return s + log[0]


def left_in_other_ways(x):
    s = x
    try:
        while True:
            s = s * 0.7
            if s < 0.2:
                break
            if s > 5:
                raise ValueError
            if s > 1:
                continue
            if s < 0.5:
                return s * 11
    except ValueError:
        return s * s
    return s * 5


def suppressed(x):
    s = x
    with contextlib.suppress(ValueError):
        while s > 0.01:
            s = s * 0.5
            if s < 0.3:
                raise ValueError
            s = s * 0.9
    return s * x


def arrays(x):
    y = np.array([x, 2 * x, 3 * x])
    k = 0
    try:
        while True:
            y[k % 3] *= 0.5
            k += 1
            if y.sum() < 1.0:
                raise StopIteration
            y = y * y[0] ** 0.1
    except StopIteration:
        y[1] += x
    return np.sum(y * y)


def in_generator(x):
    def steps():
        s = x
        while True:
            s = s * 0.5
            if s < 0.2:
                raise ValueError
            yield s

    total = 0.0
    try:
        for s in steps():
            total += s * s
    except ValueError:
        total *= x
    return total


class Solver:
    def __init__(self, rate):
        self.rate, self.trace = rate, []

    def run(self, x):
        u, k = x, 0
        while k < 50:
            k += 1
            self.last = u
            u = u - self.rate * (u * u - x)
            if abs(u) > 2.5:
                raise FloatingPointError("diverged")
            if abs(u * u - x) < 1e-3:
                return u
        raise RuntimeError("slow")


def solved(x):
    solver = Solver(0.9)
    try:
        return solver.run(x)
    except FloatingPointError:
        return solver.last * 3
    except RuntimeError:
        return solver.last * x


def caught_twice(x):
    s = x
    try:
        try:
            while s > 0.1:
                s = s * 0.5
                if s < 0.3:
                    raise KeyError("small")
        except KeyError:
            raise ValueError from None
    except ValueError:
        s = s * 3
    return s


def raised_again(x):
    s = x
    try:
        while s > 0.1:
            try:
                s = s * 0.5
                if s < 0.3:
                    raise KeyError("small")
            except KeyError:
                s = s * x
                raise
    except KeyError:
        s = s * 3
    return s


def in_a_try_in_the_loop(x):
    s, k = x, 0
    while k < 4:
        k += 1
        try:
            while s > 0.5:
                s = s * 0.8
                if s < 1.5 - 0.3 * k:
                    raise ValueError
        except ValueError:
            s = s + x * k
    return s


def two_tries(x):
    y = np.ones(3) * x
    try:
        y[1] *= y[2]
    except IndexError:
        y += 1
    try:
        y[0] *= y[2]
    except IndexError:
        y += 1
    return float(y.sum() ** 2)


def element_times_element(x):
    y = np.ones(3) * x
    try:
        y[1] *= x * y[0]
    except IndexError:
        y += 1
    return float(y.sum() ** 2)


def element_of_each_round(x):
    y = np.ones(3) * x
    for k in (1, 0, 2):
        try:
            y[k] *= x / k
        except ZeroDivisionError:
            y += 1
    return float(y.sum() ** 2)


def both_kinds_caught(x):
    y = np.ones(3) * x
    d = x
    for k in (1, 0):
        try:
            d += 1 / k
            y[k] *= d
        except (ZeroDivisionError, IndexError):
            d *= 2
    return float(y.sum() * d)


def changes_what_it_catches(x):
    y = np.ones(3) * x
    d = x
    for k in (0, 1):
        try:
            d += x / k
            y[k] *= d
        except (ZeroDivisionError, IndexError):
            y[0] -= d
    return float(y.sum() * d)


def each_kind_caught(x):
    y = np.ones(3) * x
    d = x
    for k in (1, 0, 2):
        try:
            d += x / k
            y[k] *= d
        except ZeroDivisionError:
            y[0] -= d
        except IndexError:
            d *= 2
    return float(y.sum() * d)


FUNCTIONS = [
    two_tries, element_times_element, element_of_each_round,
    both_kinds_caught, changes_what_it_catches, each_kind_caught,
    in_while, with_value, in_function, of_operation, of_two_classes, in_two_loops,
    with_else_and_finally, left_in_other_ways, suppressed, arrays, in_generator, solved,
    caught_twice, raised_again, in_a_try_in_the_loop,
]  # fmt: skip


@pytest.mark.one_in(8)
@pytest.mark.parametrize("x", [0.07, 0.45, 1.1, 1.7, 4.6, 9.3])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(function, x):
    require_derivatives(function, x)


def test_what_nobody_catches_is_raised():
    with pytest.raises(ValueError, match="small"):
        tl.grad(halved)(1.7)


def told(x):
    s = x
    try:
        while s > 0.1:
            s = s * 0.5
            s = s / float(s > 0.4)
    except ZeroDivisionError as e:
        print("failed:", e, str(e))
        s = s * len(e.args)
    return s


def test_what_an_exception_of_an_operation_says(capsys):
    told(1.7)
    expected = capsys.readouterr().out
    assert tl.grad(told)(1.7) == 0.125
    assert capsys.readouterr().out == expected


def test_loops_stay_loops():
    derivative = tl.grad(in_while)
    derivative(1.7)
    assert derivative.source.count("\n    while ") == 2


def shifted(x):
    y = x.copy()
    for k in range(len(x)):
        try:
            y[k] += x[k + 1]
        except IndexError:
            y[k] += x[0]
    return np.sum(y**2)


def test_an_element_behind_the_last():
    tl.check_grad(shifted, (np.array([0.4, 1.1, 0.7]),), order=2)


def number_or_row(x):
    y = np.ones(2) * x if x > 0.5 else np.ones((2, 2)) * x
    t = y[1]
    y[1] = 0.0
    return np.sum(t * x) + np.sum(y)


def test_an_item_that_may_be_a_number_or_a_view_is_refused():
    with pytest.raises(tl.UnsupportedError, match="a number or a row"):
        tl.grad(number_or_row)(0.7)
    assert tl.autodiff(number_or_row, mode="forward")(0.7, 1.0) == pytest.approx(2.4)


def raises_behind_a_loop(x):
    total = 0.0
    for v in x:
        found = []
        for w in x:
            found.append(w * v * os.getpid())
        total += found[0]
    return total


def raises_behind_a_branch(x):
    total = 0.0
    for v in x:
        found = []
        if v > 0.0:
            found.append(v * os.getpid())
        total += found[0]
    return total


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("program", [raises_behind_a_loop, raises_behind_a_branch])
def test_what_is_refused_leaves_lists_empty(program, mode):
    x = np.array([0.5, 0.7])
    tangents = (x,) if mode == "forward" else ()
    with pytest.raises(tl.MissingRuleError, match="os.getpid"):
        tl.autodiff(program, mode=mode)(x, *tangents)
