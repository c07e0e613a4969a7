"""Functions that call themselves: as deep as Python goes, decorated, refused."""

import math
import runpy
import sys

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.process import together
from tests.programs.recursion import rebound_around_the_call, writes_named_slices


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


def written_and_returned(y, n):
    if n > 0:
        y[n] *= y[0]
        return written_and_returned(y, n - 1)
    return y


def returns_what_it_writes(x):
    return np.sum(written_and_returned(x * 2.0, len(x) - 1))


def sum_of_sines(y, n):
    return np.sum(y) if n == 0 else sum_of_sines(np.sin(y), n - 1)


def written_behind_the_call(x, n):
    y = x * 2.0
    total = sum_of_sines(y, n)
    y[0] = total
    return np.sum(y * y)


def chosen_and_written_behind_the_call(x, n):
    y = x * 2.0 if n > 1 else x * 3.0
    total = sum_of_sines(y, n)
    y[0] = total
    return np.sum(y * y)


def shifted(a, b, n):
    if n > 0:
        a[n] = 2.0 * b[n]
        shifted(a, b, n - 1)


def overlapping_arguments(x):
    y = x * 2.0
    shifted(y[1:], y[:-1], len(x) - 2)
    return np.sum(y)


def one_argument_twice(x):
    y = x * 2.0
    shifted(y, y, len(x) - 1)
    return np.sum(y)


def captured(x):
    def go(n):
        if n > 0:
            y[n] *= x[0]
            go(n - 1)

    y = x * 2.0
    go(len(x) - 1)
    return np.sum(y)


def number_or_array(y, n):
    if n > 0:
        y += 1.0
        number_or_array(y, n - 1)


def written_number(x):
    y = x * 2.0
    number_or_array(y, len(np.shape(x)) + 3)
    return y


@pytest.mark.parametrize("size", [1, 7, 5000])
def test_trap_108_a_recursion_over_halves_of_an_array(size):
    x = np.linspace(0.0, 1.0, size)
    np.testing.assert_allclose(tl.grad(sum_range)(x, 0, size), np.cos(x))
    tangent = tl.autodiff(sum_range, mode="forward")
    np.testing.assert_allclose(tangent(x, 0, size, x), np.cos(x) @ x)


def test_elements_are_added_in_place_however_deep_the_call_stands():
    text = tl.grad(sum_range).source_for(np.ones(4), 0, 4)
    assert text.count("np.zeros_like") == 1
    assert "x_bar[lo] += " in text


def test_a_derivative_goes_as_deep_as_its_function():
    depth = sys.getrecursionlimit() - 300
    assert tl.grad(compound)(1.0, depth) == pytest.approx(1.001**depth)
    tangent = tl.autodiff(compound, mode="forward")
    assert tangent(1.0, depth, 2.0) == pytest.approx(2.0 * 1.001**depth)


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
    want = [
        1 + 3 * values[1] * values[2] ** 2,
        1 + 3 * values[0] * values[2] ** 2,
        1 + 6 * values[0] * values[1] * values[2],
    ]
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
    with pytest.raises(tl.TangentliteError, match="without calling endless again"):
        tl.grad(endless)(2.0, 3)


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (returns_what_it_writes, "returns what looks into it"),
        (overlapping_arguments, "may share memory with"),
        (one_argument_twice, "may share memory with"),
        (captured, "a function that calls itself"),
    ],
)
def test_deep_recursions_that_write_what_others_see_are_refused(function, what):
    tl.check_grad(function, (np.array([0.5, 1.5, 2.0, 0.7]),))  # each call by itself
    with pytest.raises(tl.UnsupportedError, match=what):
        tl.grad(function)(np.ones(60))


def test_a_recursion_that_may_write_a_number_or_an_array():
    assert tl.grad(written_number)(2.0) == 2.0
    with pytest.raises(tl.UnsupportedError, match="may be a number or an array"):
        print(tl.autodiff(written_number, mode="forward").source)


def test_an_array_bound_anew_around_the_call():
    tl.check_grad(rebound_around_the_call, (np.array([0.8, 1.2, 0.5]), 2))


@pytest.mark.parametrize(
    "function", [written_behind_the_call, chosen_and_written_behind_the_call]
)
def test_an_array_that_is_written_behind_the_call(function):
    """The stack holds what the call was given: a copy."""
    tl.check_grad(function, (np.array([0.8, 1.2, 0.5]), 2))


