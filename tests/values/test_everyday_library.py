"""Everyday Python: sorting, containers of the library, enumerations, defaults."""
# These show what people write.
# ruff: noqa: B006, B007, B008, E501, E742, F841, UP042

import bisect
import collections
import dataclasses
import enum
import functools
import heapq
import itertools
import operator
from collections import ChainMap, Counter, namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives


def emptied(x):
    items, s = [x, x * x], 1.0
    while items:
        last = items.pop()
        if items:
            s = s * last * last
        else:
            s = s + 3 * last
    return s


def emptied_and_more(x):
    items, s, k = [x, x * x], 1.0, 0
    while k < 3:
        k += 1
        if k > 0 and items:
            s = s * items.pop() ** 2
        else:
            s = s + 3 * x
    return s


def keys_by_number(x):
    d = {"x2": x, "x10": x * x, "x1": np.sin(x)}
    s = 0.0
    k = 1
    for n in sorted(d, key=lambda k: -int(k[1:])):
        s += k * d[n]
        k += 1
    return s


def sorted_items(x):
    d = {"b": x, "a": x * x}
    s = 1.0
    for i, (k, v) in enumerate(sorted(d.items())):
        s = s * 2 + v * (i + 1)
    return s


def items_by_key(x):
    d = {"b": x, "a": x * x}
    s = 1.0
    for k, v in sorted(d.items(), key=lambda kv: kv[0]):
        s = s * 2 + v
    return s


def items_backwards(x):
    d = {"b": x, "a": x * x}
    s = 1.0
    for k, v in sorted(d.items(), key=lambda kv: kv[0], reverse=True):
        s = s * 2 + v
    return s


def keys_by_length(x):
    p = {"bbb": x, "a": x * x, "cc": 3 * x}
    return p[sorted(p, key=len)[0]] * 2 + p[sorted(p, key=lambda k: (-len(k), k))[0]]


def names_backwards(x):
    names = ["b", "a", "c"]
    d = dict(zip(names, [x, 2 * x * x, np.cos(x)]))
    s = 0.0
    for n in sorted(names, reverse=True):
        s = s * x + d[n]
    names.sort(key=lambda n: (n != "b", n))
    return s * d[names[0]] + d[names[2]]


def pairs_with_places(x):
    t = 0.0
    for v, i in sorted(((v, i) for i, v in enumerate([x, 0.5 * x]))):
        t += v * [1.0, 2.0][i]
    return t


def ties(x):
    e = [(x * x, 0, 1), (x * x, 1, 2), (x, 0, 2), (2.0, 1, 1)]
    y = np.array([1.0, x, x * x])
    t = 0.0
    for k, (w, i, j) in enumerate(sorted(e)):
        t += (k + 1) * w * y[i] * (1 + y[j])
    return t


def spanning_tree(x):
    parent = [0, 1, 2, 3]

    def find(a):
        while parent[a] != a:
            a = parent[a]
        return a

    e = [
        (abs(x), 0, 1),
        (x * x + 0.1, 1, 2),
        (x * x * x + 2, 2, 3),
        (1.0 + 0.1 * x, 0, 3),
        (0.3, 1, 3),
    ]
    tot = 0.0
    for w, i, j in sorted(e):
        a, b = (find(i), find(j))
        if a != b:
            parent[a] = b
            tot += w
    return tot


def sorted_in_place_with_text(x):
    items = [(x, "a"), (x * x, "b"), (1.0, "c")]
    items.sort(key=lambda p: p[0])
    return items[0][0] * 3 + items[1][0]


def largest_of_dict(x):
    d = {"a": x, "b": x * x, "c": 3}
    k = max(d, key=lambda k: d[k])
    return d["a"] * 2


def smallest_of_dict(x):
    d = {"a": x, "b": x * x, "c": 3.0}
    k = min(d, key=d.get)
    return d[k] * 2


def largest_pair(x):
    m, i = max(((v, i) for i, v in enumerate([x, x * x, 0.5])))
    return m * [1.0, 2.0, 3.0][i]


def extremes_of_dict(x):
    d = {"bb": x, "a": x * x, "c": 3.0}
    return (
        d[max(d, key=len)] * 2
        + d[min(d)]
        + d[max(d)]
        + d[min(d, key=lambda k: (len(k), k))]
    )


def nearest_point(x):
    pts = [(x, 1.0), (x * x, 2.0), (0.3, x)]
    a, b = min(pts, key=lambda p: (p[0] - 0.5) ** 2 + p[1] ** 2)
    return a * b


