"""Functions that call themselves: as deep as Python goes, decorated, refused."""
import math
import sys

import numpy as np
import pytest

import tangentlite as tl


def sum_range(x, lo, hi):
    if hi - lo == 1:
        return np.sin(x[lo])
    mid = (lo + hi) // 2
    return sum_range(x, lo, mid) + sum_range(x, mid, hi)


def compound(x, n):
    return x if n == 0 else compound(x, n - 1) * 1.001


@tl.grad
def power(x, n):
    if n == 0:
        return 1.0
    return x * power(x, n - 1)


def endless(x, n):
    return x * endless(x, n - 1)


def halvings(x, steps=0):
    if x <= 1.0:
        return x * steps
    return halvings(x / 2, steps + 1)


def split(values):
    if len(values) == 1:
        return values[0], values[0] ** 2
    total, squares = split(values[1:])
    return values[0] + total, values[0] * squares


def written(x, n):
    if n == 0:
        return x[0]
    x[0] = 2.0
    return written(x, n - 1)


@pytest.mark.parametrize('size', [1, 7, 5000])
def test_trap_108_a_recursion_over_halves_of_an_array(size):
    x = np.linspace(0.0, 1.0, size)
    np.testing.assert_allclose(tl.grad(sum_range)(x, 0, size), np.cos(x))
    tangent = tl.autodiff(sum_range, mode='forward')
    np.testing.assert_allclose(tangent(x, 0, size, x), np.cos(x) @ x)


def test_elements_are_added_in_place_however_deep_the_call_stands():
    text = tl.grad(sum_range).source_for(np.ones(4), 0, 4)
    assert text.count('np.zeros_like') == 1
    assert 'x_bar[lo] += ' in text


def test_a_derivative_goes_as_deep_as_its_function():
    depth = sys.getrecursionlimit() - 300
    assert tl.grad(compound)(1.0, depth) == pytest.approx(1.001 ** depth)
    tangent = tl.autodiff(compound, mode='forward')
    assert tangent(1.0, depth, 2.0) == pytest.approx(2.0 * 1.001 ** depth)


def test_a_decorated_function_that_calls_itself_means_itself():
    assert power(2.0, 3) == 12.0
    assert tl.grad(power)(2.0, 3) == 12.0
    assert tl.grad(tl.grad(power))(2.0, 3) == 6.0


def test_a_literal_that_counts_becomes_a_variable():
    assert tl.grad(halvings)(37.0) == pytest.approx(6 / 64)


def test_a_pullback_can_be_called_twice():
    values = np.array([0.5, -1.5, 2.0])
    _, pullback = tl.vjp(split, values)
    (first,), (again,) = pullback((1.0, 3.0)), pullback((1.0, 3.0))
    want = [1 + 3 * values[1] * values[2] ** 2, 1 + 3 * values[0] * values[2] ** 2,
            1 + 6 * values[0] * values[1] * values[2]]
    np.testing.assert_allclose(first, want)
    np.testing.assert_array_equal(first, again)


def test_a_recursion_inside_a_closure():
    def outer(x, n):
        def descend(v, k):
            return v if k <= 0 else descend(v * x, k - 1)

        return descend(x, n)

    assert tl.grad(outer)(2.0, 3) == 32.0
    assert tl.grad(tl.grad(outer))(2.0, 3) == 48.0


def test_a_recursion_without_an_end_is_refused():
    with pytest.raises(tl.TangentliteError, match='without calling endless again'):
        tl.grad(endless)(2.0, 3)


def test_a_recursion_that_writes_its_argument_is_refused():
    with pytest.raises(tl.TangentliteError, match='calls itself'):
        tl.grad(written)(np.ones(3), 2)


def test_an_infinite_derivative_is_no_error():
    def root(x, n):
        return math.sqrt(x) if n == 0 else root(x, n - 1) * 2.0

    with np.errstate(all='ignore'):
        assert tl.grad(root)(0.0, 2) == math.inf
