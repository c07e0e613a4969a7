"""Everyday values: named tuples, deques, sets, dicts, and what is asked of them."""

import collections
import copy
import dataclasses
import functools
import itertools
import types
from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, ItemsView, Iterator
from typing import Protocol, runtime_checkable

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives, require_refused

# --- operators of classes ---


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


# --- named tuples ---

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


# --- deques ---


def deques_copied(x):
    d = deque([x, 2.0], 2)
    e, f = copy.copy(d), d.copy()
    e.append(x * x)
    f.appendleft(3.0)
    return sum(d) * x + sum(e) * x * x + f[0] * f[1] * len(f)


def deques_compared(x):
    s = x * x if deque([1, 2]) == deque([1, 2]) else x
    s = s * x if deque([1, 2]) != [1, 2] else s
    s = s * x if deque([1, 2]) < deque([1, 3]) <= deque([1, 3]) else s
    s = s * x if deque([x, 2.0]) == deque([x, 2.0]) else s
    return s if deque([x]) > deque([1.2]) or deque([1]) in [deque([2])] else s * x


def deques_changed(x):
    d = deque()
    d.rotate(1)
    d.rotate(-2)
    d.extend([x, 2.0])
    d.extend(d)
    d.extendleft(d)
    e = d
    d += deque([x]) + deque([x * x])
    d.insert(1, 5 * x)
    del d[0]
    f = deque([1, 2, 3])
    f.remove(2)
    f *= 2
    return sum(2 * e) * x + d[0] * d[-1] + sum(f * 2) * x


# --- sets ---


def frozenset_bound_anew(x):
    s = frozenset({1})
    held = [s]
    t = s
    s |= {3}
    held[0] |= {5, 7}
    return x * x * len(t) + x * len(s) + x**3 * len(held[0])


def order_of_changed_sets(x):
    s = set()
    s.add(0)
    s.add(8)
    s.discard(0)
    s.add(16)
    s.add(0)
    t = x
    for k in s:
        t = t * x + k
    s = set(range(20))
    s -= {1, 2, 3}
    s.add(40)
    s &= set(range(3, 50))
    s ^= {7, 99}
    s.update({0: 1, 64: 2, 32: 3}, [16, 8])
    r = copy.copy(s).union([512], {3}) - frozenset([33])
    for k in [*r, *copy.deepcopy(r), *frozenset(s & r)]:
        t = (t * x + k) / 10
    return t


def order_of_tuples(x):
    t = x
    for a, b in {(1, 0), (0, 1), (5, 7)}:
        t = t * x + a + 2 * b
    return t


def sets_on_two_paths(x):
    s, few = set(), {1, 2}
    if x > 1:
        s.update({8, 0})
    else:
        s.update([8, 0])
    for _ in range(3):
        few.update({1})
    t = x * sum(few) * len(list(few))
    for k in sorted(s):
        t = t * x + k
    return t * len(s)


# --- dicts with defaults ---


def copies_of_dicts(x):
    d = defaultdict(float, a=x)
    d["b"] += x * x
    e = d.copy()
    e["c"] += x
    f = d | {"z": x}
    f["y"] += 1.0
    same = isinstance(OrderedDict(a=x).copy(), OrderedDict)
    return sum(d.values()) + len(e) * x * x + len(f) * x * same


# --- what a value is ---


@runtime_checkable
class HasV(Protocol):
    v: float


@runtime_checkable
class HasArea(Protocol):
    def area(self): ...


class Square:
    def __init__(self, v):
        self.v = v

    def area(self):
        return self.v**2

    def __getitem__(self, k):
        return self.v * 3 if isinstance(k, slice) else self.v * k