def known_first(x):
    items = [(1, x), (0, x * x), (1, 2 * x), (0, 3.0)]
    s = 0.0
    for k, v in sorted(items):
        s = 2 * s + v
    return s


def text_by_number(x):
    items = [(x, "a"), (x * x, "b"), (x, "c")]
    w = {"a": 1.0, "b": 3.0, "c": -2}
    s = 0.0
    for v, n in sorted(items):
        s = 2 * s + v * w[n]
    return s


def places_by_item(x):
    items = [x, x * x, 0.3]
    s = 0.0
    for i in sorted(range(3), key=items.__getitem__):
        s = 2 * s + items[i]
    return s


def array_of_pairs(x):
    y = np.array([x, x * x, 0.3])
    s = 0.0
    for v, i in sorted(zip(y, range(3))):
        s = 2 * s + v * (i + 1)
    for v in sorted(y):
        s = 2 * s + v
    for v in sorted(y.tolist(), reverse=True):
        s = 2 * s + v
    return s


def letters(x):
    c = Counter("abracadabra")
    s = 0.0
    for k, n in c.items():
        s = s * 1.1 + n * x
    return s + c["a"] * x + c["z"]


def most_common(x):
    c = Counter(["a", "b", "a"])
    c["b"] += 2
    c.update(["a", "c"])
    k, n = c.most_common(1)[0]
    return x * n + sum(c.values()) * x * x + len(c)


def counts_combined(x):
    a = Counter(a=3, b=1)
    b = Counter({"a": 1, "b": 2})
    s = a + b
    d = a - b
    return (
        x * s["a"]
        + x**2 * s["b"]
        + d["a"] * x**3
        + d["b"]
        + (a & b)["a"] * x
        + (a | b)["b"] * x
    )


def weights_counted(x):
    w = Counter()
    for k, v in [("a", x), ("b", x * x), ("a", 2.0)]:
        w[k] += v
    return w["a"] * w["b"] + sum(w.values())


def elements_counted(x):
    c = Counter([1, 2, 1])
    return sum((x**k * n for k, n in sorted(c.items()))) + sum(
        k * x for k in c.elements()
    )


def groups(x):
    s = 0.0
    for k, g in itertools.groupby([1, 1, 2, 2, 2, 1]):
        s = s * x + k * len(list(g))
    return s


def groups_by_key(x):
    s = 0.0
    rows = [("a", x), ("a", x * x), ("b", 3 * x)]
    for k, g in itertools.groupby(rows, key=lambda r: r[0]):
        s = s * 2 + sum((v for _, v in g))
    return s


def chosen_items(x):
    return (
        sum(
            (
                a * b
                for a, b in zip(
                    itertools.islice(itertools.count(2, 2), 3), [x, x, x * x]
                )
            )
        )
        + sum(x * k for k in itertools.compress([1, 2, 3], [1, 0, 1]))
        + sum(x * k for k in itertools.filterfalse(lambda k: k > 1, [1, 2, 0]))
    )


def read_twice(x):
    a, b = itertools.tee([x, x * x])
    return sum(a) * 2 + sum(v * v for v in b)


def heap(x):
    h = []
    for v in [x, x * x, 0.3, 2.0]:
        heapq.heappush(h, v)
    s = 0.0
    while h:
        s = s * 2 + heapq.heappop(h)
    return s


def heapified(x):
    h = [x, x * x, 0.3, 2.0]
    heapq.heapify(h)
    return heapq.heappop(h) * 3 + heapq.heappop(h)


def heap_of_pairs(x):
    h = [(x, 0), (x * x, 1), (0.3, 2)]
    heapq.heapify(h)
    w = [1.0, 2.0, 3.0]
    s = 0.0
    while h:
        v, i = heapq.heappop(h)
        s = s * 2 + v * w[i]
    return s


def largest_and_smallest(x):
    return (
        sum(heapq.nlargest(2, [x, x * x, 0.3])) + heapq.nsmallest(1, [x, x * x, 0.3])[0]
    )


def bisected(x):
    t = [0.0, 1.0, 2.0, 3.0]
    i = bisect.bisect(t, x)
    return (
        x * i
        + bisect.bisect_left(t, x) * x * x
        + bisect.bisect_right([1, 2, 2, 3], 2) * x
    )


def inserted_in_order(x):
    items = [0.2, 1.0]
    bisect.insort(items, x)
    return items[0] + 2 * items[1] + 3 * items[2]


def interpolated(x):
    t = [0.0, 1.0, 2.0]
    v = [1.0, x, x * x, 5.0]
    i = max(0, min(bisect.bisect_right(t, x) - 1, 1))
    return v[i] + (v[i + 1] - v[i]) * (x - t[i])


