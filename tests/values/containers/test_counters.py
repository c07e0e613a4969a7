# ruff: noqa: B007
"""Counters and chained maps, and what their views show of later changes."""

import collections
from collections import ChainMap, Counter

import pytest

from tests.support.numeric import at, require_derivatives


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


def chain_map(x):
    c = ChainMap({"a": x}, {"a": 1.0, "b": x * x})
    return c["a"] * c["b"] + sum(c.values()) + ("b" in c) + c.get("z", 2.0) + len(c)


def child_of_chain_map(x):
    c = ChainMap({"a": x}, {"a": 1.0, "b": x * x}).new_child({"q": 2 * x})
    s = 0.0
    for k in sorted(c):
        s = s * 2 + c[k]
    return s


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


def live_values(x):
    c = Counter(a=x, b=2 * x)
    v = c.values()
    c["a"] += x * x
    return sum(v)


def live_items(x):
    c = Counter(a=x, b=2 * x)
    it = c.items()
    ks = c.keys()
    c["z"] = x**3
    s = 0.0
    for _k, v in it:
        s = s * x + v
    return s + len(ks) * x + len(it) * x * x + (x if "z" in ks else 0)


def in_place(x):
    c = Counter(a=1, b=2)
    d = c
    d |= Counter(a=3, e=2, b=1)
    return c["a"] * x + c["e"] * x**2 + c["b"] * x**3 + (x if c is d else 0.0)


def in_place_add(x):
    c = Counter(a=4, b=2)
    d = c
    d += Counter(a=3, e=1)
    d -= Counter(a=2, b=5)
    return c["a"] * x + c["e"] * x**2 + len(c) * x**3


def in_place_and(x):
    c = Counter(a=2, b=3, q=1)
    d = c
    d &= Counter(a=5, b=2)
    return c["a"] * x + c["b"] * x**2 + len(c) * x**3


def order_kept(x):
    c = Counter(b=2, a=3)
    d = c
    d += Counter(z=4, a=5)
    d -= Counter(b=2)
    d["a"] += x**2
    s = 0.0
    for k in c:
        s = s * x + c[k]
    return s


def chained_live(x):
    a, b = {"p": x}, {"p": 2 * x, "q": 3 * x}
    m = ChainMap(a, b)
    v, it, ks = m.values(), m.items(), m.keys()
    m["q"] = x**3
    a["r"] = x * x
    s = sum(v)
    for _k, w in it:
        s = s * x + w
    return s + len(ks) * x


def chain_or(x):
    m = ChainMap({"p": x}, {"p": 2 * x, "q": 3 * x})
    n = m
    n |= {"q": x**2, "r": x}
    return m["q"] + m["r"] + len(m.maps) * x + len(m.maps[0]) * x


def chain_or_new(x):
    m = ChainMap({"p": x}, {"p": 2 * x, "q": 3 * x})
    n = m | {"q": x**2, "r": x}
    return m["q"] + n["r"] + n["q"]


def unary(x):
    c = Counter(a=1, b=-2)
    return (+c)["a"] * x**2 + (-c)["b"] * x + len(+c) * x


def itself(x):
    c = Counter(a=1, b=2)
    c += c
    return c["a"] * x ** c["b"]


def views_more(x):
    c = Counter(a=x, b=2 * x)
    v = c.values()
    return (
        max(v) * min(v)
        + sum(list(v))
        + sum(sorted(v)[:1])
        + (x if 2 * x in v else 0)
        + dict(c.items())["a"]
        + sum(v * w for v, w in zip(c.values(), c.values()))
        + list(c.items())[0][1]
    )


def views_loop(x):
    c = Counter("abca")
    s = 0.0
    for _k, v in c.items():
        s += v * x**v
    for i, (_k, v) in enumerate(sorted(c.items())):
        s += i * v * x
    a, b, d = c.values()
    return s + a * x + next(iter(c.values())) * x


def dict_views(x):
    d = {"a": x, "b": 2 * x}
    v = d.values()
    d["a"] += x * x
    return sum(v) + len(v)


def new_from_two(x):
    c = Counter(a=1, b=2) + Counter(a=3) - Counter(b=2)
    return c["a"] * x**2 + len(c) * x


def chain_views(x):
    m = ChainMap({"p": x}, {"p": 2 * x, "q": 3 * x})
    t = dict(m.items())
    a, b = m.values()
    return (
        t["p"] * a
        + b**2 * (2.0 if "q" in m.keys() else 1.0)
        + max(m.values())
        + [v * k2 for k2, v in enumerate(m.values())][1]
        + sum(v for k, v in m.items() if k == "q")
        + dict(m)["q"]
        + list(m.values())[0]
        + sorted(m.values())[0]
    )


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        letters, most_common, counts_combined, weights_counted,
        elements_counted, chain_map, child_of_chain_map, counter_as_object,
    ),
    *at(
        (0.9126, 1.7),
        live_values, live_items, in_place, in_place_add, in_place_and,
        order_kept, itself, chained_live, chain_or, chain_or_new, unary,
        views_more, views_loop, dict_views, new_from_two, chain_views,
    ),
]  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)
