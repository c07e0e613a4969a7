"""Lists and tuples of computed numbers, as operands of what takes arrays."""
import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import central_gradient

KEYS = np.array([0, 0, 1])
MASK = np.array([True, False, True])


def added_at(v):
    y = np.ones(3)
    np.add.at(y, [0, 0, 1], [v[0], 2 * v[1], v[2]])
    np.add.at(y, KEYS, v)
    np.add.at(y, [0, 1], (v[0], v[1] * v[2]))
    return y


def changed_at(v):
    y = np.ones(3)
    np.subtract.at(y, KEYS, [a * a for a in v])
    np.multiply.at(y, KEYS, v)
    np.divide.at(y, KEYS, (v[0], v[1], 2 * v[2]))
    return y


def put(v):
    y = np.ones(5)
    np.put(y, [0, 2, 1], v)
    y.put([3, 4], [v[0] * v[1], v[2]])
    return y


def placed(v):
    y, z = np.ones(3), np.ones(3)
    np.place(y, MASK, [v[0] ** 2, v[1]])
    np.putmask(z, MASK, v)
    return y * z


def copied_to(v):
    y = np.ones(3)
    np.copyto(y, v)
    np.copyto(y, [a * a for a in v], where=[True, False, True])
    return y


def diagonal(v):
    y = np.ones((3, 3))
    np.fill_diagonal(y, [v[0], v[1] * v[2], v[2]])
    return y


def along_an_axis(v):
    y = np.ones((2, 3))
    np.put_along_axis(y, np.array([[0], [1]]), [[v[0]], [v[1] * v[2]]], 1)
    return y


def destinations(v):
    y = np.ones(3)
    np.multiply(v, [a * a for a in v], out=y)
    y += v
    y[1:] -= [v[0], v[2] ** 2]
    return y


def edited(v):
    inserted = np.insert(np.ones(3), [0, 2], [v[0], v[1] * v[2]])
    return np.append(inserted, v) * np.pad(v, (2, 3), constant_values=(v[0], v[1]))


def chosen(v):
    squares = [a * a for a in v]
    first = np.select([[True, False, False], MASK], [v, squares], default=[v[1]] * 3)
    return first * np.choose([0, 1, 0], [v, squares]) + np.where(MASK, v, squares)


def joined(v):
    squares = [a * a for a in v]
    return np.r_[v, squares] * np.concatenate([squares, v]) + np.hstack((squares, v))


def counted(v):
    sums = np.bincount([0, 1, 1], weights=[a * a for a in v])
    edges = np.histogram([0.5, 1.5, 1.7], bins=[0.0, 1.0, 2.0], weights=v)[0]
    return sums * edges + np.add.reduceat(v, [0, 1])


def between(v):
    values = np.interp([0.4, 0.8], [0.0, v[0], 2.0], v, left=v[1])
    values = values + np.trapezoid([a * a for a in v], v)
    return values + np.diff(v, append=[v[0] ** 2])[1:]


def limited(v):
    return np.clip([a * a for a in v], [v[0] / 2] * 3, [0.2, v[1], 5.0])


def filled(v):
    return np.full((2, 3), v) * np.full_like(np.ones((2, 3)), [v[0], v[1] ** 2, v[2]])


PROGRAMS = [
    added_at, changed_at, put, placed, copied_to, diagonal, along_an_axis, destinations,
    edited, chosen, joined, counted, between, limited, filled,
]  # fmt: skip
KINDS = [list, tuple, np.array]


@pytest.mark.one_in(8)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_both_modes_and_second_order(program, kind):
    def loss(v):
        return np.sum(program(v) ** 2)

    x = np.array([0.3, 0.7, 1.1])
    made = kind(x.tolist())
    want = central_gradient(lambda x: loss(kind(x.tolist())), (x,), (0,))[0]
    np.testing.assert_allclose(tl.grad(loss)(made), want, rtol=1e-6, atol=1e-8)
    ones = kind([1.0, 1.0, 1.0])
    forward = tl.jvp(loss, (made,), (ones,))[1]
    np.testing.assert_allclose(forward, np.sum(want), rtol=1e-6)

    def directional(x):
        return tl.jvp(loss, (kind(x.tolist()),), (ones,))[1]

    second = central_gradient(directional, (x,), (0,))[0]
    product = tl.hvp(loss, (made,), (ones,))[0]
    np.testing.assert_allclose(product, second, rtol=1e-5, atol=1e-6)