def chain_map(x):
    c = ChainMap({"a": x}, {"a": 1.0, "b": x * x})
    return c["a"] * c["b"] + sum(c.values()) + ("b" in c) + c.get("z", 2.0) + len(c)


def child_of_chain_map(x):
    c = ChainMap({"a": x}, {"a": 1.0, "b": x * x}).new_child({"q": 2 * x})
    s = 0.0
    for k in sorted(c):
        s = s * 2 + c[k]
    return s


def operators_in_place(x):
    y = x
    y = operator.iadd(y, 2 * x)
    y = operator.imul(y, x)
    items = [x]
    operator.iadd(items, [2.0])
    return y * sum(items)


def array_in_place(x):
    items = np.array([x, 1.0])
    operator.iadd(items, 2 * x)
    operator.setitem(items, 0, x * x)
    return items.sum() + operator.methodcaller("sum")(items)


def fibonacci(x):

    @functools.lru_cache(None)
    def fib(n):
        return x if n < 2 else fib(n - 1) + 0.5 * fib(n - 2)

    return fib(6)


def power(x):

    @functools.cache
    def p(n):
        return 1.0 if n == 0 else x * p(n - 1)

    return p(3)


def shortest_path(x):

    @functools.cache
    def p(i, j):
        if i == 0 or j == 0:
            return x
        return min(p(i - 1, j), p(i, j - 1)) + x * x

    return p(2, 2)


def cache_cleared(x):

    @functools.lru_cache
    def p(a):
        return a * x

    r = p(2.0) + p(3.0)
    p.cache_clear()
    return r


def bisected_by_key(x):
    rows = [(0.0, x), (1.0, x * x), (2.0, 3.0)]
    i = bisect.bisect_left(rows, x, key=lambda r: r[0])
    return rows[min(i, 2)][1] * i


def bisected_array(x):
    y = np.array([0.0, 1.0, 2.0])
    i = bisect.bisect_left(y, x)
    bisect.bisect([], x)
    return x * i


def sorted_by_insertion(x):
    items = []
    for v in [x, x * x, 0.3, 2 * x]:
        bisect.insort(items, v)
    s = 0.0
    for v in items:
        s = s * 2 + v
    return s


def pair_inserted(x):
    items = [(0.3, 0), (1.0, 1)]
    bisect.insort(items, (x, 2))
    s = 0.0
    for v, i in items:
        s = s * 2 + v * i
    return s


def bounded_heap(x):
    h = []
    n = 0
    for v in [x, x * x, 0.3, 2.0]:
        heapq.heappush(h, (v, n))
        n += 1
        if len(h) > 2:
            heapq.heappop(h)
    return sum((v * (i + 1) for v, i in h))


def replaced_in_heap(x):
    h = [x, x * x, 0.3]
    heapq.heapify(h)
    return heapq.heappushpop(h, 0.5 * x) + 2 * heapq.heapreplace(h, x**3) + 3 * h[0]


def huffman(x):
    h = [abs(x), x * x, 0.3, 0.1]
    heapq.heapify(h)
    c = 0.0
    while len(h) > 1:
        a = heapq.heappop(h)
        b = heapq.heappop(h)
        c += a + b
        heapq.heappush(h, a + b)
    return c


def counter_as_object(x):
    c = Counter("ab")
    d = collections.deque([x, 2 * x]).copy()
    return (
        x
        * (
            isinstance(c, Counter)
            + (c == Counter("ba"))
            + (c != Counter("bb"))
            + (c == 3)
            + bool(Counter())
        )
        + d[0]
        + len(dict(c)) * x
        + sum(Counter({"a": 2})[k] for k in "ab") * x
    )


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


class IO(enum.IntFlag):
    R = 4
    W = 2


class Num(enum.IntEnum):
    ONE = 1
    TWO = 2


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


@dataclass
class D1:
    a: float
    b: tuple = (1.0, 2.0)
    c: float = np.float64(0.5)
    d: dict = field(default_factory=dict)
    e: list = field(default_factory=lambda: [1.0, 2.0])
    f: dict = field(default_factory=lambda: {"k": 3.0})
    g: object = None


H = np.float64(0.5)


def defaults_of_dataclass(x):
    o = D1(x)
    o.d["q"] = x * x
    o.e.append(x)
    return o.a * o.b[1] * o.c + o.d["q"] + sum(o.e) * o.f["k"]


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


@dataclass
class N2:
    p: P2
    items: list
    k: str = "a"


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


