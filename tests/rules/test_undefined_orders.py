"""Derivatives do not depend on the order in which NumPy leaves what it does not define.

np.partition orders the entries between the places asked for as the processor's vector
instructions have it, and otherwise than np.argpartition and than for another dtype.
"""
import numpy as np
import pytest

import tangentlite as tl
from tests.rules.samples.sample import spread
from tests.support.numeric import assert_close

PARTITION, ARGPARTITION = np.partition, np.argpartition
X = spread(3, 7)
W = spread(3, 7, start=30)


def turned(function, ways):
    """np.partition or np.argpartition with other orders of what is not defined."""

    def otherwise(a, kth, axis=-1, **options):
        found = function(a, kth, axis, **options)
        axis = 0 if axis is None else axis
        count = found.shape[axis]
        bounds = sorted({k % count for k in np.atleast_1d(kth)})
        ends = [-1, *bounds, count]
        order = []
        for start, stop in zip(ends, ends[1:]):
            part = np.arange(start + 1, stop)
            order += [*np.roll(part[::ways[0]], ways[1]), stop]
        return np.take(found, np.array(order[:count]), axis)

    return otherwise


def rows(x):
    return np.partition(x, 3)


def columns(x):
    return np.partition(x, 0, axis=0)


def flat(x):
    return np.partition(x, (5, 12), axis=None)


def method(x):
    y = x * 1.0
    y.partition(2)
    return y


def middle(x):
    return np.median(x, axis=1)


def ranks(x):
    return np.quantile(x[0], [0.2, 0.5, 0.9])


@pytest.mark.parametrize('ways', [(-1, 0), (1, 1), (-1, 2)])
@pytest.mark.parametrize('f', [rows, columns, flat, method, middle, ranks])
def test_any_order_of_parts(f, ways, monkeypatch):
    # The code is there before NumPy is another.
    before, pullback = tl.vjp(f, X)
    pullback(np.ones(np.shape(before)))
    tl.jvp(f, (X,), (W,))
    monkeypatch.setattr(np, 'partition', turned(PARTITION, ways))
    monkeypatch.setattr(np, 'argpartition', turned(ARGPARTITION, (-ways[0], 1)))
    value, pullback = tl.vjp(f, X)
    assert np.array_equal(value, before) == (f in (middle, ranks))
    seed = spread(*np.shape(value), start=50)
    (bar,) = pullback(seed)
    again, change = tl.jvp(f, (X,), (W,))
    assert_close(again, value)
    step = 1e-6
    ahead, behind = (tl.vjp(f, X + sign * step * W)[0] for sign in (1, -1))
    assert_close(change, (ahead - behind) / (2 * step), rtol=1e-6, atol=1e-8)
    assert_close(np.sum(bar * W), np.sum(seed * change))


def test_a_turned_partition_is_one():
    y = turned(PARTITION, (-1, 0))(X, 3)
    assert not np.array_equal(y, PARTITION(X, 3))
    np.testing.assert_array_equal(y[:, 3], np.sort(X)[:, 3])
    np.testing.assert_array_equal(np.sort(y), np.sort(X))
