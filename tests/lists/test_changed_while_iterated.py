"""Lists and dicts whose items are written, or that grow, in a loop over them."""

import numpy as np
import pytest

from tests.support.numeric import at, require_derivatives, require_refused


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


def grows_while_iterated(x):
    found = {"a": x, "b": 2.0}
    for key in found:
        found[key + "z"] = 1.0
    return x


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


PROGRAMS = [
    *at(
        (0.37, 1.1, 2.3),
        list_that_grows_in_its_loop, dict_whose_last_value_changes,
        reversed_and_written, both_lists_written, written_on_both_paths,
        rows_written_in_place, values_by_key, values_of_items,
        enumerated_and_written, next_item_written,
    ),
    *at((0.9126, 1.7), appended, integers, appended_in_loop),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (grows_backwards, 2.5, "changes the container"),
    (grows_backwards_in_zip, 2.5, "changes the container"),
    (grows_while_iterated, 0.7, "changes the container"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
