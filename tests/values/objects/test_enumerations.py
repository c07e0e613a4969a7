# ruff: noqa: UP042
"""Members of enumerations and flags: their values, methods and order."""

import enum

import numpy as np
import pytest

from tests.support.numeric import at, require_derivatives, require_refused


class Act(enum.Enum):
    TANH = 1
    SQ = 2

    def apply(self, x):
        if self is Act.TANH:
            return np.tanh(x)
        return x * x

    @property
    def weight(self):
        return float(self.value)

    @classmethod
    def default(cls):
        return cls.SQ

    @staticmethod
    def twice(x):
        return 2 * x


class Planet(enum.Enum):
    EARTH = (5.9, 6.3)
    MARS = (0.6, 3.3)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def g(self):
        return self.mass / self.radius**2

    def __call__(self, x):
        return x * self.mass


class Opt(enum.Flag):
    A = enum.auto()
    B = enum.auto()
    C = enum.auto()


class S(str, enum.Enum):
    LIN = "lin"
    QUAD = "quad"


class Fn(enum.Enum):
    SIN = enum.member(np.sin)
    DBL = enum.member(lambda x: 2 * x)

    def __call__(self, x):
        return self.value(x)


def method_of_member(x):
    return Act.TANH.apply(x) + Act.SQ.apply(x) * Act.SQ.weight


def attribute_of_member(x):
    return Planet.EARTH.mass * x + Planet.MARS.g * x * x + Planet.MARS(x)


def member_by_value(x):
    return Act(2).apply(x) + Act["TANH"].apply(x)


def flags(x):
    o = Opt.A | Opt.B
    s = x
    if Opt.A in o:
        s = s * x
    if Opt.C in o:
        s = s * 100
    if o & Opt.B:
        s = s + x
    if ~o & Opt.A:
        s = s * 7
    if not o ^ (Opt.A | Opt.B):
        s = s * 3
    if o == Opt.B | Opt.A:
        s = s + 1
    return s


def text_member(x):
    m = S("quad")
    return (
        (x if m == S.LIN else x * x)
        + (x if m == "quad" else 2)
        + (x if m is S.QUAD else 3)
    )


def class_method_of_members(x):
    return Act.default().apply(x) + Act.twice(x) + sum(a.apply(x) for a in Act)


def members_as_keys(x):
    d = {Act.TANH: x, Act.SQ: x * x}
    return sum(d[a] * a.weight for a in d) + len(Act) + x * Act.SQ.value


def function_members(x):
    return Fn.SIN(x) + Fn.DBL(x)


class Kern(enum.Enum):
    A = (1.0, 2.0)
    B = (3.0, 4.0)

    def __init__(self, *w):
        self.w = np.array(w)
        self.s = np.float64(w[0])

    def __mul__(self, o):
        return o * self.s

    def __lt__(self, o):
        return self.s < o.s


class Strat(enum.Enum):
    F = (np.sin, 2.0)
    G = (lambda v: v * v, 3.0)

    def run(self, x):
        f, c = self.value
        return c * f(x)


def array_of_member(x):
    return (Kern.A.w * x).sum() + Kern.B.value[1] * x * Kern.A.s


def tuple_of_member(x):
    return Strat.F.run(x) + Strat.G.run(x)


def sorted_members(x):
    s = 0.0
    for m in sorted(Act, key=lambda m: -m.value):
        s = s * 2 + m.apply(x)
    return s


def no_member(x):
    try:
        m = Act(7)
    except ValueError:
        m = Act.SQ
    return m.apply(x)


def members_of_flag(x):
    return (
        x * (Act.SQ.name == "SQ") * (Opt.A | Opt.B).value
        + x * len(list(Opt.A | Opt.B))
        + x * bool(Opt.A & Opt.B)
    )


def member_by_place(x):
    return [Act.SQ, Act.TANH][int(x > 0)].apply(x)


def lin(a, b, x):
    return a * x + b


def computed_member(x):
    return Act(int(x > 0) + 1).apply(x)


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        method_of_member, attribute_of_member, member_by_value, flags,
        text_member, class_method_of_members, members_as_keys, function_members,
        array_of_member, tuple_of_member, sorted_members, no_member,
        members_of_flag, member_by_place,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (computed_member, 0.7, r"Act\(\) needs a value that is known here"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
