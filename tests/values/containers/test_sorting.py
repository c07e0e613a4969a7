# ruff: noqa: B007, E741, F841
"""Sorting, and the largest and smallest of what is computed: keys, ties, places."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import at, require_derivatives

pytestmark = pytest.mark.one_in(2)


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


def index_of_largest(x):
    m = max([x, x * x, 0.5])
    items = [x, x * x, 0.5]
    return [1.0, 2.0, 3.0][items.index(m)] * x


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        emptied, emptied_and_more, keys_by_number, sorted_items, items_by_key,
        items_backwards, keys_by_length, names_backwards, pairs_with_places,
        ties, spanning_tree, sorted_in_place_with_text, largest_of_dict,
        smallest_of_dict, largest_pair, extremes_of_dict, nearest_point,
        known_first, text_by_number, places_by_item, array_of_pairs,
        index_of_largest,
    ),
]  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


def test_constants_of_unlike_kinds():
    def f(u):
        found = sorted([np.where(0.5, 0.5, 0.5), 0.3], key=lambda z: z)
        return np.sum(u) * found[0]

    np.testing.assert_allclose(tl.grad(f)(np.ones(2)), [0.3, 0.3])
