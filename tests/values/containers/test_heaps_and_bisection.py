"""Heaps, and places in what is sorted."""

import bisect
import heapq

import numpy as np
import pytest

from tests.support.numeric import at, require_derivatives

pytestmark = pytest.mark.one_in(2)


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


PROGRAMS = [
    *at(
        (-0.6, 0.45, 0.7, 1.5),
        heap, heapified, heap_of_pairs, largest_and_smallest, bisected,
        inserted_in_order, interpolated, bisected_by_key, bisected_array,
        sorted_by_insertion, pair_inserted, bounded_heap, replaced_in_heap,
        huffman,
    ),
]  # fmt: skip


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)
