"""Patterns of `match`: what they fit, what they bind, and when."""

import enum
import types
from collections import (
    ChainMap,
    Counter,
    OrderedDict,
    defaultdict,
    deque,
    namedtuple,
)
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives

# --- alternatives that bind ---


@dataclass
class Point:
    x: float
    y: float


def either_tuple(x):
    match (x * 3, 0):
        case (a, 0) | (0, a):
            return a**2


def either_list(x):
    match [0, x * 3]:
        case [a, 0] | [0, a]:
            return a**2


def either_object(x):
    match Point(x, 0):
        case Point(x=a, y=0) | Point(x=0, y=a):
            return a**2


def either_mapping(x):
    match {"b": x}:
        case {"a": v} | {"b": v} | {"c": v}:
            return v**3


def either_of_values(x):
    match (x, x - 1, 3.0):
        case (a, 5.0, b) | (b, a, 3.0):
            return a * b**2


def either_at_run_time(x):
    total = 0.0
    for v in np.array([x, 2.0, 0.0]):
        match (v, x):
            case (0.0, a) | (a, 0.0):
                total += a * 2
            case (a, b) if (a > b) | (a == 2.0):
                total += a * b
            case (2.0 as a, _) | (a, _):
                total += a**3
    return total


def either_inside(x):
    match [("scale", x), (x, "shift")]:
        case [("scale", a) | (a, "scale"), ("shift", b) | (b, "shift") | b]:
            return a**2 * b


def either_two_classes(x):
    total = 0.0
    for shape in (Point(x, 2.0), {"x": x * 3}, [x]):
        match shape:
            case Point(a, _) | {"x": a} | [a]:
                total += a**2
    return total


# --- guards ---


def guard_fails(x):
    a = 10.0
    match (x, 2.0):
        case (a, b) if b > 5:
            return a
        case _:
            return a * x


def guard_fails_at_run_time(x):
    a = 10.0
    match (x, 2.0):
        case (a, b) if a > 1.0:
            return a**2
        case _:
            pass
    return a * b * x


def pattern_does_not_fit(x):
    a = 10.0
    match (x, 2.0):
        case (a, 1.0):
            return a
        case _:
            return a * x


def guard_of_its_own_scope(x):
    match [x, [1.0, 2.0]]:
        case [a, b] if all(a > 0 for a in b):
            return a * len(b)
        case _:
            return 0.0


def guard_with_lambda(x):
    match (x, 3.0):
        case (a, b) if (lambda a: a > 2.0)(b):
            return a * b
        case _:
            return 0.0


def guard_walrus(x):
    match (x, 3.0):
        case (a, b) if (a := a * b) > 0:
            return a**2
        case (a, b):
            return b * x


def guard_asks_function_around(x):
    def large():
        return a > 1.0

    a = 0.0
    match (x, 3.0):
        case (a, b) if large():
            return a * b
        case _:
            return a**2


def guard_that_counts(x):
    seen = []

    def note(v):
        seen.append(v)
        return v > 1.0

    match (x, x * 2):
        case (a, 5.0) if note(a):
            return a
        case (a, b) if note(a):
            return a * b * len(seen)
        case (a, b) if note(b):
            return a**3 * len(seen)
        case _:
            return sum(seen) * len(seen)


def guard_in_loop(x):
    total = 0.0
    for i in range(5):
        match (i % 2, x * i):
            case (0, value) if value > 1.5:
                total += value**3
            case (0, _):
                total += 0.5 * x
            case (1, value):
                total += value * x
    return total + value


def guard_that_is_no_bool(x):
    total = 0.0
    for items in ([x, 1.0], [x]):
        match items:
            case [a, *rest] if rest:
                total += a * rest[0]
            case [a, *rest]:
                total += a**3
    return total


def rest_of_mapping_in_guard(x):
    total = 0.0
    for item in ({"a": x, "b": 2.0}, {"a": x}):
        match item:
            case {"a": v, **rest} if rest:
                total += v * rest["b"]
            case {"a": v}:
                total += v**3
    return total


# --- sequences and mappings ---

Pair = namedtuple("Pair", "first second")


def of_deque(x):
    match deque([x, 2.0]):
        case [a, b]:
            return a * b
        case _:
            return x


def star_of_deque(x):
    match deque([x, 2.0, x**2, 3.0]):
        case [a, *rest, b]:
            return a * b + rest[1] * len(rest)


def of_range(x):
    match range(2, 5):
        case [a, b, c]:
            return x * a + x**b + c
        case _:
            return x


def star_of_range(x):
    match range(2, 6):
        case [a, *rest]:
            return x * a + sum(x**n for n in rest)


def of_named_tuple(x):
    match Pair(x, 2.0):
        case [a, b]:
            return a**b


class Row(Sequence):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]


def of_own_sequence(x):
    match Row([x, 2.0]):
        case [a, b]:
            return a * b**2
        case _:
            return x


