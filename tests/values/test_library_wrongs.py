"""Functions of NumPy and the standard library, each as Python runs it."""

import copy
import dataclasses
import functools
import itertools
import math
from collections import ChainMap, Counter

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives, require_refused

# --- ufunc.at, and what indices select ---

I, J = np.array([0, 0, 1]), np.array([1, 1, 2])


def entries(x):
    return np.array([x * 1.013, x * 1.31, x * 1.18])


def subtracted_at_a_tuple(x):
    y = entries(x)
    m = np.ones((3, 3)) * y[0]
    np.subtract.at(m, (np.array([0, 0]), np.array([1, 1])), 1.0)
    return (m * m).sum()


def multiplied_at_a_mask(x):
    y = entries(x)
    m = np.ones(3) * y[0] * y
    np.multiply.at(m, y > 1.0, 2.0)
    return (m * m).sum()


def multiplied_at_a_tuple(x):
    y = entries(x)
    m = np.ones((3, 3)) * y[0]
    np.multiply.at(m, (np.array([0, 0]), np.array([1, 2])), y[0])
    return (m * m).sum()


def negated_at_a_mask(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.negative.at(m, m > 1.2)
    return (m * m * m).sum()


def subtracted_at_captured_places(x):
    y = entries(x)
    m = np.ones((3, 3)) * y[0]
    np.subtract.at(m, (I, J), y[:3])
    return (m * m * m).sum()


def one_value_for_all(x):
    y = entries(x)
    m = y * y
    np.multiply.at(m, [0, 1, 1], y[1:2])
    return (m * m * m).sum()


def rows_changed(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, [0, 1, 1], y)
    return (m * m * m).sum()


def changed_at_slices(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, (slice(0, 2), [0, 1, 1]), y)
    np.power.at(m, (..., 1), y)
    np.maximum.at(m, slice(1, 3), 1.3 * x)
    np.minimum.at(m, 1, y[::-1])
    np.divide.at(m, (1, 2), y[1])
    return (m * m * m).sum()


def changed_at_numbers(x):
    y = entries(x)
    m = y * y
    np.multiply.at(m, 1, y[0])
    np.subtract.at(m, 2, y[0])
    np.negative.at(m, (0,))
    return (m * m * m).sum()


def negated_again(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.negative.at(m, (np.array([0, 0, 1]), np.array([1, 1, 1])))
    np.negative.at(m, np.array([[0, 1], [1, 1]]))
    return (m * m * m).sum()


def changed_at_masks(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, m > 1.2, x)
    np.power.at(m, (y > 1.1,), 2)
    np.subtract.at(m, (y > 1.1, 0), np.array([x]))
    np.multiply.at(m, [True, False, True], y)
    np.subtract.at(m, [True, False, True], y)
    np.subtract.at(m, np.array([[0, 1], [1, 1]]), y)
    return (m * m * m).sum()


def new_axis_in_at(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, (slice(None), None, [0, 0]), y[:, None, None])
    return (m**3).sum()


def lists_in_a_tuple(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, ([0, 0, 2], [1, 1, -1]), y)
    np.subtract.at(m, ([0, 0, 2], [1, 1, -1]), y)
    return (m**3).sum()


def rows_at_a_table_of_places(x):
    y = entries(x)
    m = np.ones((3, 3)) * y
    np.multiply.at(m, np.array([[0, 1], [1, 1]]), y)
    np.multiply.at(m, np.array([[0, 1], [1, 1]]), x)
    return (m * m * m).sum()


def elements_at_a_table_of_places(x):
    y = entries(x)
    m = y * y
    np.multiply.at(m, np.array([[0, 1], [1, 1]]), x)
    np.divide.at(m, np.array([[0, 1], [1, 1]]), np.outer(y[:2], y[1:]))
    return (m * m * m).sum()


def lists_of_places_and_flags(x):
    m = np.ones((3, 3)) * x
    return m[[[0, 1], [2, 2]]].mean() + len(m[[True, False, True]]) * x


def flags_in_many_places(x):
    m = np.ones((3, 3)) * x
    m = m * m[[[True, False, True], [True, True, False], [True, True, True]]].mean()
    m[[True, False, True]] *= 3 * x
    m[[[0, 1], [0, 2]], 1] *= x
    return m[1, [True, False, True]].mean() + m.mean()


def flags_that_are_not_known(x):
    m = np.ones((3, 3)) * x
    i = np.array([0.0, 1, 2])
    return (
        m[[i.dtype == bool, True, x > 1]].mean() * len(m[[x > 1, True, False]])
        + m.mean()
    )


def counted_in_a_table(x):
    m = np.ones((2, 2)) * x
    m[0, 1] = 0
    flags = m > 0.5
    s = len(np.flatnonzero(flags)) * x**2 + len(np.where(flags)[0]) * x
    for i, j in np.argwhere(flags):
        s = s + m[i, j] ** 2
    for i, j in zip(*flags.nonzero()):
        s = s * m[i, j]
    return s


def places_in_a_loop(x):
    m = np.ones((2, 2)) * x
    for k in np.flatnonzero(m > 0.5):
        p = np.unravel_index(k, (2, 2))
        m[p] = m[p] ** 2
    return (m * m * m).sum()


# --- deepcopy ---


def two_names(x):
    y = np.array([x, 1.0])
    d = copy.deepcopy({"a": y, "b": np.asarray(y)})
    d["a"] *= 2
    return d["b"].sum()


def two_views(x):
    y = np.array([x, 1.0, 2 * x])
    d = copy.deepcopy(
        {
            "a": y,
            "b": y[:2],
            "c": y[:2],
            "d": y.reshape((3,)),
            "e": y.T,
            "f": np.ravel(y),
        }
    )
    d["a"] *= 2
    d["c"] *= 3
    return (
        d["b"].sum()
        + d["a"].sum() * x
        + d["c"].sum()
        + d["d"].sum() * x**3
        + d["f"].sum()
        + d["e"].sum()
    )


def same_twice(x):
    y = np.array([x, 1.0, 2 * x])
    v = y[:2]
    d = copy.deepcopy({"a": v, "b": v})
    d["a"] *= 2
    return d["b"].sum()


def either(x):
    y = np.array([x, 1.0])
    z = np.array([x, 2.0])
    d = copy.deepcopy({"a": y, "b": y if y[0] > 0.5 else z})
    d["a"] *= 2
    return d["b"].sum()


def either_others(x):
    y = np.array([x, 1.0])
    z = np.array([x, 2.0])
    w = np.array([x * x, 3.0])
    d = copy.deepcopy({"a": w, "b": y if y[0] > 0.5 else z})
    d["a"] *= 2
    return d["b"].sum() * d["a"].sum()


def either_view(x):
    y = np.array([x, 1.0])
    z = np.array([x, 2.0])
    d = copy.deepcopy({"a": y, "b": y[:1] if y[0] > 0.5 else z[:1]})
    d["a"] *= 2
    return d["b"].sum()


def in_loop(x):
    y = np.array([x, 1.0])
    z = y
    for _ in range(3):
        z = z if z[0] > 100 else y
        y = y * x
    d = copy.deepcopy({"a": y, "b": z})
    d["a"] *= 2
    return d["b"].sum()


# --- objects that are iterated over ---


class Short:
    def __init__(self, x):
        self.x = x

    def __len__(self):
        return 2

    def __getitem__(self, k):
        if k >= 4:
            raise IndexError
        return self.x * (k + 1)


class Long(Short):
    def __len__(self):
        return 10


class Bare:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, k):
        return self.items[k]


class Sized(Bare):
    def __len__(self):
        return len(self.items)


def short_loop(x):
    s = 0.0
    for v in Short(x):
        s = s + v * v
    return s


def long_loop(x):
    s = 0.0
    for v in Long(x):
        s = s + v * v
    return s


def as_list(x):
    l = list(Short(x))
    t = tuple(Long(x))
    return sum(l) * l[-1] + len(l) * x + sum(t) * len(t)


def contained(x):
    return (x**2 if 3 * x in Short(x) else x**3) + (x**2 if 5 * x in Short(x) else x**3)


def back(x):
    s = 0.0
    for v in reversed(Short(x)):
        s = s * x + v
    return s


def unpacked(x):
    a, b, c, d = Short(x)
    p, *q = Long(x)
    return a * b * c * d + sum(q) * p


def zipped(x):
    s = 0.0

    for k, v in enumerate(Long(x)):
        s = s * x + v * k
    return s


def with_arrays(x):
    s = 0.0
    for v in Sized(np.array([x, x * x, 3 * x])):
        s = s * x + v
    for v in Bare(np.array([x, x * x, 3 * x])):
        s = s * x + v
    return s


def with_lists(x):
    s = 0.0
    for v in Sized([x, x * x, 3 * x]):
        s = s * x + v
    for v in Bare([x, x * x, 3 * x]):
        s = s * x + v
    return s + sum(Sized([x, x * x])) + max(Bare([x, x * x]))


def with_grown(x):
    l = []
    k = 0
    while k * x < 3:
        l.append(k * x)
        k += 1
    s = 0.0
    for v in Sized(l):
        s = s * x + v
    for v in Bare(l):
        s = s * x + v
    return s


def comp(x):
    return (
        sum(v * v for v in Short(x))
        + sum([v**3 for v in Long(x)])
        + np.sum(np.array(list(Short(x))))
    )


class Matrix:
    def __init__(self, m):
        self.m = m

    def __len__(self):
        return len(self.m)

    def __getitem__(self, k):
        return self.m[k] * 2


def rows(x):
    s = 0.0
    for r in Matrix(np.ones((3, 2)) * x):
        s = s * x + r.sum()
    return s


class Never:
    def __init__(self, x):
        self.x = x

    def __getitem__(self, k):
        return self.x * k


def broken(x):
    s = 0.0
    for v in Never(x):
        s = s + v
        if s > 8:
            break
    return s


class Batches:
    def __init__(self, data, size):
        self.data, self.size = data, size

    def __len__(self):
        return len(self.data) // self.size

    def __getitem__(self, k):
        if k >= len(self):
            raise IndexError(k)
        return self.data[k * self.size : (k + 1) * self.size]


def batches(x):
    s = 0.0
    for v in Batches(np.arange(7.0) * x, 2):
        s = s + v.sum() * v[0]
    return s


class It:
    def __init__(self, x, n):
        self.x, self.n, self.i = x, n, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.x * self.i


def after_sum(x):
    it = It(x, 3)
    return sum(it) + next(it, 2 * x)


def after_next(x):
    it = It(x, 2)
    next(it)
    next(it)
    return next(it, 3 * x)


def not_ended(x):
    it = It(x, 2)
    s = next(it, 3 * x)
    return s * next(it, None) + (x if next(it, None) is None else 5.0)


def drained(x):
    it = It(x, 3)
    s = x
    while (v := next(it, None)) is not None:
        s = s * v
    return s


def exhausted(x):
    it = It(x, 1)
    next(it)
    try:
        return next(it)
    except StopIteration:
        return x**3


# --- Counter and ChainMap ---


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


# --- exceptions of functions that take any array ---


def ragged(x):
    y = np.array([x, x * 1.3, x**2])
    try:
        m = np.array([y[:2], y[:3]])
    except ValueError:
        m = np.array([y[:2], y[1:3]])
    return m.sum() * x


def fine(x):
    y = np.array([x, x * 1.3, x**2])
    try:
        m = np.array([y[:2], y[1:3]])
    except ValueError:
        m = np.array([y[:2]])
    return m.sum() * x


def nested(x):
    try:
        m = np.array([[x, x * x], [x]])
        return m.sum()
    except ValueError:
        return x**3


def nested_fine(x):
    try:
        m = np.array([[x, x * x], [x, 1.0]])
        return m.sum()
    except ValueError:
        return x**3


def stacked(x):
    y = np.array([x, x * 1.3, x**2])
    try:
        m = np.stack([y[:2], y[:3]])
    except ValueError:
        m = np.stack([y[:2], y[1:3]])
    try:
        m = m + np.asarray([y[:2], y[:3]]).sum()
    except ValueError:
        m = m * 2
    return m.sum() * x


def zeros(x):
    try:
        m = np.zeros(-1)
    except ValueError:
        m = np.zeros(2)
    return (m + x).sum()


def ones_like(x):
    try:
        m = np.sum(np.ones((2, 2)) * x, axis=5)
    except ValueError:
        m = 2 * x
    return m * x


def arr_plain(x):
    try:
        m = np.array([x, 2.0 * x, 3])
        if m[0] > 1:
            raise ValueError
    except ValueError:
        m = np.array([x, x])
    return (m**2).sum()


def safe_ones(x):
    y = np.array([x, x * 1.3, x**2])
    n = len(y)
    try:
        m = np.zeros((n, 2)) + x
        k = (
            np.sum(np.ones(y.shape) * y, axis=0)
            + np.sum(m, axis=-1).sum()
            + np.zeros(n - 1).sum()
        )
        if k > 3:
            raise ValueError
    except ValueError:
        k = x**2
    return k


# --- records in order, and functions that had no rules ---


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


def appended(x):
    y = np.array([x, 2 * x, x * x])
    m = np.ones((2, 3)) * x
    return (
        (np.append(y, x) * np.arange(4.0)).sum()
        + (np.append(m, y) ** 2).sum()
        + (np.append(m, [y], axis=0) ** 3).sum()
        + np.append(y, [1.0, x])[-1]
        + np.append(m, m, 1)[0, 5]
        + np.append([], y).sum()
        + np.append(1.0, y)[2]
    )


def integers(x):
    n = np.int32(3)
    k = np.int8(2)
    f = np.bool_(x > 1)
    y = np.array([x, 2 * x, x * x, 3 * x])
    return (
        y[n] * k + (x if f else x**2) + y[np.int64(2)] * np.int16(2) + x * np.uint8(3)
    )


def appended_in_loop(x):
    y = np.zeros(0)
    for k in range(4):
        y = np.append(y, x * k)
    return (y**2).sum()


# --- sums without rounding ---


def exact_sum1(x):
    return math.fsum([x, x * x, 2.0])


def exact_sum2(x):
    y = np.array([x, 2 * x, x**3])
    return math.fsum(y) * math.fsum((x, 2.0))


def exact_sum3(x):
    l = [x * k for k in range(5)]
    return math.fsum(l) ** 2


def exact_sum4(x):
    return math.fsum(x**k for k in range(5))


def exact_sum5(x):
    l = []
    while len(l) * x < 4:
        l.append(x * len(l))
    return math.fsum(l) * x


# --- places in arrays ---


def viewed(x):
    y = np.array([x, 2 * x, x * x])
    v = y.view()
    v[0] = x**3
    m = np.ones((2, 2)) * x
    m.view()[:, 1] *= 2
    return (y * v).sum() + m.sum() * x


def numbered(x):
    m = np.array([[x, 2 * x], [x * x, 1.0]])
    s = 0.0
    for index, v in np.ndenumerate(m):
        s = s * x + v * (1 + index[0]) + m[index] * index[1]
    for (i, j), v in np.ndenumerate(m):
        m[i, j] = v * (i + 2 * j)
    for (k,), v in np.ndenumerate(np.array([x, x * x])):
        s = s + k * v
    return s + m.sum()


def numbered_places(x):
    m = np.array([[x, 2 * x], [x * x, 1.0]])
    return (
        sum(v * i[0] for i, v in np.ndenumerate(m)) + len(list(np.ndenumerate(m))) * x
    )


def grows_backwards(x):
    items = [x, 2 * x, 3 * x]
    s = 0.0
    for k, v in enumerate(reversed(items)):
        if k == 0:
            items.append(100.0)
        s += v * (k + 1)
    return s


def grows_backwards_in_zip(x):
    items = [x, 2 * x, 3 * x]
    s = 0.0
    for v, w in zip(reversed(items), [1.0, 2.0, 3.0]):
        if w == 1.0:
            items.insert(0, 50.0)
        s += v * w
    return s


@functools.lru_cache
def halves(v, n=1):
    return v * (n / 2 if isinstance(n, float) else n // 2)


def kept_by_position(x):
    return halves(x, 3) + halves(x, 3.0)


def kept_by_name(x):
    return halves(x, n=3) + halves(x, n=3.0)


def kept_fine(x):
    return halves(x) - halves(0) + halves(x, 3) * halves(x, n=5)


def empty_cycle(x):
    s = x
    for v in itertools.cycle(np.array([x])[:0]):
        s += v
    return s


FUNCTIONS = [
    subtracted_at_a_tuple, multiplied_at_a_mask, multiplied_at_a_tuple,
    negated_at_a_mask, subtracted_at_captured_places, one_value_for_all, rows_changed,
    changed_at_slices, changed_at_numbers, negated_again, changed_at_masks,
    new_axis_in_at, lists_in_a_tuple, rows_at_a_table_of_places,
    elements_at_a_table_of_places, lists_of_places_and_flags, flags_in_many_places,
    flags_that_are_not_known, counted_in_a_table, places_in_a_loop, two_names,
    two_views, same_twice, either_others, either_view, short_loop, long_loop, as_list,
    contained, back, unpacked, zipped, with_arrays, with_lists, with_grown, comp, rows,
    broken, batches, after_sum, after_next, not_ended, drained, exhausted, live_values,
    live_items, in_place, in_place_add, in_place_and, order_kept, itself, chained_live,
    chain_or, chain_or_new, unary, views_more, views_loop, dict_views, new_from_two,
    chain_views, ragged, fine, nested, nested_fine, stacked, zeros, ones_like,
    arr_plain, safe_ones, exact_sum1, exact_sum2, exact_sum3, exact_sum4, exact_sum5,
    viewed, numbered, numbered_places, sorted_records, sorted_back, largest_record,
    of_two_records, keyed_records, appended, integers, appended_in_loop,
    kept_fine, empty_cycle,
]  # fmt: skip


@pytest.mark.parametrize("x", [0.9126, 1.7])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (grows_backwards, "changes the container"),
    (grows_backwards_in_zip, "changes the container"),
    (kept_by_position, "equal values of several types"),
    (kept_by_name, "equal values of several types"),
    (either, "may be one"),
    (in_loop, "may be one"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("function, what", REFUSED)
def test_what_is_refused(function, what, mode):
    require_refused(function, 2.5, what, mode)


def of_a_size(x, n):
    try:
        m = np.zeros(n) + x[0]
    except ValueError:
        m = np.array([x, 2 * x])
    return (m**2).sum()


def of_two_arrays(x, y):
    try:
        m = np.array([x, y])
    except ValueError:
        m = np.array([x, 2 * x])
    return (m**2).sum()


def test_arrays_that_cannot_be_made():
    x = np.array([1.0, 2.0, 3.0])
    assert tl.grad(of_a_size)(x, 2).tolist() == [4.0, 0.0, 0.0]
    assert tl.grad(of_a_size)(x, -1).tolist() == [10.0, 20.0, 30.0]
    assert tl.grad(of_two_arrays)(x, x + 1.0).tolist() == [2.0, 4.0, 6.0]
    assert tl.grad(of_two_arrays)(x, x[:2] + 1.0).tolist() == [10.0, 20.0, 30.0]
