"""Functions with bound arguments, given to a function that is called often."""

from functools import partial

import numpy as np
import pytest

import tangentlite as tl

X = np.array([1.0, 2.0, 0.5, 0.3])
SENSORS = [(0.0, 0.0), (3.0, 1.0)]


def transformed(func, x, points, noise):
    around = np.array([x + p for p in points])
    moved = np.array([np.atleast_1d(func(p)) for p in around])
    y = moved.mean(axis=0)
    spread = moved - y
    return y, spread.T @ spread + noise


def move(x, dt):
    px, py, s, th = x
    return np.array([px + dt * s * np.cos(th), py + dt * s * np.sin(th), s, th])


def bearing(x, sensor):
    return np.arctan2(x[1] - sensor[1], x[0] - sensor[0])


def filtered(q, sensors, made):
    x, points = X, np.diag([0.1, 0.1, 0.05, 0.02])
    out = []
    for s in sensors:
        x, points = transformed(made(q), x, points, q * np.eye(4))
        y, _ = transformed(lambda p, s=s: bearing(p, np.array(s)), x, points, 0.05)
        out += list(y)
    return sum(v ** 2 for v in out)


def with_a_number(q, sensors):
    return filtered(q, sensors, lambda q: partial(move, dt=0.3))


def with_partials_of_partials(q, sensors):
    return filtered(q, sensors, lambda q: partial(partial(move), dt=0.3))


def with_the_argument(q, sensors):
    return filtered(q, sensors, lambda q: partial(move, dt=q))


class Mover:
    def __init__(self, dt):
        self.dt = dt

    def __call__(self, x):
        return move(x, self.dt)

    def step(self, scale, x):
        return move(x, scale * self.dt)


def with_an_object(q, sensors):
    return filtered(q, sensors, lambda q: Mover(0.3))


def with_a_method(q, sensors):
    return filtered(q, sensors, lambda q: partial(Mover(0.15).step, 2.0))


@pytest.mark.parametrize(
    'f', [with_a_number, with_partials_of_partials, with_an_object, with_a_method]
)
def test_bound_numbers(f):
    assert np.isclose(tl.grad(f)(0.1, SENSORS), -2.0200347984203644)


@pytest.mark.parametrize('f', [with_a_number, with_the_argument, with_a_method])
def test_both_modes(f):
    tl.check_grad(f, (0.1, SENSORS), wrt=0)


def halved(func, x, n):
    return func(x) if n <= 0 else halved(func, 0.5 * x, n - 1) + func(x)


def others_at_each_call(x, n):
    total = 0.0
    for dt in (0.5, 2.0):
        mover = Mover(dt)
        total = total + halved(lambda v, d=dt: d * v ** 2, x, n)
        total = total + halved(partial(np.multiply, dt), x, n)
        total = total + halved(mover.scaled, x, n)
        mover.dt = 3.0 * dt
        total = total + halved(mover.scaled, x, n)
        total = total + halved(partial(np.power, dt + 1.0), x, n)
    return total


Mover.scaled = lambda self, x: self.dt * x * x


def test_what_is_bound_differs_between_calls():
    for n in (0, 3):
        value, slope = tl.value_and_grad(others_at_each_call)(1.3, n)
        assert value == others_at_each_call(1.3, n)
        h = 1e-6
        ways = [others_at_each_call(1.3 + s, n) for s in (h, -h)]
        assert np.isclose(slope, (ways[0] - ways[1]) / (2 * h))


def product(a, b, c=1.0):
    return a * b * c


OUTSIDE = partial(product, 2.0, c=3.0)


def parts_of_one_outside(x):
    return OUTSIDE.func(x, OUTSIDE.args[0], **OUTSIDE.keywords) * x


def parts_of_one_inside(x):
    made = partial(product, x, c=x * 2.0)
    return made.func(made.args[0], 3.0) + made.keywords['c'] ** 2 + made(2.0)


@pytest.mark.parametrize('f', [parts_of_one_outside, parts_of_one_inside])
def test_parts(f):
    tl.check_grad(f, (1.3,))
