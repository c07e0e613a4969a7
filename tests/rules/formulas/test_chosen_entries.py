"""Extremes at ties, bounds at their entries, and products with zeros."""

import math

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare

WEIGHTS = np.array([2.0, 3.0, 5.0])


def both_modes(program, inputs, changes):
    """The gradients of the weighted result, and its change along changes."""
    wrt = tuple(range(len(inputs)))
    got = tl.autodiff(program, wrt=wrt)(*inputs, init_grad=WEIGHTS)
    return got, tl.autodiff(program, wrt=wrt, mode="forward")(*inputs, *changes)


@pytest.mark.parametrize(
    ("choose", "first"),
    [(np.maximum, 2), (np.minimum, 0), (np.fmax, 2), (np.fmin, 0)],
)
def test_ties_of_two_arrays_are_halved(choose, first):
    x, y = np.array([1.0, 2.0, 3.0]), np.array([2.0, 2.0, 2.0])
    shares = np.array([0.0, 0.5, 0.0])
    shares[first] = 1.0
    (of_x, of_y), change = both_modes(
        lambda x, y: choose(x, y), (x, y), (np.full(3, 7.0), np.full(3, 11.0))
    )
    np.testing.assert_array_equal(of_x, WEIGHTS * shares)
    np.testing.assert_array_equal(of_y, WEIGHTS * (1.0 - shares))
    np.testing.assert_allclose(change, 7.0 * shares + 11.0 * (1.0 - shares))


CLIPS = [
    lambda a, low, high: np.clip(a, low, high),
    lambda a, low, high: np.clip(a, min=low, max=high),
]


@pytest.mark.parametrize("clip", CLIPS)
def test_bounds_have_what_is_beyond_them(clip):
    a = np.array([0.5, 1.5, 4.0])
    got, change = both_modes(clip, (a, 1.0, 2.0), (np.full(3, 7.0), 11.0, 13.0))
    np.testing.assert_array_equal(got[0], [0.0, 3.0, 0.0])
    assert got[1:] == (2.0, 5.0)
    np.testing.assert_array_equal(change, [11.0, 7.0, 13.0])
    got, _ = both_modes(clip, (np.array([1.0, 1.5, 2.0]), 1.0, 2.0),
                        (np.full(3, 7.0), 11.0, 13.0))  # fmt: skip
    np.testing.assert_array_equal(got[0], WEIGHTS)
    assert got[1:] == (0.0, 0.0)


@pytest.mark.parametrize("clip", CLIPS)
def test_of_bounds_that_are_reversed_the_upper_one_has_all(clip):
    for a in (np.array([0.5, 1.5, 4.0]), np.array([1.0, 2.0, 1.0])):
        got, change = both_modes(clip, (a, 2.0, 1.0), (np.full(3, 7.0), 11.0, 13.0))
        np.testing.assert_array_equal(got[0], np.zeros(3))
        assert got[1:] == (0.0, 10.0)
        np.testing.assert_array_equal(change, np.full(3, 13.0))
    np.testing.assert_array_equal(
        tl.grad(lambda a: np.sum(np.clip(a, 2.0, 1.0)))(a), np.zeros(3)
    )


def test_of_bounds_that_are_one_all_but_what_equals_it_is_counted_once():
    def held(a, bound):
        return np.clip(a, bound, bound)

    got, change = both_modes(
        held, (np.array([0.5, 2.0, 4.0]), 2.0), (np.full(3, 7.0), 11.0)
    )
    np.testing.assert_array_equal(got[0], [0.0, 3.0, 0.0])
    assert got[1] == 7.0
    np.testing.assert_array_equal(change, [11.0, 7.0, 11.0])


@pytest.mark.parametrize(("extreme", "initial"), [(np.max, 3.0), (np.min, 1.0)])
def test_the_number_to_start_from_shares_with_entries(extreme, initial):
    a = np.array([[1.0, 3.0], [1.0, 2.0], [3.0, 2.0]])

    def rows(a, start):
        return extreme(a, axis=1, initial=start)

    (of_a, of_start), change = both_modes(
        rows, (a, initial), (np.full((3, 2), 7.0), 11.0)
    )
    equal = a == initial
    share = WEIGHTS / (np.sum(equal, 1) + 1)
    np.testing.assert_allclose(of_a, np.where(equal, share[:, None], 0.0))
    assert of_start == pytest.approx(np.sum(share))
    want = (7.0 * np.sum(equal, 1) + 11.0) / (np.sum(equal, 1) + 1)
    np.testing.assert_allclose(change, want)


@pytest.mark.parametrize("axis", [None, 0, (0, 2), (2, 0), (0, 1, 2)])
def test_products_with_zeros_over_several_axes(axis):
    a = np.random.default_rng(2).normal(size=(2, 3, 3))
    a[0, 1, 1] = 0.0
    compare(lambda a: np.prod(a, axis), (a,))
    compare(lambda a, start: np.prod(a, axis, initial=start), (a, 0.7))
    a[1, 1, 1] = 0.0
    compare(lambda a: np.prod(a, axis), (a,))


def test_numbers_in_the_place_of_what_is_none():
    a = np.array([np.nan, np.inf, -np.inf])

    def replaced(a, x, y, z):
        return np.nan_to_num(a, nan=x, posinf=y, neginf=z)

    got = tl.autodiff(replaced, wrt=(0, 1, 2, 3))(
        a, 0.5, 1.5, 2.5, init_grad=WEIGHTS
    )  # fmt: skip
    np.testing.assert_array_equal(got[0], np.zeros(3))
    assert got[1:] == (2.0, 3.0, 5.0)


def test_distances_and_angles_of_numbers_at_the_origin():
    assert tl.grad(lambda x, y: math.hypot(x, y), wrt=(0, 1))(0.0, 0.0) == (0.0, 0.0)
    jvp = tl.autodiff(lambda x, y: math.hypot(x, y), wrt=(0, 1), mode="forward")
    assert jvp(0.0, 0.0, 1.0, 2.0) == 0.0
    assert jvp(0.6, 0.8, 1.0, 2.0) == pytest.approx(2.2)
    angle = tl.grad(lambda y, x: math.atan2(y, x), wrt=(0, 1))
    assert angle(0.0, 0.0) == (0.0, 0.0)
    assert angle(0.0, -1.0) == (-1.0, 0.0)
    assert angle(-1.0, 0.0) == pytest.approx((0.0, 1.0))
    assert angle(0.0, 2.0) == (0.5, 0.0)
