"""Draws of `random.Random`, and lists that it shuffles."""

import random

import pytest

from tests.support.numeric import at, require_derivatives, require_refused


def filled(x):
    p = []
    for k in range(int(x) + 4):
        p.append(x * k)
    return p


def weighted(p, x):
    s = 0.0
    for k, v in enumerate(p):
        s += v * k * x
    return s


class Walk:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def step(self, v):
        return v + self.rng.choice((-1, 1)) * 0.1 * v


def drawn(x):
    r = random.Random(3)
    s = x * x * r.random() + r.randint(1, 5) * x + r.uniform(1.0, 2.0) * x
    for _ in range(3):
        s += r.choice([x, 2 * x, x * x]) * r.choice([1.0, 2.0]) * r.expovariate(2.0)
    w = Walk(42)
    for _ in range(4):
        s = w.step(s) * x
    return s + r.gauss(0, 1)


def shuffled(x):
    r = random.Random(7)
    known = [1.0, x, x * x, 3.0, x**3]
    r.shuffle(known)
    p = filled(x)
    r.shuffle(p)
    s = weighted(known, x) + weighted(p, x)
    return s * r.random() + r.choice(p) * r.choice(range(1, 5)) * r.randrange(3, 8)


def drawn_from_what_is_computed(x):
    return random.Random(3).uniform(0, x)


PROGRAMS = [
    *at((0.37, 1.1, 2.3), drawn, shuffled),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (drawn_from_what_is_computed, 2.5, "distribution that depends on what is computed"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
