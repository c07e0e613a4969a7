"""Dicts by tuples, members and integers, and integers in global data."""

import enum

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import at, require_derivatives


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1


STEPS = {("a", "go"): "b", ("b", "go"): "a"}
WEIGHTS = {("a", "b"): 2.0, ("b", "c"): 0.5}
COLORS = {Color.RED: 2.0, Color.BLUE: 3.0}
NESTED = {
    (Color.RED, "a"): {"w": 2.0, (1, 2): [1.0, 2.0]},
    Color.BLUE: {Color.RED: np.array([1.0, 2.0])},
    (): 7.0,
}
GRID = {(0, 0): 1.0, (0, 1): 2.0, (1, 0): 3.0}
NEIGHBOURS = {0: (1, 2), 1: (0,), 2: (0,)}
LINKS = {0: [1, 2], 1: [0], 2: [0]}
EDGES = [(0, 1), (1, 2), (2, 0)]
COUNT = 3


class Settings:
    count = 2


def steps_looked_up(x):
    s = "a"
    for e in ("go", "go", "go"):
        s = STEPS.get((s, e), s)
    return x * x if s == "b" else x


def pairs_looked_up(x):
    s = x
    for a in "abc":
        for b in "abc":
            s = s + x * WEIGHTS.get((a, b), WEIGHTS.get((b, a), -0.5))
            if (a, b) in WEIGHTS:
                s = s * WEIGHTS[(a, b)] * WEIGHTS[a, b]
    for (a, b), w in WEIGHTS.items():
        s += w * x * len(a + b)
    return s


def colors_looked_up(x):
    s = COLORS[Color.RED] * x * x + COLORS.get(Color.BLUE, 1.0) * x
    return s + sum(v * x for k, v in COLORS.items() if k is Color.RED)


def nested_keys(x):
    s = NESTED[Color.RED, "a"]["w"] * x * x + NESTED[(Color.RED, "a")][1, 2][1] * x
    return s + (NESTED[Color.BLUE][Color.RED] * x).sum() * NESTED[()]


def grid_looked_up(x):
    s = 0.0
    for i in range(2):
        for j in range(2):
            if (i, j) in GRID:
                s += GRID[i, j] * x ** (i + j + 1)
    return s


def neighbours(x):
    p, q = np.array([x, x * x, 2.0]), {0: x, 1: x * x, 2: 2.0}
    s = 0.0
    for n, others in NEIGHBOURS.items():
        for m in others:
            s += p[n] * p[m] + q[n] * q[m]
    for n, others in LINKS.items():
        for m in others:
            s += q[n] * q[m]
    for a, b in EDGES:
        s += q[a] * q[b]
    return s


def known_counts(x):
    p = {}
    for k in range(COUNT):
        p[k] = x**k
    for k in range(Settings.count):
        p[k] *= x
    return sum(p.values()) * p[COUNT - 1]


def _slope(function, x):
    return (function(x + 1e-6) - function(x - 1e-6)) / 2e-6


def told(p):
    return sum(v * v * len(repr(k)) for k, v in p.items())


PROGRAMS = [
    *at(
        (0.37, 1.1, 2.3),
        steps_looked_up, pairs_looked_up, colors_looked_up, nested_keys,
        grid_looked_up, neighbours, known_counts,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


def test_other_integers_in_global_data_are_read(monkeypatch):
    derivative = tl.grad(known_counts)
    for count in (3, 2, 4, 3):
        monkeypatch.setitem(globals(), "COUNT", count)
        assert derivative(0.5) == pytest.approx(_slope(known_counts, 0.5))
    derivative = tl.grad(neighbours)
    for edges in ([(0, 1)], [(1, 2), (0, 0)], [(0, 2), (0, 2)]):
        monkeypatch.setitem(globals(), "EDGES", edges)
        assert derivative(0.5) == pytest.approx(_slope(neighbours, 0.5))


def test_keys_that_are_equal_and_no_others():
    """1, True and a member of value 1 are equal, but not the same keys."""
    derivative = tl.grad(told)
    for key in (1, True, Level.LOW, (1,), (Level.LOW,), (True,), 1, Color.RED):
        p = {key: 1.0}
        assert derivative(p) == {key: 2.0 * told(p)}
        assert tl.autodiff(told, mode="forward")(p, {key: 0.5}) == told(p)
