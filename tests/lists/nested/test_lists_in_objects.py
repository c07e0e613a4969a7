"""Lists in attributes of objects that are told apart, which derivatives pass."""
from types import SimpleNamespace

import numpy as np
import pytest

import tangentlite as tl


def of_arrays():
    first, second = np.array([0.3, 0.2]), np.array([0.1, 0.5])
    return SimpleNamespace(c=1.2, d=[first, second])


def of_numbers():
    return SimpleNamespace(c=1.2, d=[0.3, 0.4])


def of_rows():
    return SimpleNamespace(c=1.2, d=[0.3, 0.4], e=[(0.1, 2), (0.3, 4)])


def summed(o):
    return np.sum(o.d) * o.c


def stacked(o):
    return np.sum(np.stack([o.d, o.d]) ** 2) * o.c


def added(o):
    return np.sum(np.ones((2, 2)) * o.d + o.d) * o.c


def written(o):
    y = np.zeros((2, 2))
    y[...] = o.d
    return np.sum(y * y)


def appended(o):
    rows = []
    for k in range(3):
        if o.c > k:
            rows.append(o.d)
    return np.sum(np.array(rows) ** 2)


def told_apart(o):
    items = dict(enumerate(o.d))
    return sum(o.d) * items[0] * max(o.d)


def changed(o):
    items = dict(enumerate(o.d))
    o.d.append(o.c)
    return sum(o.d) * items[1]


def object_changed(o):
    o.c = o.c * 2.0
    return sum(o.d) * o.c


def table_told_apart(o):
    items = dict(enumerate(o.d))
    return sum(a ** n for a, n in o.e) * items[0] + np.sum(np.array(o.e))


@pytest.mark.parametrize('f, make', [
    (summed, of_arrays), (stacked, of_arrays), (added, of_arrays), (written, of_arrays),
    (appended, of_arrays), (told_apart, of_numbers), (changed, of_numbers),
    (object_changed, of_numbers), (table_told_apart, of_rows),
], ids=lambda v: v.__name__)
def test_both_modes_and_second_order(f, make):
    tl.check_grad(f, (make(),), order=2)


def test_list_is_handed_out_as_it_is():
    def f(o):
        return np.sum(o.d) * o.c, o.d

    o = of_arrays()
    gradient, held = tl.grad(f, has_aux=True)(o)
    assert held is o.d
    np.testing.assert_allclose(gradient.d, np.full((2, 2), 1.2))


def test_integers_of_a_table_that_is_told_apart_have_zeros():
    gradient = tl.grad(table_told_apart)(of_rows())
    assert [row[1] for row in gradient.e] == [0.0, 0.0]