def classes_of_iterators(x):
    i, g = iter([x]), (v for v in [x])
    d = {1: x}
    facts = [
        isinstance(i, Iterator), hasattr(i, "__next__"), type(i) is type(iter([])),
        hasattr(g, "send"), isinstance(g, types.GeneratorType), not isinstance(g, list),
        isinstance(d.items(), ItemsView), isinstance(map(abs, [x]), map),
        not hasattr(map(abs, [x]), "send"), type(zip([1], iter([2]))) is zip,
        type(reversed([1])) is type(reversed([2])), type(range(3)) is range,
        isinstance(itertools.chain([1]), itertools.chain),
        type(iter(d)) is type(iter({})), isinstance(enumerate([1]), Iterator),
    ]  # fmt: skip
    return next(i) * x if False not in facts else x


def classes_of_containers(x):
    d = deque([x])
    facts = [
        hasattr(defaultdict(float), "default_factory"), isinstance(d, deque),
        d.__class__ is deque, [x].__class__ is list, {1: x}.__class__ is dict,
        not hasattr([x], "__mro__"), hasattr([x], "append"),
        {1}.__class__ is set, hasattr(slice(1), "step"), type(slice(1)) is slice,
    ]  # fmt: skip
    return x * x if False not in facts else x


def classes_of_functions(x):
    def g(y):
        return y * y

    p, o = functools.partial(pow, x), Square(x)
    facts = [
        isinstance(g, types.FunctionType), isinstance(p, functools.partial),
        isinstance(o.area, types.MethodType), callable(o.area), isinstance(g, Callable),
        callable(np.array([x]).sum), callable([x].append), callable(d_of(x).items),
        not callable(x), not callable([x]), not callable(o),
        isinstance(len, types.BuiltinFunctionType),
    ]  # fmt: skip
    return g(x) * x if False not in facts else x


def d_of(x):
    return {1: x}


def protocols(x):
    o = Square(x)
    if isinstance(o, HasV) and isinstance(o, HasArea):
        return o.area() * (1 + isinstance(Ordered(x), HasArea))
    return x


def index_or_slice(x):
    return Square(x)[1:2] * Square(x)[4]


def asked_iterators_stay(x):
    i = iter([x, 2 * x, 3 * x])
    if isinstance(i, list) or callable(i) or hasattr(i, "append"):
        return x
    o = types.SimpleNamespace()
    setattr(o, "rest", i)  # noqa: B010
    return next(i) * next(o.rest)


def copied_iterators(x):
    i = iter([x, 2 * x])
    first = next(i)
    j = copy.copy(i)
    return next(i) * next(j) * first


# --- attributes ---


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


# --- sums, and arrays of lists ---


def sums_of_containers(x):
    s = sum(sum([[x], [2 * x, x * x]], []))
    s = s * sum(sum([(x,), (2 * x, x * x)], ()))
    s = s + sum([[x, 1.0], [2.0, x]], np.zeros(2)).sum()
    return s * sum({1, 2, 3}) + sum(reversed([x, 2 * x])) * x


def sums_of_nothing(x):
    arrays = [np.array([x])]
    return sum([], x) * x + sum((), start=x) + sum(arrays[1:], np.ones(2)).sum()


def concatenated(x):
    s = np.concatenate([[x, 2 * x], [3.0]]).sum() * x
    s = s + np.concatenate([[x, 2], np.array([3.0, x]), (x * x,), [1, 2]]).sum() * x
    run_time = []
    for k in range(int(x) + 2):
        run_time.append(x * k)
    return s + np.concatenate([run_time, [x * x]]).sum() * x


def axes_of_lists(x):
    a = np.array([x, 2 * x])
    s = np.ndim([[x, 1.0], [2.0, x]]) * x * x + np.ndim([a, a]) * x
    return s + np.ndim(((x,),)) * x + np.ndim([x]) * x**3 + np.ndim([[], []]) * x


def converted(x):
    y = np.array([x, 2.0])
    z = np.asarray(y, dtype=complex)
    z[0] = 3j
    w = np.asarray(y, dtype=float)
    w[1] = x
    return y.sum() * x + z.real.sum()


