"""What is raised in loops, and caught behind: completed iterations are reversed."""

import contextlib

import numpy as np
import pytest

import tangentlite as tl
from tests.numeric import require_derivatives


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


FUNCTIONS = [
    in_while, with_value, in_function, of_operation, of_two_classes, in_two_loops,
    with_else_and_finally, left_in_other_ways, suppressed, arrays, in_generator, solved,
    caught_twice, raised_again, in_a_try_in_the_loop,
]  # fmt: skip


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
