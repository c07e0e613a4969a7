"""Loops over entries, run as Python, compute what NumPy computes: random programs."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, note, seed, settings

import tangentlite as tl
from tests.loops.test_parity import assert_near, by_loops
from tests.programs.random.random_programs import RandomProgram, programs
from tests.support.load import load_module
from tests.support.measure import flat, random_like

LARGEST = 1e3
# Of each seed so many programs are drawn, the same ones every time.
EXAMPLES = 8
SEEDS = [seed for seed in range(42) if seed not in (0, 16)]

drawing = settings(
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.one_in(40)
@pytest.mark.parametrize("number", SEEDS)
def test_random_programs(number, tmp_path_factory):
    @seed(number)
    @settings(drawing, max_examples=EXAMPLES)
    @given(program=programs())
    def drawn(program: RandomProgram) -> None:
        compare(program, tmp_path_factory.mktemp("drawn"))

    drawn()


def compare(program: RandomProgram, folder: Path) -> None:
    """Compare value and gradient, and the derivatives in both modes, if compiled."""
    module = load_module(program.source + TOTAL, folder)
    function, args, wrt = module.function, program.args, program.wrt
    result = function(*args)
    assume(np.all(np.isfinite(flat(result))) and np.max(np.abs(flat(result))) < LARGEST)
    note(program.source)
    cotangent = random_like(np.random.default_rng(5), result)
    tangents = random_like(np.random.default_rng(4), tuple(args[k] for k in wrt))

    def made():
        yield tl.autodiff(function, wrt=wrt), args, {"init_grad": cotangent}
        yield tl.autodiff(function, wrt=wrt, mode="forward"), (*args, *tangents), {}
        yield tl.value_and_grad(module.total, wrt=wrt), args, {}

    want = [derivative(*args, **keywords) for derivative, args, keywords in made()]
    try:
        got, _ = by_loops(made)
    except tl.errors.NotCompiledError:
        return
    assert_near(got, want)


TOTAL = """

def total(x, a, v, u, n):
    return np.sum(0.7 * function(x, a, v, u, n))
"""
