# ruff: noqa: E742
"""What classes say of operators, comparisons and truth, in conditions too."""

import dataclasses
import functools
import operator
import types

import numpy as np
import pytest

from tests.support.numeric import at, require_derivatives, require_refused

pytestmark = pytest.mark.one_in(2)


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


def truth_of_object(x):
    return x * (2 if bool(O(x)) else 3) * (2 if O(x) else 3)


def power_of_object(x):
    return pow(V(x), 3) + pow(x, 2) + pow(3, 2) * x + pow(2.0, V(x))


def nested_attributes(x):
    return (
        operator.attrgetter("b.a")(I(O(x))) * 2
        + operator.attrgetter("b.a", "b")(I(O(x)))[0]
    )


def objects_in_order(x):
    return sorted([O(x), O(1.0)])[0].a


@functools.total_ordering
class OrderedAmongItsOwn:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        if not isinstance(other, OrderedAmongItsOwn):
            return NotImplemented
        return self.v == other.v

    def __lt__(self, other):
        if not isinstance(other, OrderedAmongItsOwn):
            return NotImplemented
        return self.v < other.v


def ordered_in_conditions(x):
    best = None
    for v in (x, x * x, 2.0):
        one = OrderedAmongItsOwn(v)
        if best is None or one >= best:
            best = one
    s = best.v * x
    if not OrderedAmongItsOwn(x) <= OrderedAmongItsOwn(1.0) and x > 0:
        s = s * x
    return s if OrderedAmongItsOwn(x) > OrderedAmongItsOwn(0.5) or x > 9 else s * 3


def functions_are_true(x):
    def run(v, fn=None):
        return fn(v) if fn else v

    fn = np.sin if x > 1 else (lambda v: v * v)
    s = fn(x) if fn and callable(fn) else x
    return s * run(x, lambda v: v * v) * run(x) * bool(run)


def empty_views_and_ranges(x):
    d = {}
    s = x if d.items() else x * x
    return s * (x if range(int(x)) and x > 0 else 2 * x) * callable(d.get)


class Left:
    def __init__(self, v):
        self.v = v

    def __sub__(self, other):
        return self.v - 2 * other.v

    def __rsub__(self, other):
        return 5 * self.v - other.v


class Plain(Left):
    pass


class Reflecting(Left):
    def __rsub__(self, other):
        return 7 * self.v - other.v


def reflected_is_inherited(x):
    return Left(x * x) - Plain(3 * x)


def reflected_is_overridden(x):
    return Left(x * x) - Reflecting(3 * x)


class Careful:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return self.v + other.v if isinstance(other, Careful) else NotImplemented


class Right:
    def __radd__(self, other):
        return other.v**2


def not_implemented(x):
    return (Careful(x) + Right()) * (Careful(x) + Careful(2.0))


@functools.total_ordering
class Ordered:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    def __lt__(self, other):
        return self.v < other.v

    def is_large(self):
        return self.v > 1


def total_ordering(x):
    s = max(Ordered(x), Ordered(1.0)).v * x
    if Ordered(x) >= Ordered(1.5):
        s = s * x
    while Ordered(s) >= Ordered(0.5):
        s = s * 0.5
    return s * x if Ordered(x) <= Ordered(1.2) else s * x * x


def method_by_the_type(x):
    a = Ordered(x)
    if type(a).is_large(a):
        return x * x
    return x


class Square:
    def __init__(self, v):
        self.v = v

    def area(self):
        return self.v**2

    def __getitem__(self, k):
        return self.v * 3 if isinstance(k, slice) else self.v * k


def index_or_slice(x):
    return Square(x)[1:2] * Square(x)[4]


@dataclasses.dataclass(frozen=True)
class Frozen:
    v: float

    @functools.cached_property
    def squared(self):
        return self.v**2


class Doubling:
    def __init__(self, v):
        self.v = v

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)

    @functools.cached_property
    def squared(self):
        return self.v**2


def cached_properties(x):
    f, g = Frozen(x), Doubling(x)
    return f.squared * f.squared + g.squared * g.squared


KEPT = Ordered(3.0)


def getattr_with_default(x):
    s = getattr(Ordered(x), "v", 5.0) * getattr(KEPT, "v", 5.0)
    s = s * getattr(types.SimpleNamespace(k=x), "k", 5.0)
    return s * getattr(Frozen(x), "v", 5.0) + getattr(Frozen(x), "w", 5.0) * x


class Places:
    def __init__(self, x):
        self.p = [x, x, x]

    def put(self, k):
        self.p[k] = 2.0
        return k > 1


def method_that_writes_in_condition(x):
    d = Places(x)
    if d.put(int(x)):
        return sum(d.p)
    return d.p[0]


class Moving:
    def __init__(self, x):
        self.x, self.n = x, 0

    def ok(self, lim):
        "whether"
        d = self.x * 2
        return d < lim

    def step(self):
        self.n += 1
        self.x = self.x * 1.3
        return self.x < 4.0

    @property
    def big(self):
        y = self.x + 1
        return y > 2

    def __bool__(self):
        k = self.n
        return k < 5

    def __len__(self):
        m = 3
        return m

    def __lt__(self, other):
        a, b = self.x, other.x
        return a < b

    def __contains__(self, v):
        for k in range(3):
            if k == v:
                return True
        return False


def methods_of_all_kinds_in_conditions(x):
    p = Moving(x)
    q = Moving(2.0)
    t = 0.0
    while p.step() and p:
        t += p.x
        if p.ok(3.0) and not p.big:
            t *= 2
        elif p < q or 2 in p:
            t += p.x**2
    return t if len(p) == 3 and p.big else t * x


class Shifted:
    def __init__(self, x):
        self.x, self.n = x, 0

    def __call__(self, v):
        w = v + self.x
        return w > 1


def called_object_in_conditions(x):
    p = Shifted(x)
    t = x
    for _k in range(3):
        if p(t):
            t = t * x
        else:
            t = t + 1
    return t * 3 if any(p(v) for v in [x, 2 * x]) else t


class Stack:
    def __init__(self, v):
        self.d = v

    def __bool__(self):
        return bool(self.d)


def object_that_says_whether_it_is_empty(x):
    s, t = Stack([x, 2.0]), 1.0
    while s:
        v = s.d.pop()
        t *= v
    return t


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        truth_of_object, power_of_object, nested_attributes, operators_in_place,
        array_in_place,
    ),
    *at(
        (0.37, 1.1, 2.3),
        reflected_is_inherited, reflected_is_overridden, not_implemented,
        total_ordering, method_by_the_type, index_or_slice,
        methods_of_all_kinds_in_conditions, called_object_in_conditions,
        object_that_says_whether_it_is_empty, method_that_writes_in_condition,
        cached_properties, getattr_with_default, ordered_in_conditions,
        functions_are_true, empty_views_and_ranges,
    ),
]  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (objects_in_order, 0.7, "may have to compare a O with others"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