class O:
    def __init__(self, a):
        self.a = a


class V:
    def __init__(self, a):
        self.a = a

    def __pow__(self, n):
        return self.a**n

    def __rpow__(self, n):
        return n**self.a

    def __str__(self):
        return "V"


class I:
    def __init__(self, o):
        self.b = o


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


def truth_of_object(x):
    return x * (2 if bool(O(x)) else 3) * (2 if O(x) else 3)


def power_of_object(x):
    return pow(V(x), 3) + pow(x, 2) + pow(3, 2) * x + pow(2.0, V(x))


def record_made(x):
    p = P._make([x, x * x])
    return p.u * p.v


def record_replaced(x):
    p = P(x, 2.0)._replace(v=x * x)
    return p.u + p.v * Q(x)._replace(v=x).s()


def nested_attributes(x):
    return (
        operator.attrgetter("b.a")(I(O(x))) * 2
        + operator.attrgetter("b.a", "b")(I(O(x)))[0]
    )


def sums_of_sets(x):
    return (
        sum({1, 2, 3}) * x
        + len(list({1, 2})) * x
        + sum({1: 2, 3: 4}) * x
        + max({1, 5}) * x
    )


def accumulated_nothing(x):
    return x * (1 + len(list(itertools.accumulate([])))) + sum(
        itertools.accumulate([x, x * x])
    )


def text_of_dataclass(x):
    return x * (2 if str(R(1, "a")) == "R(a=1, b='a', c=0.5)" else 3)


def lin(a, b, x):
    return a * x + b


lin2 = functools.partial(lin, 2.0, b=3.0)


lin3 = functools.partial(lin2)


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


def attributes_of_function(x):

    def inner(y):
        return y * x

    inner.__name__ = "foo"
    inner.calls = 0
    inner.calls += 1
    return inner(x) * (inner.calls + 1)


def counted(f):

    @functools.wraps(f)
    def w(*a):
        w.calls += 1
        return f(*a)

    w.calls = 0
    return w


def counting_calls(x):
    g = counted(lambda y: y * y)
    return g(x) + g(x + 1) * g.calls


def memory_of_function(x):

    def memo(n):
        if n in memo.c:
            return memo.c[n]
        r = x if n < 2 else memo(n - 1) * memo(n - 2)
        memo.c[n] = r
        return r

    memo.c = {}
    return memo(4)


def matrix_as_list(x):
    y = np.array([[x, 2.0], [x * x, 3.0]])
    items = y.tolist()
    return items[0][0] * items[1][0] + sum(items[1]) + sum(sum(r) for r in items)


def removed_by_value(x):
    items = [x, x * x, 2.0]
    items.remove(x)
    return sum(items) * len(items) + [x, 3.0, x].index(x) * x + items.index(2.0)


def index_of_largest(x):
    m = max([x, x * x, 0.5])
    items = [x, x * x, 0.5]
    return [1.0, 2.0, 3.0][items.index(m)] * x


def number_as_list(x):
    return (
        (lambda y: y.tolist())(np.array([x, 2.0]))[0]
        + np.float64(x).tolist()
        + np.array(x).tolist()
    )


def sum_in_attribute(x):

    def w():
        w.n += x

    w.n = 0.0
    w()
    w()
    return w.n * x


def name_of_function(x):

    def f(y):
        """doc"""
        return y * x

    return (
        f(x)
        if f.__name__ == "f" and f.__doc__ == "doc" and (not hasattr(f, "q"))
        else 0.0
    )


def divmod_of_known(x):
    return (
        sum(x for _ in range(3))
        + abs(complex(x, 1.0).real)
        + divmod(7, 2)[0] * x
        + round(2.6) * x
    )


def attributes_on_paths(x):

    def f(y):
        return y * x

    if x > 0:
        f.k = 2 * x
    else:
        f.k = x * x
    f.m = x
    f.l = [x]
    f.l.append(2 * x)
    f.l[0] *= 3
    return f.k * f.m + getattr(f, "zz", 3.0) + sum(f.l)


def functions_in_a_loop(x):
    fs = []
    for i in range(2):

        def g(v):
            return v * x

        g.c = i * x + 1
        fs.append(g)
    return fs[0].c * fs[1].c + fs[0](x)


def functions_made_twice(x):

    def mk(c):

        def g(v):
            g.n += 1
            return v * x * c

        g.n = 0
        return g

    a, b = (mk(1.0), mk(2.0))
    a(x)
    a(x)
    b(x)
    s = 0.0
    for k in range(3):
        s += a(x) * b(x)
    return s * a.n + b.n * x


