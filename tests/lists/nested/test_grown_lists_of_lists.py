"""Lists of lists that grow, are popped and inserted into, as the program runs."""

import numpy as np
import pytest

import tangentlite as tl


def powers(y, n):
    table = [list(y)]
    for _k in range(n):
        table.append([v * v for v in table[-1]])
    s = 0.0
    for row in table:
        s += row[0] * row[1]
    return s


def extended(y, n):
    table = [list(y)]
    for k in range(n):
        table.extend([[v * v for v in table[-1]], [v + k for v in table[0]]])
    return sum(row[0] for row in table)


def inserted(y, n):
    rows = [list(y)]
    for _k in range(n):
        rows.insert(0, [a * 2 for a in rows[0]])
    s = 0.0
    for row in rows:
        s += row[0] * row[1]
    while rows:
        s += rows.pop()[0] ** 2
    return s


def in_a_dict(y, n):
    held = {"a": [list(y)]}
    for _k in range(n):
        held["a"].append([v * v for v in held["a"][-1]])
    return sum(row[0] for row in held["a"])


def popped_and_changed(y, n):
    rows = [list(y)]
    for _k in range(n):
        last = rows.pop()
        last.append(last[-1] * last[0])
        rows.append(last)
    return sum(rows[0])


def popped_in_pairs(y, n):
    rows = []
    for k in range(n):
        rows.append([a * k for a in y])
    while len(rows) > 1:
        one, other = rows.pop(), rows.pop()
        rows.append([p * q + p for p, q in zip(one, other)])
    s = 0.0
    for row in rows:
        for v in row:
            s += v * v
    return s


def halved(y, n):
    stack = [list(y)]
    s = 0.0
    while stack:
        row = stack.pop()
        if len(row) == 1:
            s += row[0] ** 2 * n
        else:
            half = len(row) // 2
            stack.append([v * 1.1 for v in row[:half]])
            stack.append([v * v for v in row[half:]])
    return s


def of_three_levels(y, n):
    rows = []
    for k in range(n):
        rows.append([[a * k for a in y], [y[0]]])
    s = 0.0
    while rows:
        row = rows.pop()
        s += row[0][1] * row[1][0]
    return s


PROGRAMS = [
    powers, extended, inserted, in_a_dict, popped_and_changed, popped_in_pairs, halved,
    of_three_levels,
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", [list, np.array], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_both_modes_and_second_order(program, kind):
    x, e = np.array([0.3, 0.7, 1.1]), 1e-5
    units = np.eye(3)

    def slope(f):
        return [(f(x + e * u) - f(x - e * u)) / (2 * e) for u in units]

    def forward(x):
        ones = kind([1.0, 1.0, 1.0])
        return tl.jvp(program, (kind(x.tolist()), 3), (ones, None))[1]

    want = slope(lambda x: program(kind(x.tolist()), 3))
    got = tl.grad(program)(kind(x.tolist()), 3)
    np.testing.assert_allclose(got, want, rtol=1e-7, atol=1e-8)
    assert forward(x) == pytest.approx(np.sum(want), rel=1e-7)
    ones = kind([1.0, 1.0, 1.0])
    product = tl.hvp(program, (kind(x.tolist()), 3), (ones, None))[0]
    np.testing.assert_allclose(product, slope(forward), rtol=1e-6, atol=1e-8)