def list_that_grows_in_its_loop(x):
    a = [x, 2.0]
    for v in a:
        if len(a) < 6:
            a.append(v * x)
    return sum(a)


def dict_whose_last_value_changes(x):
    d = {"a": x, "b": 2.0, "c": x * x}
    for i, (_k, v) in enumerate(d.items()):
        if i < 2:
            d["c"] = d["c"] + v
        t = v
    return t


def reversed_and_written(x):
    a = [x, 2.0, 3 * x]
    for i, v in enumerate(reversed(a)):
        a[i] = v * x
    return a[0] + a[1] * 2 + a[2] * 3


def both_lists_written(x):
    a, b = [x, 2.0, 3 * x], [1.0, x, 2.0]
    t = 0.0
    for p, q in zip(a, b):
        a[2] = p + q
        b[1] = p * q
        t += p * q
    return t


def written_on_both_paths(x):
    a = [x, 2.0, 3 * x]
    t = 0.0
    for v in a:
        if x > 0.5:
            a[2] = v * x
        else:
            a[2] = v + x
        if t > 4:
            break
        t += v
    return t


def rows_written_in_place(x):
    rows = [[x, 1.0], [2.0, x]]
    for r in rows:
        for j, v in enumerate(r):
            r[j] = v * v
        rows[1][0] += 1.0
    return sum(map(sum, rows))


class MOfMethodThatWritesInCondition:
    def __init__(self, x):
        self.p = [x, x, x]

    def put(self, k):
        self.p[k] = 2.0
        return k > 1


def method_that_writes_in_condition(x):
    d = MOfMethodThatWritesInCondition(x)
    if d.put(int(x)):
        return sum(d.p)
    return d.p[0]


def values_by_key(x):
    d = {"t": x, "u": x * x}
    for k in d:
        d[k] += 0.1 * x
    return d["t"] * d["u"]


def values_of_items(x):
    d = {"a": x, "b": x * x}
    for k, v in d.items():
        d[k] = v * 2
    return d["a"] * d["b"]


def enumerated_and_written(x):
    rows = [x, x * x, 2.0]
    for i, r in enumerate(rows):
        rows[i] = r**2
    return sum(rows)


def next_item_written(x):
    a = [x, 2 * x, 3 * x]
    for i, v in enumerate(a):
        if i < 2:
            a[i + 1] = v * x
    return a[2]


class POfMethodsOfAllKindsInConditions:
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
    p = POfMethodsOfAllKindsInConditions(x)
    q = POfMethodsOfAllKindsInConditions(2.0)
    t = 0.0
    while p.step() and p:
        t += p.x
        if p.ok(3.0) and not p.big:
            t *= 2
        elif p < q or 2 in p:
            t += p.x**2
    return t if len(p) == 3 and p.big else t * x


class POfCalledObjectInConditions:
    def __init__(self, x):
        self.x, self.n = x, 0

    def __call__(self, v):
        w = v + self.x
        return w > 1


def called_object_in_conditions(x):
    p = POfCalledObjectInConditions(x)
    t = x
    for _k in range(3):
        if p(t):
            t = t * x
        else:
            t = t + 1
    return t * 3 if any(p(v) for v in [x, 2 * x]) else t


class StackOfObjectThatSaysWhetherItIsEmpty:
    def __init__(self, v):
        self.d = v

    def __bool__(self):
        return bool(self.d)


def object_that_says_whether_it_is_empty(x):
    s, t = StackOfObjectThatSaysWhetherItIsEmpty([x, 2.0]), 1.0
    while s:
        v = s.d.pop()
        t *= v
    return t