def attribute_in_loop(x):

    def f(y):
        f.t = f.t + y * x
        return y

    f.t = 0.0
    n = 0
    while n < 4:
        f(n * x)
        n += 1
    return f.t


@functools.lru_cache
def kept_array(n):
    y = np.zeros(n)
    for i in range(n):
        y[i] = 0.5 * i
    return y


def reads_kept_array(x):
    return np.sum(kept_array(3) * x) + kept_array(3)[1] * x * x


FUNCTIONS = [
    reads_kept_array,
    emptied, emptied_and_more,
    keys_by_number, sorted_items, items_by_key, items_backwards, keys_by_length,
    names_backwards, pairs_with_places, ties, spanning_tree, sorted_in_place_with_text,
    largest_of_dict, smallest_of_dict, largest_pair, extremes_of_dict, nearest_point,
    known_first, text_by_number, places_by_item, array_of_pairs, letters, most_common,
    counts_combined, weights_counted, elements_counted, groups, groups_by_key,
    chosen_items, read_twice, heap, heapified, heap_of_pairs, largest_and_smallest,
    bisected, inserted_in_order, interpolated, chain_map, child_of_chain_map,
    operators_in_place, array_in_place, fibonacci, power, shortest_path, cache_cleared,
    bisected_by_key, bisected_array, sorted_by_insertion, pair_inserted, bounded_heap,
    replaced_in_heap, huffman, counter_as_object, method_of_member, attribute_of_member,
    member_by_value, flags, text_member, class_method_of_members, members_as_keys,
    function_members, defaults_of_dataclass, defaults, fields_of_object,
    fields_of_class, frozen_configuration, replaced_configuration, array_of_member,
    tuple_of_member, sorted_members, no_member, members_of_flag, member_by_place,
    truth_of_object, power_of_object, record_made, record_replaced, nested_attributes,
    sums_of_sets, accumulated_nothing, text_of_dataclass, global_partial,
    partial_with_array, dispatched, dispatched_method, attributes_of_function,
    counting_calls, memory_of_function, matrix_as_list, removed_by_value,
    index_of_largest, number_as_list, sum_in_attribute, name_of_function,
    divmod_of_known, attributes_on_paths, functions_in_a_loop, functions_made_twice,
    attribute_in_loop,
]  # fmt: skip


@pytest.mark.parametrize("x", [-0.6, 0.45, 0.7, 1.5])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(function, x):
    require_derivatives(function, x)


def impure_cache(x):
    calls = [0]

    @functools.cache
    def doubled(a):
        calls[0] += 1
        return a * x

    return doubled(2.0) + doubled(2.0) + calls[0] * x


def writes_kept_array(x):
    part = kept_array(4)[1:3]
    part += x
    return np.sum(kept_array(4)) * x


generator = np.random.default_rng(0)


@functools.lru_cache
def kept_draw(n):
    return generator.standard_normal() * n


def draws_once(x):
    return x * kept_draw(1) + kept_draw(1)


@functools.lru_cache
def kept_print(n):
    print("called with", n)
    return 2.0 * n


def prints_once(x):
    return x * kept_print(1) + kept_print(1)


def computed_groups(x):
    return sum(k for k, _ in itertools.groupby([x, x * x]))


def computed_member(x):
    return Act(int(x > 0) + 1).apply(x)


def text_of_computed(x):
    return x * len(repr(R(1, "a", x)))


def objects_in_order(x):
    return sorted([O(x), O(1.0)])[0].a


def name_of_wrapper(x):
    return x * len(counted(lambda y: y).__name__)


REFUSED = {
    impure_cache: "a function whose results are kept",
    writes_kept_array: "returns an array that is written later",
    draws_once: "changes what others see, prints or draws",
    prints_once: "changes what others see, prints or draws",
    computed_groups: "groupby() needs keys that are known here",
    computed_member: "Act() needs a value that is known here",
    text_of_computed: "the text of an object of the class R holds computed values",
    objects_in_order: "may have to compare a O with others",
    name_of_wrapper: "__name__ of a function that is defined here is not supported",
}


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_refusals(function):
    with pytest.raises(tl.UnsupportedError) as error:
        tl.grad(function)(0.7)
    assert REFUSED[function] in str(error.value)


@functools.singledispatch
def kind(value):
    return 1.0


def by_kind(x):
    return kind(x) * x


def test_what_is_registered_later_is_called():
    assert tl.grad(by_kind)(2.0) == 1.0
    kind.register(float, lambda value: 3.0 * value)
    assert tl.grad(by_kind)(2.0) == 12.0
