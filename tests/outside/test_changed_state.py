"""What is outside of a function, changed by it and read again."""

import importlib
import random
import types

import numpy as np
import pytest

import tangentlite as tl
from tests.support import outside_state

NAMES = [
    name
    for name, value in vars(outside_state).items()
    if isinstance(value, types.FunctionType) and name != "push"
]


def afresh(name):
    return getattr(importlib.reload(outside_state), name)


def state():
    o = outside_state
    classes = [
        {k: v for k, v in vars(c).items() if "__" not in k}
        for c in (o.U, o.F, o.G, o.H, o.K, o.Q)
    ]
    return str((classes, o.L, o.D, o.M, o.N, o.push.__defaults__))


@pytest.mark.parametrize("name", NAMES)
def test_derivatives_and_what_is_left_behind(name):
    x, step = 0.9, 1e-6
    expected = (afresh(name)(x + step) - afresh(name)(x - step)) / (2 * step)
    value = afresh(name)(x)
    left = state()
    found, gradient = tl.value_and_grad(afresh(name))(x)
    assert (found, state()) == (value, left)
    assert gradient == pytest.approx(expected)
    assert tl.autodiff(afresh(name), mode="forward")(x, 1.0) == pytest.approx(expected)
    assert state() == left


class Counted:
    def __init__(self):
        self.calls, self.seen, self.buffer = 0, [], [0.0]


def raises_on_the_way(counted, x):
    counted.calls += 1
    for k in range(3):
        counted.seen.append(k * x)
        if k * x > 1.5:
            counted.buffer[0] = x
            raise ValueError(k)
    counted.calls += 1
    return x * counted.calls


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_what_raises_leaves_behind_what_it_did_before(mode):
    for x in (0.5, 0.9, 1.7):
        plain, ours = Counted(), Counted()
        derivative = tl.autodiff(raises_on_the_way, wrt="x", mode=mode)
        given = {"x_dot": 1.0} if mode == "forward" else {}
        expected = outcome(raises_on_the_way, plain, x)
        found = outcome(derivative, ours, x, **given)
        assert (expected is None) is (found is None)
        assert expected is None or expected.args == found.args
        assert vars(plain) == vars(ours)


def outcome(function, *args, **keywords):
    """Return what a call raises, None if it returns."""
    try:
        function(*args, **keywords)
    except ValueError as error:
        return error
    return None


STEP = types.ModuleType("step")
STEP.move = lambda x: x * x
OTHER = types.ModuleType("other")
OTHER.move = lambda x: x**3


def by_a_module(x):
    return STEP.move(x)


def test_a_name_may_mean_another_module_at_another_call(monkeypatch):
    gradient = tl.grad(by_a_module)
    assert gradient(2.0) == pytest.approx(4.0)
    monkeypatch.setitem(globals(), "STEP", OTHER)
    assert gradient(2.0) == pytest.approx(12.0)


GENERATOR = np.random.RandomState(5)
OF_PYTHON = random.Random(3)


def seeded_anew(x):
    first = GENERATOR.rand() + OF_PYTHON.random()
    for k in range(3):
        GENERATOR.seed(k)
        first += GENERATOR.rand() * x ** k
    OF_PYTHON.seed(1)
    return first * x + OF_PYTHON.random() * x ** 2


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_generators_that_are_seeded(mode):
    def run(call):
        GENERATOR.seed(9)
        OF_PYTHON.seed(9)
        return call(), GENERATOR.rand(), OF_PYTHON.random()

    step = 1e-6
    above = run(lambda: seeded_anew(0.7 + step))
    below = run(lambda: seeded_anew(0.7 - step))
    given = () if mode == "reverse" else (1.0,)
    found, *left = run(lambda: tl.autodiff(seeded_anew, mode=mode)(0.7, *given))
    assert found == pytest.approx((above[0] - below[0]) / (2.0 * step))
    assert left == list(above[1:])


def by_its_attribute(x):
    return by_its_attribute.behind(x) * x


by_its_attribute.behind = lambda x: 2.0 * x


def test_a_function_that_is_an_attribute_of_a_function_may_be_another(monkeypatch):
    gradient = tl.grad(by_its_attribute)
    assert gradient(2.0) == pytest.approx(8.0)
    monkeypatch.setattr(by_its_attribute, "behind", lambda x: x**2)
    assert gradient(2.0) == pytest.approx(12.0)
