"""Data classes and named tuples: defaults, fields, comparisons, replaced fields."""

import dataclasses
import enum
from collections import namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

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


@dataclass
class D1:
    a: float
    b: tuple = (1.0, 2.0)
    c: float = np.float64(0.5)
    d: dict = field(default_factory=dict)
    e: list = field(default_factory=lambda: [1.0, 2.0])
    f: dict = field(default_factory=lambda: {"k": 3.0})
    g: object = None


def defaults_of_dataclass(x):
    o = D1(x)
    o.d["q"] = x * x
    o.e.append(x)
    return o.a * o.b[1] * o.c + o.d["q"] + sum(o.e) * o.f["k"]


def fields_of_object(x):
    o = D1(x, c=x * x)
    s = 0.0
    for f in dataclasses.fields(o):
        if f.name in ("a", "c"):
            s = s * 2 + getattr(o, f.name)
    return s


@dataclass
class P2:
    u: float
    v: float


def fields_of_class(x):
    return sum(getattr(P2(x, x * x), f.name) for f in dataclasses.fields(P2))


@dataclass(frozen=True)
class Cfg:
    lr: float = np.float64(0.1)
    sh: tuple = (2, 3)
    m: Act = Act.SQ
    w: np.ndarray = field(default_factory=lambda: np.ones(3))


def frozen_configuration(x):
    c = Cfg()
    return c.lr * x * c.sh[1] + c.m.apply(x) + (c.w * x).sum()


def replaced_configuration(x):
    c = Cfg(lr=x)
    c = dataclasses.replace(c, sh=(1, 2))
    return c.lr ** c.sh[1]


P = namedtuple("P", "u v")


class Q(NamedTuple):
    u: float
    v: float = 2.0

    def s(self):
        return self.u * self.v


@dataclass
class R:
    a: int
    b: str
    c: float = 0.5


def record_made(x):
    p = P._make([x, x * x])
    return p.u * p.v


def record_replaced(x):
    p = P(x, 2.0)._replace(v=x * x)
    return p.u + p.v * Q(x)._replace(v=x).s()


def text_of_dataclass(x):
    return x * (2 if str(R(1, "a")) == "R(a=1, b='a', c=0.5)" else 3)


def text_of_computed(x):
    return x * len(repr(R(1, "a", x)))


Pair = namedtuple("Pair", "a b")
Filled = namedtuple("Filled", "a b", defaults=(1, 3))


def records_compared(x):
    s = x * x if Pair(1, 2) == (1, 2) else x
    s = s * x if Filled(1, 2) == (1, 2) else s
    return s * x if Pair(Pair(1, 2), 3) in [Pair((1, 2), 3)] else s


def records_as_keys(x):
    d = {Pair(1, 2): x, Pair(2, 3): x * x}
    s = d[Pair(1, 2)] * len(str(Pair(1, 2)))
    for key, value in d.items():
        s = s + value * key.b
    return s


def records_sorted(x):
    s = sorted([Pair(3, 1), Pair(1, 2)])
    return s[0].a * x * x + s[1].a * x


def records_in_arrays(x):
    rows = [Pair(x, 2 * x), Pair(1.0, x)]
    s = (np.array(rows) ** 2).sum() + (np.stack(rows) ** 3).sum()
    return s + (np.array(Pair(Pair(x, x * x), Pair(1.0, 2.0))) ** 2).sum()


def unknown_field(x):
    return Pair(x, 2.0)._replace(c=x).a


@dataclasses.dataclass(order=True)
class Item:
    v: float
    w: float
    name: str = dataclasses.field(default="", compare=False)


def three(x):
    return [Item(x * x, 2 * x), Item(1.2, x), Item(x, x**3)]


def sorted_records(x):
    a, b, c = sorted(three(x))
    return a.v + b.v * b.w * 2 + c.w**2 * 3


def sorted_back(x):
    a, b, c = sorted(three(x), reverse=True)
    return a.v + b.v * b.w * 2 + c.w**2 * 3


def largest_record(x):
    return max(three(x)).w * min(three(x)).v + min(three(x)).w


def of_two_records(x):
    a, b, c = three(x)
    return max(a, b).w * min(b, c, a).w


def keyed_records(x):
    return (
        sorted([1.0, 2.0, 3.0], key=lambda k: Item(k * (2 - k) * x, k))[0] * x
        + max(three(x), key=lambda i: i.w).v
    )


class Line(NamedTuple):
    slope: float
    start: float = 1.0

    def __call__(self, x):
        return self.start + self.slope * x


LINE = Line(2.0)


class Everything:
    def __getattr__(self, name):
        return 1.0


def asked_for_fields(x):
    ways = [dataclasses.is_dataclass(one) for one in (x, LINE, Everything(), R, [x])]
    return sum(k * way * x**k for k, way in enumerate(ways)) + x


def called_records(x):
    return Line(x, x * x)(0.3) * LINE(x)


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        defaults_of_dataclass, fields_of_object, fields_of_class,
        frozen_configuration, replaced_configuration, record_made,
        record_replaced, text_of_dataclass, called_records,
        asked_for_fields,
    ),
    *at(
        (0.37, 1.1, 2.3),
        records_compared, records_as_keys, records_sorted, records_in_arrays,
    ),
    *at(
        (0.9126, 1.7),
        sorted_records, sorted_back, largest_record, of_two_records,
        keyed_records,
    ),
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


class Row:
    def __init__(self, value):
        self.value = value

    def made(self):
        return [self.value]


@dataclass
class Listed:
    a: float
    b: list = field(default_factory=Row(1.0).made)


def factory_with_data(x):
    return Listed(x).a


REFUSED = [
    (factory_with_data, 0.7, "the default_factory of b, which holds data"),
    (text_of_computed, 0.7, "text of an object of the class R holds computed"),
    (unknown_field, 2.5, "names of fields of Pair"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
