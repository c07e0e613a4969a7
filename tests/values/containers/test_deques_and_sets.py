"""Deques, sets and dicts with a default: copies, comparisons and their order."""

import collections
import copy
from collections import OrderedDict, defaultdict, deque

import pytest

from tests.support.numeric import at, require_derivatives, require_refused

pytestmark = pytest.mark.one_in(2)


def sums_of_sets(x):
    return (
        sum({1, 2, 3}) * x
        + len(list({1, 2})) * x
        + sum({1: 2, 3: 4}) * x
        + max({1, 5}) * x
    )


def looked_for_in_sets(x):
    s = x * x if int(x) in {1, 2, 3} else x
    k = 0
    while k < 4:
        if k in {0, 2}:
            s = s * x
        if (k, 1) in {(0, 1), (3, 1)}:
            s = s + x
        if k not in {1: 2, 3: 4}:
            s = s - 0.5 * x
        k = k + 1
    return s * (int(x) in {1, 2}) + s * (int(x) not in set())


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


def copies_of_dicts(x):
    d = defaultdict(float, a=x)
    d["b"] += x * x
    e = d.copy()
    e["c"] += x
    f = d | {"z": x}
    f["y"] += 1.0
    same = isinstance(OrderedDict(a=x).copy(), OrderedDict)
    return sum(d.values()) + len(e) * x * x + len(f) * x * same


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


PROGRAMS = [
    *at((-0.6, 0.45, 0.7, 1.5), sums_of_sets),
    *at(
        (0.37, 1.1, 2.3),
        deques_copied, deques_compared, deques_changed, frozenset_bound_anew,
        order_of_changed_sets, order_of_tuples, sets_on_two_paths,
        copies_of_dicts, looked_for_in_sets,
    ),
]  # fmt: skip


@pytest.mark.one_in(2, always=("order_of_changed_sets",))
@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (one_of_two_defaults, 2.5, "defaultdict with the keys .* and a default"),
    (one_of_two_defaults_in_a_loop, 2.5, "defaultdict"),
    (order_of_two_ways, 2.5, "order of this set"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
