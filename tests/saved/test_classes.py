"""Enumerations and named tuples that a saved derivative uses come along."""

import enum
import runpy
from collections import namedtuple
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl


class Payoff(enum.Enum):
    CALL = "call"
    PUT = -1


class Level(enum.IntFlag):
    LOW = 1
    HIGH = 2
    BOTH = 3


Point = namedtuple("Point", "x y", defaults=(2.0,))


class Weighted(NamedTuple):
    """A value and how much it counts."""

    value: float
    weight: float = 0.5
    kind: Payoff = Payoff.PUT


class Scaled(NamedTuple):
    value: float

    def twice(self):
        return 2 * self.value


RATES = {Payoff.CALL: 2.0, Payoff.PUT: 3.0}
ORIGIN = Point(1.0)


def by_default(x, kind=Payoff.PUT, level=Level.LOW | Level.HIGH):
    return RATES[kind] * x * x * level.value


def looked_up(x, n):
    kind = Payoff.CALL
    if x * n > 1.0:
        kind = Payoff.PUT
    return RATES[kind] * x**2


def with_points(x, origin=ORIGIN):
    p = Point(x, y=x * x)
    return p._replace(x=origin.y * p.x), Weighted(x + origin.x)


def saved(derivative, path, arguments):
    derivative.save(path, arguments)
    assert "tangentlite" not in path.read_text().replace("tangentlite.", "")
    return runpy.run_path(path)


@pytest.mark.parametrize(("program", "args"), [
    (by_default, (1.5,)), (by_default, (1.5, Payoff.CALL)), (looked_up, (1.5, 2)),
    (looked_up, (0.5, 1)),
])  # fmt: skip
def test_enumerations(program, args, tmp_path):
    gradient = tl.grad(program)
    examples = dict(zip(("x", "kind" if program is by_default else "n"), args))
    module = saved(gradient, tmp_path / "saved.py", examples)
    assert module[f"{program.__name__}_grad"](*args) == gradient(*args)
    gradient.save(tmp_path / "called.py")
    module = runpy.run_path(tmp_path / "called.py")
    assert module[f"{program.__name__}_grad"](*args) == gradient(*args)


def test_named_tuples(tmp_path):
    forward = tl.autodiff(with_points, mode="forward")
    module = saved(forward, tmp_path / "saved.py", {"x": 1.5, "origin": Point(1.0)})
    got = module["with_points_jvp"](1.5, ORIGIN, 1.0)
    want = forward(1.5, x_dot=1.0)
    assert repr(got) == repr(want)
    assert module["with_points_jvp"](1.5, x_dot=1.0) == want


def with_methods(x):
    return Scaled(x), np.sin(x)


def test_refused():
    forward = tl.autodiff(with_methods, mode="forward")
    with pytest.raises(tl.UnsupportedError, match="the class Scaled.*\n.*without meth"):
        forward.standalone({"x": 1.0})


Renamed = namedtuple("Renamed", ["x", "def"], rename=True)
Spaced = enum.Enum("Spaced", {"a b": 1, "c": 2})
Worded = enum.Enum("Worded", {"a": 1, "def": 2})


class Kept(enum.Flag, boundary=enum.KEEP):
    A = 1


def test_fields_that_were_renamed(tmp_path):
    def f(x):
        return Renamed(x, 2.0 * x)

    forward = tl.autodiff(f, mode="forward")
    module = saved(forward, tmp_path / "saved.py", {"x": 1.5})
    assert tuple(module["f_jvp"](1.5, 1.0)) == tuple(forward(1.5, 1.0))
    assert module["Renamed"]._fields == Renamed._fields


@pytest.mark.parametrize("member", [Spaced.c, Worded.a, Kept.A])
def test_enumerations_without_a_class_statement_like_theirs(member):
    def g(x, kind=member):
        return x * x if kind is member else x

    gradient = tl.grad(g)
    assert gradient(1.5) == 3.0
    with pytest.raises(tl.UnsupportedError, match=r"its own|of the class"):
        gradient.standalone()