def no_sequences(x):
    total = x
    for value in ("ab", b"ab", {1: x, 2: x}, {1, 2}, iter([x, x]), np.array([x, x])):
        match value:
            case [a, b]:
                total += a * b
            case _:
                total *= x
    return total


def last_of_many(x):
    match [1.0, 2.0, x]:
        case [*_, a]:
            return a**2


def of_array_in_list(x):
    items = []
    for k in range(3):
        items.append(x * k)
    match items:
        case [_, a]:
            return a
        case [0.0, a, *rest]:
            return a * rest[-1]


def of_run_time_list(x):
    items = [x]
    while items[-1] < 5.0:
        items.append(items[-1] * 2 + 1.0)
    match items:
        case [a, b]:
            return a * b
        case [a, *_, b] if b > 6.0:
            return a * b
        case [a, *_]:
            return a * 7


def of_ordered_dict(x):
    match OrderedDict(a=x, b=2.0):
        case {"a": v, **rest}:
            return v * rest["b"]
        case _:
            return x


def of_default_dict(x):
    d = defaultdict(float)
    d["a"] += x
    match d:
        case {"b": v}:
            return v
        case {"a": v}:
            return v**2 * len(d)


def of_counter(x):
    match Counter("aab"):
        case {"c": n}:
            return x
        case {"a": n, "b": m}:
            return x**n * m


def of_chain_map(x):
    match ChainMap({"a": x}, {"b": 3.0}):
        case {"b": w, "a": v}:
            return v**2 * w
        case _:
            return x


class Table(Mapping):
    def __init__(self, items):
        self.items_ = items

    def __getitem__(self, key):
        return self.items_[key]

    def __contains__(self, key):
        return key in self.items_

    def __iter__(self):
        return iter(self.items_)

    def __len__(self):
        return len(self.items_)


def of_own_mapping(x):
    match Table({"a": x, "b": 2.0}):
        case {"a": v, "c": w}:
            return w
        case {"a": v, "b": w}:
            return v**2 * w


def whole_mapping(x):
    match {"a": x, "b": 2.0}:
        case {**items}:
            items["a"] = items["a"] ** 2
            return items["a"] * len(items)


def objects_in_loop(x):
    total = 0.0
    for i, v in enumerate(np.array([x, 0.0, 2.0, x])):
        match (v, Point(x * i, v)):
            case (0.0, Point(a, b)):
                total += a + b
            case (_, Point(x=a, y=b)) if b * x > 3.0:
                total += a * b
            case (2.0 as a, Point(x=b)) | (b, Point(y=a)):
                total += a**2 * b
    return total


def arrays_in_while(x):
    y, k = np.array([x, 2.0]), 0
    while np.sum(y) < 50.0:
        match {"k": k % 3, "y": y * (k + 1)}:
            case {"k": 0, "y": z} if z[0] < 9.0:
                y = y + z
            case {"k": 1 | 2 as n, "y": z}:
                y = y * n + z**2 * 0.1
            case {"y": z}:
                y = z + 1.0
        k += 1
    return y[0] * y[1]


def arrays_in_run_time_branch(x):
    y = np.array([x, 2.0])
    match (x > 1.0, [y, y * x]):
        case (False, [a, b]) if a[0] * x > 0.1:
            b[0] = a[1]
            return a @ b
        case (True, [a, b]) | (_, [b, a]):
            a[0] = 3.0
            return np.sum(a * b)


# --- names of the user's own ---


def names_of_builtins(x):
    list = tuple = len = isinstance = getattr = dict = hasattr = x * 2
    total = list + tuple + len + isinstance + getattr + dict + hasattr
    for item in ([x, 1.0, 2.0], {"a": x, "b": 1.0}, Point(x, 3.0)):
        match item:
            case [a, *rest]:
                total += a * rest[1]
            case {"a": a, **rest}:
                total += a**2 * rest["b"]
            case Point(a, y=b):
                total += a * b
    return total


def assertion_with_own_name(x):
    AssertionError = ValueError  # noqa: N806
    try:
        assert x > 0, "small"
    except AssertionError:
        return x
    return x**2


# --- classes ---


class Plain:
    __match_args__ = ("b", "a")

    def __init__(self, a, b):
        self.a = a
        self.b = b


class Counted:
    def __init__(self, v):
        self.v = v
        self.asked = 0

    @property
    def items(self):
        self.asked += 1
        return [self.v * self.asked, 2.0]


def own_match_args(x):
    match Plain(x, 3.0):
        case Plain(a, b):
            return a**2 * b


def attribute_is_missing(x):
    match Plain(x, 3.0):
        case Plain(c=v):
            return v
        case Plain(a=v, b=w):
            return v**2 * w


def property_is_asked_once(x):
    c = Counted(x)
    match c:
        case Counted(items=[]):
            return x
        case Counted(items=[a, 3.0]):
            return x
        case Counted(items=[a, b]):
            return a * b * c.asked


