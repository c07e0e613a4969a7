"""What is outside of a function, changed by it and read again."""

import importlib
import types

import pytest

import tangentlite as tl
from tests import outside_state

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
