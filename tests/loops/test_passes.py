"""Each pass over loops alone: programs compute the same with and without it."""

import functools

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import pipeline
from tangentlite.ir.example import body_text
from tangentlite.ir.function import Function
from tangentlite.passes import LOOPS, Pass
from tests.programs.corpora import all_programs
from tests.programs.kernels.all import ALL_KERNELS
from tests.programs.record import Program
from tests.support.loops_in_python import loops_in_python
from tests.support.measure import flat, random_like, result_of
from tests.support.numeric import copied

# Few programs of numbers alone have anything for these passes.
CORPORA = ("arrays", "indexing", "writes", "loops", "views", "in_place", "broadcasting")
KERNELS = [
    (f"kernel-{k.name}", Program(k.loss, k.inputs(*k.small_size), k.wrt, k.name))
    for k in ALL_KERNELS[::2]
]
OTHERS = [one for one in all_programs() if one[0].split("-")[0] in CORPORA]


def logistic_map(x: float, steps: int) -> float:
    for _ in range(steps):
        x = 4.0 * x * (1.0 - x)
    return x


def fields(x: np.ndarray, c: float) -> float:
    z, e = np.outer(x, x + 1.0), np.outer(x, x - c)
    e[:, 1:] -= 0.5 * (z[:, 1:] - z[:, :-1])
    z[:-1] += c * e[1:]
    return np.sum(z * e)


FIELDS = Program(fields, (np.linspace(0.1, 0.9, 5), 0.7), (0, 1), "fields")
MAP = Program(logistic_map, (0.3, 20), (0,), "logistic_map")
OF_NEIGHBOURS = [("fields", FIELDS), ("fields again", FIELDS)]  # one is a second one
PROGRAMS = dict([("logistic map", MAP), *KERNELS, *OTHERS[::10], *OF_NEIGHBOURS])

# How many of every second program a pass changes at least.
PASSES = {
    "count_down": 14,
    "places_in_front": 7,
    "share_sizes": 10,
    "hoist_tests": 2,
    "equal_sizes": 2,
    "fuse_nests": 20,
    "contract": 16,
    "gather": 2,
    "ends_apart": 1,
    "recompute_elements": 6,
    "save_in_place": 3,
    "share_buffers": 8,
    "hoist_buffers": 8,
    "factor_carried": 1,
    "fuse_parts": 3,
    "results_last": 3,
}
each_pass = pytest.mark.parametrize("changing", PASSES)
each_program = pytest.mark.parametrize("name", PROGRAMS)


@pytest.mark.one_in(12)
@each_program
def test_up_to_each_pass(name):
    for changing in PASSES:  # in one test: what one compares with the next one needs
        place = [one.__name__ for one in LOOPS].index(changing)
        assert_same(changing, run(name, LOOPS[: place + 1]), run(name, LOOPS[:place]))


@pytest.mark.slow
@each_pass
@each_program
def test_without_a_pass(name, changing):
    others = tuple(one for one in LOOPS if one.__name__ != changing)
    assert_same(changing, run(name, LOOPS), run(name, others))


@pytest.mark.slow
@each_pass
def test_passes_change_programs(changing):
    changed = sum(changing in (acting_on(n) or ()) for n in list(PROGRAMS)[::2])
    assert changed >= PASSES[changing]


def assert_same(changing: str, got: tuple | None, want: tuple | None) -> None:
    if got is None or want is None:
        pytest.skip("loops do not compute it")
    if changing in (
        "fuse_nests",
        "gather",
        "factor_carried",
        "fuse_parts",
    ):  # adjoints may be added up in another order
        scale = np.max(np.abs(want[1]), initial=0.0)
        np.testing.assert_allclose(got[1], want[1], rtol=0.0, atol=1e-12 * scale)
    else:
        np.testing.assert_array_equal(got[1], want[1])


def run(name: str, passes: tuple) -> tuple[list[str], np.ndarray] | None:
    """Give the texts of a program's gradient by some passes, and what it computes.

    None for a program that is not compiled, or that NumPy computes.
    """
    if (acting := acting_on(name)) is None:
        return None
    return computed(name, tuple(one for one in passes if one.__name__ in acting))


@functools.cache
def acting_on(name: str) -> set[str] | None:
    """Name the passes that change a program's gradient, each after those before it."""
    acting = set()

    def noting(step: Pass) -> Pass:
        def noted(function: Function) -> Function:
            changed = step(function)
            if body_text(changed) != body_text(function):
                acting.add(step.__name__)
            return changed

        return noted

    result = computed(name, tuple(map(noting, LOOPS)))
    return None if result is None else acting


@functools.cache
def computed(name: str, passes: tuple) -> tuple[list[str], np.ndarray] | None:
    program = PROGRAMS[name]
    result = result_of(program)
    seed = random_like(np.random.default_rng(3), result)
    before = pipeline.LOOPS, pipeline.PRETTY
    # What makes the text read well may add up terms of an adjoint otherwise.
    pipeline.LOOPS, pipeline.PRETTY = passes, ()
    try:
        with loops_in_python() as loops, tl.options(backend="numba"):
            derivative = tl.autodiff(program.function, wrt=program.wrt)
            gradient = derivative(*copied(program.args), init_grad=seed)
    except tl.errors.NotCompiledError:
        return None
    finally:
        pipeline.LOOPS, pipeline.PRETTY = before
    return None if loops.repeats else (loops.texts, flat(gradient))
