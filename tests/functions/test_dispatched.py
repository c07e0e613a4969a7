# ruff: noqa: B006, B008, E742
"""Functions chosen by the class of an argument, with bound arguments and defaults."""

import functools
from dataclasses import dataclass

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import at, require_derivatives

H = np.float64(0.5)


def dd(
    x,
    h=np.float64(0.5),
    n=np.int64(2),
    t=(1.0, np.float64(2.0)),
    items=[1.0, 2.0],
    d={"a": 2.0},
):
    return x * h * n * t[1] * items[1] * d["a"]


def defaults(x):
    return dd(x) * H


class O:
    def __init__(self, a):
        self.a = a


@dataclass
class R:
    a: int
    b: str
    c: float = 0.5


def lin(a, b, x):
    return a * x + b


def global_partial(x):
    return functools.partial(lin, 2.0)(1.0, x) + pl(x)


pl = functools.partial(lin, 2.0, 3.0)
pk = functools.partial(lin, b=np.float64(1.5), x=2.0)
W = np.array([1.0, 2.0])
pw = functools.partial(np.dot, W)


def partial_with_array(x):
    return pk(x) + pw(np.array([x, x * x]))


@functools.singledispatch
def area(o):
    return 0.0


@area.register
def _(o: R):
    return o.c


@area.register(O)
def _(o):
    return o.a


@area.register(float)
def _(o):
    return 7 * o


@area.register(list)
def _(o):
    return sum(area(v) for v in o)


def dispatched(x):
    return (
        area(O(x)) * 2
        + area(R(1, "a", x * x))
        + area(x)
        + area([x, O(2 * x)])
        + area("a") * x
    )


class M:
    @functools.singledispatchmethod
    def f(self, o):
        return 1.0

    @f.register
    def _(self, o: O):
        return o.a


def dispatched_method(x):
    return M().f(O(x))


@functools.singledispatch
def kind(value):
    return 1.0


def by_kind(x):
    return kind(x) * x


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        defaults, global_partial, partial_with_array, dispatched,
        dispatched_method,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


def test_what_is_registered_later_is_called():
    assert tl.grad(by_kind)(2.0) == 1.0
    kind.register(float, lambda value: 3.0 * value)
    assert tl.grad(by_kind)(2.0) == 12.0
