"""Lists whose length is known when the program runs: methods, slices, queues."""

import functools

import pytest

import tangentlite as tl
from tests.support.numeric import at, require_derivatives


def filled(x):
    p = []
    for k in range(int(x) + 4):
        p.append(x * k)
    return p


def weighted(p, x):
    s = 0.0
    for k, v in enumerate(p):
        s += v * k * x
    return s


def indexed(x):
    free = [0.0, x]
    for u in (0.3, 0.6):
        k = free.index(min(free))
        free[k] += u
    return sum(v**2 for v in free)


def counted(x):
    p = filled(x)
    s = p.count(x) * x * x + (p.index(x) if x in p else 3) * x
    try:
        return s * p.index(77.0)
    except ValueError:
        return s * x


def cleared(x):
    p = filled(x)
    s = p[0] + p[2] ** 2
    p.clear()
    p.append(x)
    return s * p[0] * len(p)


def extended(x):
    p = filled(x)
    p.extend([x * x, 3.0])
    p.extend(p)
    alias = p
    p += [x]
    p += p
    return sum(alias) * p[-1] * p[len(p) // 2 - 2]


def inserted(x):
    p = filled(x)
    p.insert(0, x * x)
    p.insert(-1, x)
    p.insert(100, x**3)
    return p.pop(0) * p.pop(-1) * p.pop(1) + weighted(p, x)


def removed(x):
    p = filled(x)
    p.append(2.0)
    p.remove(2.0)
    p.reverse()
    return weighted(p, x)


def arranged(x):
    p = filled(x)
    p.append(1.7)
    p.append(-x)
    q = sorted(p, reverse=True)
    r = sorted(p, key=lambda v: (v - 0.9) ** 2)
    p.sort(key=lambda v: v * v)
    s = 0.0
    for k in range(len(p)):
        s += p[k] * q[k] * r[k] * k
    return s


def sliced(x):
    p = filled(x)
    s = 0.0
    parts = (p[::2], p[::-1], p[5:1:-2], p[-3:-1], p[:100], p[7:2], p[-100:1])
    for part in parts:
        s += weighted(part, x) + sum(part)
    for n in range(len(p)):
        s += sum(p[n:]) * n + sum(p[:n]) * x + sum(p[-n:])
    return s


def area(x):
    p = filled(x)
    s = 0.0
    for a, b in zip(p, p[1:] + p[:1]):
        s += a * b * x
    return s + sum([x * x] + p + p)


def rows_of_pairs(x):
    p = []
    for k in range(int(x) + 3):
        p.append((k, x * k))
    p.reverse()
    p.insert(0, (5, x * x))
    a = p.pop(1)
    return p[0][1] * a[1]


class Queue:
    def __init__(self):
        self.items = []

    def put(self, v):
        self.items.append(v)

    def run(self, x):
        s = x
        while self.items:
            s = s * x + self.items.pop(0)
        return s


def queued(x):
    q = Queue()
    for k in range(int(x) + 3):
        q.put(x * k)
    return q.run(x)


LOG: list = []
HISTORY = [1.0, 2.0, 3.0]


def global_list_cleared(x):
    LOG.clear()
    LOG.append(x)
    return LOG[0] * x


def global_list_changed(x):
    HISTORY.append(x)
    HISTORY.insert(0, 2 * x)
    a = HISTORY.pop(0)
    HISTORY.remove(2.0)
    HISTORY.reverse()
    b = HISTORY.pop(0)
    HISTORY.append(2.0)
    HISTORY.sort()
    return a * b * x


@functools.lru_cache
def kept(n):
    return n


PROGRAMS = [
    *at(
        (0.37, 1.1, 2.3),
        indexed, counted, cleared, extended, inserted, removed, arranged,
        sliced, area, rows_of_pairs, queued, global_list_cleared,
        global_list_changed,
    ),
]  # fmt: skip


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(
    ("function", "owner"), [(global_list_cleared, LOG), (global_list_changed, HISTORY)]
)
def test_global_lists_are_left_as_the_function_leaves_them(function, owner, mode):
    kept = list(owner)
    function(0.7)
    expected = list(owner)
    owner[:] = kept
    given = (0.7,) if mode == "reverse" else (0.7, 1.0)
    tl.autodiff(function, mode=mode)(*given)
    assert owner == expected
    owner[:] = kept