def builtin_classes(x):
    total = 0.0
    values = (x, 2, True, "text", [x, 1.0], (x,), {"a": x}, np.array([x, x]), None)
    for value in values:
        match value:
            case bool(v):
                total += x * v
            case int(v):
                total += v * x**2
            case float(v):
                total += v**3
            case str(v):
                total += len(v) * x
            case list(v):
                total += v[0] ** 2 * v[1]
            case tuple((v,)):
                total += v * 5
            case dict({"a": v}):
                total += v * 7
            case np.ndarray(shape=(n,)):
                total += n * x
            case None:
                total += 11 * x
    return total


def class_of_a_number(x):
    match x * 2:
        case int():
            return x
        case float(real=a) if a > 1.0:
            return a**2
        case np.floating() | float() as b:
            return b**3


def shadowed_class(x):
    list = Plain
    match Plain(x, 2.0):
        case list(b, a):
            return a**2 * b


def nested(x):
    match {"shape": [Point(x, Pair(2.0, (x, 3.0))), ("k", [1.0, x])]}:
        case {"shape": [Point(a, Pair(second=(b, c))), (str(k), [1.0, *d])]}:
            return a * b**2 * c + d[0] * len(k)


# --- values ---


class Mode(enum.Enum):
    LINEAR = 1
    SQUARE = 2


class Limits:
    low = 1.0
    inner = types.SimpleNamespace(high=2.0)


def dotted_values(x):
    total = 0.0
    for mode in (Mode.LINEAR, Mode.SQUARE, Limits.low, 2.0, 3.0):
        match mode:
            case Mode.LINEAR:
                total += x
            case Mode.SQUARE:
                total += x**2
            case Limits.low:
                total += x**3
            case Limits.inner.high | 7.0:
                total += x**4
            case _:
                total += 5 * x
    return total


def dotted_keys(x):
    match {Mode.SQUARE: x, Mode.LINEAR: 2.0, "w": x**2}:
        case {Mode.SQUARE: a, **rest}:
            return a * rest[Mode.LINEAR] + rest["w"]


def negative_and_complex(x):
    total = 0.0
    for value in (-1.5, 1 + 2j, 0):
        match value:
            case -1.5:
                total += x
            case 1 + 2j:
                total += x**2
            case v:
                total += x**3 + v
    return total


def subject_once(x):
    calls = []

    def subject():
        calls.append(x)
        return (x, len(calls))

    match subject():
        case (a, 5):
            return a
        case (a, 2 | 3):
            return a
        case (a, n):
            return a**2 * n * len(calls)


class Loud:
    def __init__(self, v):
        self.v = v
        self.asked = 0

    def __eq__(self, other):
        self.asked += 1
        return self.v > other


def comparisons_have_effects(x):
    first, second = Loud(x), Loud(x**2)
    match (first, second):
        case (8.0, _) | (_, 9.0):
            return 0.0
        case (0.25, 0.1) as both if first.asked < 2:
            return both[0].v
        case (a, _) if second.asked > 1:
            return first.asked * a.v + second.asked
        case _:
            return x**3


def no_case_fits(x):
    y = x
    match (x, 2.0):
        case (a, 3.0):
            y = a**2
        case [a]:
            y = a
    return y * 3


def subject_is_rebound(x):
    pair = (x, 2.0)
    match pair:
        case (pair, b) if b > 3.0:
            return pair
        case (a, pair):
            return a * pair


def leaves_loop(x):
    total = 0.0
    for item in [(1, x), (2, x**2), (3, x), (4, x)]:
        match item:
            case (1, v) if v > 5.0:
                break
            case (k, v) if k == 2:
                total += v
                continue
            case (3, v) | (5, v):
                total += v**3
            case (k, v):
                return total * v * k
        total += 1.0
    return total


def leaves_else_branch(x):
    total = 0.0
    for k, v in [(1, x), (2, x**2), (3, x), (4, x)]:
        if k == 2:
            total += v
            continue
        else:
            if v > 1.6:
                total += v**3
            else:
                break
        total += 1.0
    return total


def inside_while(x):
    state, y = "start", x
    while True:
        match (state, y):
            case ("start", v) if v < 4.0:
                y = v * 1.5
            case ("start", v):
                state, y = "end", v**2
            case ("end", v):
                return v


PROGRAMS = [
    value
    for value in list(globals().values())
    if isinstance(value, types.FunctionType) and value.__module__ == __name__
]


@pytest.mark.one_in(10)
@pytest.mark.parametrize("x", [0.91258592, 1.7])
@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_patterns(function, x):
    require_derivatives(function, x)


def class_takes_no_positional(x):
    match Counted(x):
        case Counted(a):
            return a


def test_refuses_what_python_refuses():
    with pytest.raises(TypeError):
        class_takes_no_positional(2.0)
    with pytest.raises(tl.UnsupportedError):
        tl.grad(class_takes_no_positional)(2.0)