FUNCTIONS = [
    object_that_says_whether_it_is_empty,
    methods_of_all_kinds_in_conditions,
    called_object_in_conditions,
    method_that_writes_in_condition,
    values_by_key,
    values_of_items,
    enumerated_and_written,
    next_item_written,
    list_that_grows_in_its_loop,
    dict_whose_last_value_changes,
    reversed_and_written,
    both_lists_written,
    written_on_both_paths,
    rows_written_in_place,
    reflected_is_inherited, reflected_is_overridden, not_implemented, total_ordering,
    method_by_the_type, records_compared, records_as_keys, records_sorted,
    records_in_arrays, deques_copied, deques_compared, deques_changed,
    frozenset_bound_anew, order_of_changed_sets, order_of_tuples, sets_on_two_paths,
    copies_of_dicts, classes_of_iterators, classes_of_containers, classes_of_functions,
    protocols, index_or_slice, asked_iterators_stay, copied_iterators,
    cached_properties, getattr_with_default, sums_of_containers, sums_of_nothing,
    concatenated, axes_of_lists, converted,
]  # fmt: skip


@pytest.mark.parametrize("x", [0.37, 1.1, 2.3])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(function, x):
    require_derivatives(function, x)


# --- what is refused ---


class Converted:
    def __init__(self, v):
        self.v = v

    def __array__(self, dtype=None, copy=None):
        return np.array([self.v, 1.0])

    def __rmul__(self, other):
        return other * self.v * 7


def array_of_an_object(x):
    return np.sum(np.float64(2.0) * Converted(x))


def one_of_two_defaults(x):
    if x > 1:
        d = defaultdict(lambda: 2.0)
    else:
        d = defaultdict(lambda: 3.0)
    return d["a"] * x


def one_of_two_defaults_in_a_loop(x):
    d = collections.defaultdict(lambda: x)
    for k in range(int(x) + 3):
        x = x * d["a"]
        d = defaultdict(lambda: 3.0, a=float(k))
    return x


def class_made_by_type(x):
    return x * type("T", (), {"a": 2.0}).a


def order_of_two_ways(x):
    s = set()
    if x > 1:
        s.update([8, 0])
        s.update([16])
    else:
        s.update([8, 0, 16])
    for k in s:
        x = x * k
    return x


def unknown_field(x):
    return Pair(x, 2.0)._replace(c=x).a


def copied_zip(x):
    z = zip([x], [x])
    return next(copy.copy(z))[0]


def sum_of_lists(x):
    return sum([[x], [x]])[0]


REFUSED = [
    (array_of_an_object, "array of objects"),
    (one_of_two_defaults, "defaultdict with the keys .* and a default"),
    (one_of_two_defaults_in_a_loop, "defaultdict"),
    (class_made_by_type, "class made by"),
    (order_of_two_ways, "order of this set"),
    (unknown_field, "names of fields of Pair"),
    (copied_zip, "copies of other iterators"),
    (sum_of_lists, "starts with a number"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("function, what", REFUSED)
def test_what_is_refused(function, what, mode):
    require_refused(function, 2.5, what, mode)


def grows_while_iterated(x):
    found = {"a": x, "b": 2.0}
    for key in found:
        found[key + "z"] = 1.0
    return x


def test_a_dict_that_grows_in_its_loop_is_refused():
    with pytest.raises(tl.UnsupportedError, match="changes the container"):
        tl.grad(grows_while_iterated)(0.7)


def numbers_from(n):
    for i in range(n):
        if i > 1:
            yield i * 2.0


def start_alone_depends(x, n):
    kept = []
    for i in range(n):
        if i > 0:
            kept.append(i * 2.0)
    return sum(kept, x * 2) * sum(numbers_from(n), x * x)


def start_of_arrays_depends(x, n):
    rows = [np.ones(3) * i for i in range(n)]
    return np.sum(sum(rows, x) * np.arange(3.0)) + np.sum(sum(np.ones((2, 3)), x) ** 2)


@pytest.mark.parametrize("f", [start_alone_depends, start_of_arrays_depends])
def test_sums_of_constants_depend_on_what_they_start_with(f):
    tl.check_grad(f, (1.3, 4), order=2)
