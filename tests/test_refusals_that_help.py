"""Refusals say what differs, and give advice that works."""

import numpy as np
import pytest

import tangentlite as tl


def unpacked(x):
    (step,) = x.strides
    return np.sum(np.lib.stride_tricks.as_strided(x, (3, 2), (step, step)) ** 2)


def indexed(x):
    shape, step = (3, 2), x.strides[0]
    return np.sum(np.lib.stride_tricks.as_strided(x, shape, (step, step)) ** 2)


def doubled(x):
    windows = np.lib.stride_tricks.as_strided(x, shape=(3, 2), strides=x.strides * 2)
    return np.sum(windows**2)


def as_advised(x):
    return np.sum(np.lib.stride_tricks.sliding_window_view(x, 2) ** 2)


@pytest.mark.parametrize("program", [unpacked, indexed, doubled])
def test_strides(program):
    x = np.arange(1.0, 5.0)
    with pytest.raises(tl.UnsupportedError, match="sliding_window_view") as refused:
        tl.grad(program)(x)
    assert "x.strides" in str(refused.value)
    assert program(x) == as_advised(x)
    np.testing.assert_array_equal(tl.grad(as_advised)(x), 2 * x * [1, 2, 2, 1])


def differences(x, y):
    n = len(x)
    table = [list(y)]
    for k in range(1, n):
        prev = table[-1]
        table.append([prev[i + 1] - prev[i] for i in range(n - k)])
    return table[n - 1][0]


def of_arrays(x, y):
    n = len(x)
    table = [np.array(y)]
    for _ in range(1, n):
        table.append(np.diff(table[-1]))
    return table[n - 1][0]


def test_a_list_that_gets_longer():
    # Of annotations alone it is not known how long x is.
    y = (0.3, 0.9)
    with pytest.raises(tl.UnsupportedError) as refused:
        tl.grad(differences, wrt=1).text({"y": y})
    assert "length 1 on one path and of length 2 on another" in str(refused.value)
    assert "holds a list" in str(refused.value)
    x = np.array([0.0, 1.0])
    assert tl.grad(differences, wrt=1)(x, y) == (-1.0, 1.0)
    assert "def of_arrays_grad" in tl.grad(of_arrays, wrt=1).text({"y": y})
