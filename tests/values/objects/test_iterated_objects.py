"""Objects of classes that are iterated over: `__getitem__`, `__len__`, `__next__`."""

import numpy as np
import pytest

from tests.support.numeric import at, require_derivatives

pytestmark = pytest.mark.one_in(2)


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


PROGRAMS = [
    *at(
        (0.9126, 1.7),
        short_loop, long_loop, as_list, contained, back, unpacked, zipped,
        with_arrays, with_lists, with_grown, comp, rows, broken, batches,
        after_sum, after_next, not_ended, drained, exhausted,
    ),
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)
