"""`while tl.checkpointed(condition)`: segments of 1, 2, 3, ... steps."""

import re
import tracemalloc

import numpy as np
import pytest

import tangentlite as tl
from tests.functions.test_checkpoints import compared_by_loops
from tests.support.numeric import require_derivatives
from tests.support.variants import variants_of

# Programs as loops, with `loop` in place of `tl.checkpointed`: they are made twice.
PROGRAMS = """
def total(x):
    s = 0.0
    for i in range(3):
        s = s + x * i
    return s

def scalars(x, a):
    while loop(x > 0.1):
        x = x * a * np.cos(0.1 * x)
    return x * a

def in_place(x, a):
    u = np.array([x, a, 1.0])
    while loop(np.sum(u ** 2) > 0.5):
        u[1:] *= 0.8
        u[0] = u[1] * u[0] * a
    return u @ u

def bound_in_the_condition(x, a):
    while loop((k := total(x)) > 1.0):
        x = x * a + 0.01 * k
    return x * k

def bound_in_an_assignment(x, a):
    while loop(x > 0.4):
        x = (y := x * a) * 0.5 + (z := y * 0.3)
        z, w = y + z, (v := z) * 0.1
        x = x + 0.01 * w * v
    return x * a

def with_another_loop(x, a):
    y = x
    while loop(total(x) > 1.0 and total(y) > 0.2):
        x = x * a * np.cos(0.1 * x)
    while (k := total(y)) > 1.0 and total(x) > 0.1:
        y = y * 0.9 * a * a
    return x * a + y * k

def with_exits(x, a):
    n = 0
    while loop(True):
        x = x * a
        n += 1
        if x < 0.3:
            break
        if n % 3 == 0:
            continue
        x = np.sin(x)
        if n > 40:
            return 2.0 * x
    return x * n

def with_an_else(x, a):
    while loop(x > 0.5):
        x = x * a
        if x > 100.0:
            break
    else:
        x = x * x
    return x

def nested(x, a):
    while loop(x > 0.5):
        y = x
        while loop(y > 0.61):
            y = y * a
        for i in loop(range(4)):
            y = y + 0.01 * i * x
        x = x * 0.5 + y * 0.3
    return x

def left_early(x, a):
    while loop(x > 0.1):
        y = x * a
        if y < 0.25:
            return y
        x = y
    return x

def by_a_function_inside(x, a):
    while loop(x > 0.3):
        c = x
        def scale():
            nonlocal c
            c = c * a
        scale()
        x = c
    return x

def counted(x, a):
    k = 0
    while loop(k < 9):
        t = np.sin(0.1 * x * k)
        x = x + a * t
        k += 1
    return x * t

def of_another_name(x, a):
    def checkpointed(v):
        return v > 0.5
    while checkpointed(x):
        x = x * a
    while loop((k := total(x)) > 1.0 and total(x) > 0.1):
        x = x * 0.9 * a * a
    return x * k
"""
NAMES = re.findall(r"def (\w+)\(x, a\)", PROGRAMS)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    """Each program with checkpoints, and without."""
    loops = {"again": r"tl.checkpointed(\1)", "kept": r"\1"}
    return variants_of(PROGRAMS, loops, tmp_path_factory.mktemp("whiles"))


@pytest.mark.parametrize("name", NAMES)
def test_whiles(name, pairs):
    again, kept = (module[name] for module in pairs)
    for x in (0.05, 0.7, 3.0):
        value, gradient = tl.value_and_grad(again, wrt=(0, 1))(x, 0.9)
        expected, other = tl.value_and_grad(kept, wrt=(0, 1))(x, 0.9)
        assert value == expected == kept(x, 0.9) == again(x, 0.9)  # to the last bit
        np.testing.assert_allclose(gradient, other, rtol=1e-12)
        tangents = (tl.jvp(f, (x, 0.9), (1.0, 0.3)) for f in (again, kept))
        assert next(tangents) == next(tangents)
        twice = [tl.hvp(f, (x, 0.9), (1.0, 0.3)) for f in (again, kept)]
        np.testing.assert_allclose(*twice, rtol=1e-9, atol=1e-14)
    assert "steps_bwd" in tl.grad(again).source_for(3.0, 0.9)
    require_derivatives(lambda x: again(x, 0.9), 2.9)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", NAMES)
def test_whiles_for_numba(name, pairs):
    compared_by_loops(pairs[0][name], pairs[1][name], (3.0, 0.9))


def test_memory_grows_by_the_root(pairs):
    peaks = []
    for module in pairs:
        derivative = tl.grad(module["scalars"])
        derivative(3.0, 0.9)
        tracemalloc.start()
        derivative(1.0, 0.99999)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[0] < peaks[1] / 5


def test_segments_grow():
    def halved(x):
        while tl.checkpointed(x > 1e-6):
            x = x * 0.5
        return x

    text = tl.grad(halved).source_for(1.0)
    assert "size = size + 1" in text
    with pytest.raises(tl.ArgumentError, match="slots for a condition"):
        tl.checkpointed(np.float64(1.0) > 0.5, slots=2)
    assert tl.checkpointed(False) is False


def prints(x):
    while tl.checkpointed(x > 0.1):
        x = x * 0.5
        print(x)
    return x


def prints_in_the_condition(x):
    while tl.checkpointed(print(x) is None and x > 0.1):
        x = x * 0.5
    return x


def in_slots(x):
    while tl.checkpointed(x > 0.1, slots=3):
        x = x * 0.5
    return x


def with_another_condition(x):
    while tl.checkpointed(x > 0.1) and x < 10.0:
        x = x * 0.5
    return x


def in_a_branch(x):
    if tl.checkpointed(x > 0.1):
        x = x * 0.5
    return x


def over_a_number(x):
    for _ in tl.checkpointed(3):
        x = x * 0.5
    return x


REFUSED = {
    prints: r"must not print[\s\S]*print\(x\)",
    prints_in_the_condition: "must not print",
    in_slots: r"slots for a condition[\s\S]*loop with a limit",
    with_another_condition: r"not the whole head[\s\S]*with all of the condition in it",
    in_a_branch: "not the whole head",
    over_a_number: r"no range[\s\S]*while tl.checkpointed",
}


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_what_is_refused(function):
    with pytest.raises(tl.UnsupportedError, match=REFUSED[function]):
        tl.grad(function)(0.7)