@pytest.mark.parametrize("size", [2, 5, 9])
def test_a_pullback_of_a_recursion_that_writes(size):
    x = np.linspace(0.5, 1.5, size)
    _, pullback = tl.vjp(writes_named_slices, x)
    seed = np.cos(x)
    (first,), (again,) = pullback(seed), pullback(seed)
    jacobian = tl.jacobian(writes_named_slices)(x)
    np.testing.assert_allclose(first, seed @ jacobian)
    np.testing.assert_array_equal(first, again)


def test_an_infinite_derivative_is_no_error():
    def root(x, n):
        return math.sqrt(x) if n == 0 else root(x, n - 1) * 2.0

    with np.errstate(all="ignore"):
        assert tl.grad(root)(0.0, 2) == math.inf


def reordered(v):
    if len(v) < 2:
        return v
    return np.concatenate([reordered(v[1:]), reordered(v[:1])])


def test_what_a_linear_recursion_keeps_is_popped_though_nothing_reads_it():
    x = np.array([0.4, 0.5, 0.6])
    gradient = tl.grad(lambda x: np.sum(reordered(x)))
    second = tl.autodiff(gradient, mode="reverse")
    np.testing.assert_array_equal(second(x, init_grad=x), np.zeros(3))


count = 0


class Counted:
    def __init__(self):
        self.total = 0.0

    def go(self, v):
        self.total += v
        return v + self.go(v - 0.5) if v > 0.5 else v * v


def counts(v):
    global count
    count += 1
    return v + counts(v - 0.5) if v > 0.5 else v * v


def of_counts(x):
    return counts(x * 2) * count


def of_object(x):
    counted = Counted()
    return counted.go(x * 2) * counted.total


def adds_to(v, totals):
    totals["n"] += v
    return v + adds_to(v - 0.5, totals) if v > 0.5 else v * v


def of_dict(x):
    totals = {"n": 0.0}
    return adds_to(x * 2, totals) * totals["n"]


@pytest.mark.parametrize("function", [of_counts, of_object, of_dict])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_recursions_that_change_what_is_outside_are_refused(function, mode):
    given = (0.9,) if mode == "reverse" else (0.9, 1.0)
    with pytest.raises(tl.UnsupportedError, match="changes what is outside"):
        tl.autodiff(function, mode=mode)(*given)


def raises_deep(v):
    if v > 5:
        raise ValueError("deep")
    return v + raises_deep(v * 0.6) if v > 0.5 else v * v


def catches_deep(x):
    try:
        return raises_deep(x * 3)
    except ValueError:
        return x


def catches_itself(v):
    try:
        if v > 1.0:
            raise ValueError
        return v + catches_itself(v * 2) if v > 0.3 else v
    except ValueError:
        return 0.5 * v


@pytest.mark.parametrize(
    ("function", "what"),
    [(catches_deep, "whether ValueError is raised"), (catches_itself, "may raise is")],
)
def test_what_recursions_raise_is_not_caught(function, what):
    with pytest.raises(tl.UnsupportedError, match=what):
        tl.grad(function)(0.9)


def halves(g, a, at_a, b, at_b, depth=0):
    middle = (a + b) / 2
    at_middle = g(middle)
    if depth > 2 or abs(at_a - at_b) < 1e-3:
        return (b - a) * (at_a + at_middle + at_b)
    left = halves(g, a, at_a, middle, at_middle, depth + 1)
    return left + halves(g, middle, at_middle, b, at_b, depth + 1)


def integral(p, b):
    def bell(x):
        return p[0] * np.exp(-((x - p[1]) ** 2) / p[2])

    return halves(bell, 0.0, bell(0.0), b, bell(b))


def first_derivative(p, b):
    return tl.grad(integral)(p, b)[0]


def test_derivatives_of_recursions_in_programs_are_made_once():
    """They were another one in each walk, so that no walk was the last."""
    tl.check_grad(integral, ([1.0, 0.5, 0.3], 1.7), 0, order=2)
    tl.check_grad(first_derivative, ([1.0, 0.5, 0.3], 1.7), 0)


def test_what_nests_deeper_than_there_is_room_for_is_refused(monkeypatch, tmp_path):
    file = tmp_path / "nested.py"
    terms = " + ".join(["x"] * 1200)
    file.write_text(f"def nested(x):\n    return {terms}\n")
    nested = runpy.run_path(str(file))["nested"]
    monkeypatch.setattr(together, "_FRAMES", 1500)
    with pytest.raises(tl.UnsupportedError, match="nested.py:1: .* too deep") as raised:
        tl.grad(nested)(1.0)
    assert str(raised.value).endswith("in statements of their own, or write a loop.")
    monkeypatch.undo()
    assert tl.grad(nested)(1.0) == 1200.0
