"""Copies of new arrays, and of views of them, are not made."""
import numpy as np
import pytest

import tangentlite as tl

X = np.linspace(0.5, 2.0, 6)
PLACES = np.array([3, 0, 0, 5, 2, 1])


def by_places(x, places):
    return np.sum(np.bincount(places, np.ravel(x)) ** 3)


def by_a_mask(x):
    y = x[x > 1.0]
    z = np.copy(y)
    z[0] = 0.0
    return np.sum(y * z)


def of_a_view(x):
    y = x[1:]
    z = np.copy(y)
    z[0] = 2.0 * x[0]
    return np.sum(y * z)


def of_a_diagonal(x):
    v = np.diagonal(np.full((6, 6), 1.25)).copy()
    y = x * x
    for _ in range(3):
        v[...] = 0.5 * y + x
        v, y = y, v
    return np.sum(v**2)


def of_a_diagonal_by_diag(x):
    v = np.diag(np.ones((6, 6))).copy()
    v[1:] += x[:-1] * v[:-1]
    return np.sum(v**2)


def of_windows(x):
    v = np.lib.stride_tricks.sliding_window_view(np.ones(8), 3).copy()
    v[:, 1] += x * v[:, 0]
    return np.sum(v**2)


def of_repeated_numbers(x):
    v = np.broadcast_to(np.ones(1), (6,)).copy()
    v[2:] *= x[:-2]
    return np.sum(v**2)


@pytest.mark.parametrize(
    ('program', 'args'),
    [
        (of_a_diagonal, (X,)),
        (of_a_diagonal_by_diag, (X,)),
        (of_windows, (X,)),
        (of_repeated_numbers, (X,)),
        (by_places, (X, PLACES)),
        (by_places, (X.reshape(2, 3), PLACES)),
        (by_a_mask, (X,)),
        (of_a_view, (X,)),
    ],
)
def test_gradients_are_right_and_own_their_memory(program, args):
    x, rest = args[0], args[1:]
    before = x.copy()
    gradient = tl.grad(program)(*args)
    step = 1e-6 * np.cos(np.arange(x.size)).reshape(x.shape)
    change = program(x + step, *rest) - program(x - step, *rest)
    np.testing.assert_allclose(np.sum(gradient * step) * 2, change, 1e-6)
    np.testing.assert_array_equal(x, before)
    assert not np.shares_memory(gradient, x)
    assert gradient.flags.writeable
    with tl.options(optimize=False):
        plain = tl.grad(program)(*args)
    np.testing.assert_allclose(gradient, plain, 1e-12)


def test_entries_by_places_are_not_copied():
    found = tl.grad(by_places)
    found(X.reshape(2, 3), PLACES)
    assert 'copy' not in found.source
