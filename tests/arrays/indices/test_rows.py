"""Adjoints of rows that are chosen by an array of numbers: they add up."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.runtime import add_rows

GENERATOR = np.random.default_rng(3)


@pytest.mark.parametrize('total, count', [
    ((7, 3), 5), ((7, 3), 400), ((2000, 3), 400), ((9, 11), 400), ((4, 1), 600),
    ((5, 2, 3), 300), ((5, 0), 40), ((0, 3), 0), ((6, 4), 0),
])
@pytest.mark.parametrize('negative', [False, True])
def test_rows_are_added_as_by_add_at(total, count, negative):
    start = GENERATOR.normal(size=total)
    rows = GENERATOR.integers(-total[0] if negative else 0, max(total[0], 1), count)
    values = GENERATOR.normal(size=(count, *total[1:]))
    got, want = start.copy(), start.copy()
    add_rows(got, rows, values)
    np.add.at(want, rows, values)
    np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12)


def test_into_an_array_with_gaps_in_memory():
    whole = np.zeros((8, 6))
    rows, values = GENERATOR.integers(0, 4, 300), GENERATOR.normal(size=(300, 3))
    add_rows(whole[::2, ::2], rows, values)
    want = np.zeros((8, 6))
    np.add.at(want[::2, ::2], rows, values)
    np.testing.assert_allclose(whole, want)


def energy(points, pairs):
    apart = points[pairs[:, 0]] - points[pairs[:, 1]]
    return np.sum(np.sqrt(np.sum(apart**2, 1) + 1.0))


@pytest.mark.parametrize('count', [4, 900])
def test_gradient_and_second_order(count):
    points = GENERATOR.normal(size=(30, 3))
    pairs = GENERATOR.integers(-30, 30, (count, 2))
    if count > 100:
        pairs = pairs % 30
    direction = GENERATOR.normal(size=points.shape)
    gradient = tl.grad(energy)
    assert 'add_rows' in gradient.source_for(points, pairs)
    step = 1e-6 * direction
    along = (energy(points + step, pairs) - energy(points - step, pairs)) / 2e-6
    np.testing.assert_allclose(np.sum(gradient(points, pairs) * direction), along, 1e-7)
    change = gradient(points + step, pairs) - gradient(points - step, pairs)
    for mode in ('forward', 'reverse'):
        second = tl.autodiff(gradient, mode=mode)
        named = {'init_grad': direction} if mode == 'reverse' else {}
        given = () if named else (direction,)
        got = second(points, pairs, *given, **named)
        np.testing.assert_allclose(got, change / 2e-6, rtol=1e-5, atol=1e-7)


def single(table, rows):
    return np.sum(table[rows] ** 2)


@pytest.mark.parametrize('table', [np.ones((3, 2), np.float32), np.ones(3)])
def test_other_arrays_are_added_to_by_numpy(table):
    gradient, rows = tl.grad(single), np.array([0, 0, 2])
    assert 'np.add.at' in gradient.source_for(table, rows)
    got = gradient(table, rows)
    assert got.dtype == table.dtype
    np.testing.assert_allclose(got, (table.T * np.array([4.0, 0.0, 2.0])).T)
