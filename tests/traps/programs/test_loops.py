"""Loops that derivative tools get wrong, with the right gradients."""
import numpy as np
import pytest

import tangentlite as tl


def zero_trips(x, n):
    y = x * 3.0
    z = x
    for i in range(n):
        y = z * i
        z = y * y
    while n > 5:
        z = z * z
        n = n - 1
    return z + y


def previous_iteration(x):
    before = 1.0
    s = 0.0
    for v in x:
        s = s + before * v
        before = v * v
    return s


def carried_choice(x):
    kept = 1.0
    s = 0.0
    for v in x:
        if v > 1.0:
            kept = v
        s = s + kept * x[0]
    return s


def variable_after_loop(x):
    s = 0.0
    for i in range(3):
        s = s + x[i] * i
    for v in x:
        s = s * v
    return s * x[i] + v


def reassigned_in_body(x):
    s = x
    for i in range(3):
        i = i * i + 1
        s = s * x * i
    return s * i


def backwards(x):
    s = 0.0
    for i in range(2, -1, -1):
        s = s * x[i] + 1.0
    for i in range(2, 0, -2):
        s = s * x[i]
    return s


def turned_round(x):
    s = 0.0
    for v in reversed(x):
        s = s * v + 1.0
    return s


def numbered(x):
    s = 0.0
    for i, v in enumerate(x, 1):
        s = s + v ** i
    return s


def unequal(x):
    s = 0.0
    for v, w, k in zip(x, x[1:], range(9)):
        s = s + v * w * (k + 1)
    return s


def written_while_iterated(x):
    y = x * 1.0
    s = 0.0
    for v in y:
        y[2] = y[2] * v
        s = s + v
    return s


LOOPS = [
    (previous_iteration, [1.0 + 2 * 0.5 * 1.5, 0.25 + 2 * 1.5 * 2.0, 2.25]),
    (carried_choice, [1.0 + 1.5 + 2.0, 0.5, 0.5]),
    # s = (x1 + 2 x2) x0 x1 x2 before the last line
    (variable_after_loop, [5.5 * 6.0, 5.5 * 0.5 * 4.0 + 0.5 * 1.5 * 4.0,
                           2.0 * 0.75 * 4.0 + 5.5 * 0.75 * 4.0 + 1.0]),
    # s = (1 + x0 + x0 x1) x2
    (backwards, [2.0 * 2.5, 2.0 * 0.5, 2.25]),
    (turned_round, [2.5, 0.5, 0.0]),
    (numbered, [1.0, 3.0, 12.0]),
    (unequal, [1.5, 0.5 + 2 * 2.0, 2 * 1.5]),
    # s = x0 + x1 + x0 x1 x2
    (written_while_iterated, [1.0 + 3.0, 1.0 + 1.0, 0.75]),
]


@pytest.mark.parametrize(('function', 'want'), LOOPS)
def test_loops(function, want, x):
    np.testing.assert_allclose(tl.grad(function)(x), want)


@pytest.mark.parametrize(('function', 'want'), LOOPS)
def test_loops_in_forward_mode(function, want, x):
    forward = tl.autodiff(function, mode='forward')
    np.testing.assert_allclose([forward(x, unit) for unit in np.eye(3)], want)


def test_zero_trip_loops():
    assert tl.grad(zero_trips)(0.7, 0) == 4.0
    # the only trip multiplies by zero
    assert tl.grad(zero_trips)(0.7, 1) == 0.0


def test_reassigned_loop_variable():
    # s = 10 x**4 and i is 5 after the loop
    assert tl.grad(reassigned_in_body)(0.5) == pytest.approx(5 * 10 * 4 * 0.125)
