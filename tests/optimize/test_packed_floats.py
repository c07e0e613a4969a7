"""Saved floats of long loops: in arrays, where they are Python's floats."""

import math
import tracemalloc

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.sizes import long_loops
from tests.support.numeric import require_derivatives


def powers(x, n):
    for _ in range(n):
        x = x - 0.1 * x * x
    return x


def pendulum(x, y, n):
    for i in range(n):
        half = y - 0.05 * math.sin(x)
        x, y = x + 0.1 * half * y, half - 0.05 * x * i / n
    return x * y


def grid(x, n):
    y = 0.3
    for i in range(1, n):
        for _ in range(n - i):
            x, y = x + 0.1 * x * y, y - 0.1 * y * x
        y = y * y + x
    return x * y


def branches(x, n):
    y = 1.5
    for i in range(n):
        if i % 3 == 1:
            x, y = x * y, y / x
        elif x > 0.5:
            x = x * x
        y = y + 0.1 * x
    return x * y


def inner(x, n):
    for _ in range(n):
        y = x
        while y > 0.5:
            y = 0.7 * y * y
        x = x + 0.1 * x * y
    return x


PROGRAMS = [powers, grid, branches, inner]


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(long_loops, "LONG", 5)


@pytest.mark.parametrize("function", [*PROGRAMS, pendulum])
def test_the_same_to_the_last_bit(function, few):
    given = (0.7, 0.4) if function is pendulum else (0.7,)
    wrt = tuple(range(len(given)))
    derivative = tl.value_and_grad(function, wrt=wrt)
    kept = derivative.source_for(*given, 3)
    packed = derivative.source_for(*given, 7)
    assert "array('d')" in packed and "array('d')" not in kept
    names = {"__name__": "kept"}
    exec(kept, names)
    for n in (7, 3, 8):
        expected = names[f"{function.__name__}_value_and_grad"](*given, n)
        assert derivative(*given, n) == expected
        assert repr(derivative(*given, n)) == repr(expected)


@pytest.mark.parametrize("function", PROGRAMS)
def test_derivatives(function, few):
    require_derivatives(lambda x: function(x, 7), 0.7)


def test_a_long_call_has_a_text_of_its_own():
    derivative = tl.grad(powers)
    peaks = []
    for n in (3, 3, 300_000, 300_000, 3):
        tracemalloc.start()
        derivative(0.7, n)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[3] < 3_500_000
    assert "array('d')" in derivative.source_for(0.7, 300_000)
    assert "x_saved = []" in derivative.source_for(0.7, 299)


def divided(x, y, n):
    for _ in range(n):
        x, y = x / y, y - 0.5
    return x * y


def test_numbers_of_numpy_stay_what_they_are(few):
    derivative = tl.grad(divided)
    with pytest.raises(ZeroDivisionError):
        derivative(1.0, 3.0, 8)
    numbers = np.float64(1.0), np.float64(3.0)
    assert "array('d')" not in derivative.source_for(*numbers, 8)
    with np.errstate(all="ignore"):
        assert not math.isfinite(derivative(*numbers, 8))


def from_zero(x, n):
    y = 0
    for _ in range(n):
        y = y * y + x
    return y


def waves(x, n):
    for _ in range(n):
        x = np.sin(x) * x
    return x


def test_what_is_no_float_in_every_iteration_stays_in_lists(few):
    for function in (from_zero, waves):
        derivative = tl.grad(function)
        assert "array('d')" not in derivative.source_for(0.7, 8)
        assert derivative(0.7, 8) == pytest.approx(
            (function(0.7 + 1e-6, 8) - function(0.7 - 1e-6, 8)) / 2e-6, rel=1e-6
        )


def test_saved_modules(few, tmp_path):
    path = tmp_path / "saved.py"
    tl.grad(powers).save(path, {"x": 0.7, "n": 8})
    names = {"__name__": "saved"}
    exec(compile(path.read_text(), str(path), "exec"), names)
    assert "array('d')" in path.read_text()
    for n in (2, 8):
        assert names["powers_grad"](0.7, n) == tl.grad(powers)(0.7, n)
