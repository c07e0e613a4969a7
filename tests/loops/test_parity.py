"""Loops over entries, run as Python, compute what NumPy computes: every program."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import tangentlite as tl
from tests.programs.corpora import NESTED_REFUSED, all_programs
from tests.programs.kernels.all import ALL_KERNELS
from tests.programs.record import Program
from tests.support.cases import named
from tests.support.load import load_module
from tests.support.loops_in_python import Loops, loops_in_python
from tests.support.measure import derivatives, is_number, positional, result_of
from tests.support.numeric import copied

KERNELS = [
    (f"kernel-{k.name}", Program(k.loss, k.inputs(*k.small_size), k.wrt, k.name))
    for k in ALL_KERNELS
]
PROGRAMS = [*KERNELS, *all_programs()]
VALUES = [one for one in PROGRAMS if is_number(result_of(one[1]))]
NESTED = [
    (name, program)
    for name, program in VALUES
    if all(isinstance(program.args[k], np.ndarray | float) for k in program.wrt)
    and program.name not in NESTED_REFUSED
]

# Of every sixth program, how many are not compiled, and for how many NumPy repeats a
# call. Whoever makes a figure smaller writes the smaller one here.
SAMPLE = PROGRAMS[::6]
NOT_COMPILED, REPEATED = 33, 1

SQUARES = """
import numpy as np

gradient = None


def squares({names}):
    total = 0.0
    for part in gradient({names}):
        total = total + np.sum(part * part)
    return total
"""


@pytest.mark.one_in(30)
@pytest.mark.parametrize("program", named(PROGRAMS))
def test_both_modes(program):
    for want, got in zip(*in_numpy_and_loops(lambda: derivatives(program))):
        assert_near(got, want)


@pytest.mark.one_in(32)
@pytest.mark.parametrize("program", named(VALUES))
def test_values(program):
    def made() -> Iterator[tuple]:
        derivative = tl.value_and_grad(program.function, wrt=program.wrt)
        yield derivative, copied(program.args), {}

    for want, got in zip(*in_numpy_and_loops(made)):
        assert np.asarray(got[0]).dtype == np.asarray(want[0]).dtype
        assert_near(got[0], want[0], 1e-12)
        assert_near(got[1], want[1])


@pytest.mark.one_in(48)
@pytest.mark.parametrize("program", named(NESTED))
def test_second_order(program, tmp_path):
    args = positional(program)
    names = ", ".join(f"x{k}" for k in range(len(args)))
    module = load_module(SQUARES.format(names=names), tmp_path)
    module.gradient = tl.grad(program.function, wrt=program.wrt)

    def made() -> Iterator[tuple]:
        yield tl.grad(module.squares, wrt=program.wrt), copied(args), {}

    for want, got in zip(*in_numpy_and_loops(made)):
        assert_near(got, want)


@pytest.mark.slow
def test_what_numpy_computes_becomes_less():
    refused = repeated = 0
    for _, program in SAMPLE:
        try:
            loops = by_loops(lambda one=program: derivatives(one))[1]
        except tl.errors.NotCompiledError:
            refused += 1
        else:
            repeated += len(loops.repeats) > 0
    assert refused <= NOT_COMPILED
    assert repeated <= REPEATED


Made = Callable[[], Iterator[tuple]]


def in_numpy_and_loops(made: Made) -> tuple[list, list]:
    """Call derivatives with their arguments and keywords; skip what is not compiled."""
    try:
        want = [derivative(*args, **keywords) for derivative, args, keywords in made()]
    except tl.errors.UnsupportedError as error:
        pytest.skip(str(error).splitlines()[0])
    try:
        got, _ = by_loops(made)
    except tl.errors.NotCompiledError as error:
        pytest.skip(str(error).splitlines()[0])
    return want, got


def by_loops(made: Made) -> tuple[list, Loops]:
    """Call derivatives that are loops in Python."""
    with loops_in_python() as loops, tl.options(backend="numba"):
        got = [derivative(*args, **keywords) for derivative, args, keywords in made()]
    assert loops.texts
    return got, loops


def assert_near(got: object, want: object, rtol: float = 1e-9) -> None:
    """The same structure, and in each array entries that are close to its largest."""
    if isinstance(want, dict):
        assert list(got) == list(want)
        got, want = list(got.values()), list(want.values())
    if isinstance(want, tuple | list):
        for one, other in zip(got, want, strict=True):
            assert_near(one, other, rtol)
    elif want is None:
        assert got is None
    else:
        got, want = np.asarray(got), np.asarray(want)
        assert got.shape == want.shape
        if want.dtype == np.float32:
            rtol = 1e-5
        finite = np.abs(want[np.isfinite(want)])
        # What is smaller is left of terms that cancel: its digits are of rounding.
        atol = rtol * np.max(finite, initial=0.0) + 1e-25
        np.testing.assert_allclose(got, want, rtol=0.0, atol=atol)
