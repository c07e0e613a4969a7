"""The programs that were slow to differentiate are, and their costs are reported."""

from dataclasses import replace

import numpy as np
import pytest

import tangentlite as tl
from benchmarks import transform
from benchmarks.generation.case import Case, Job
from benchmarks.generation.cases import CASES
from benchmarks.generation.measured import Measured
from tests.support.cases import named

# 2,000 closures, and what takes seconds even in its smallest size.
LONG = ("closure", "einsum", "np.cross", "smoother, second")


def is_long(case):
    return case.sizes[0] > 100 or any(word in case.name for word in LONG)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("case", named(((one.name, one) for one in CASES), is_long))
def test_derivatives_of_all_programs_are_right_if_plain_and_finite(case):
    job = case.make(case.sizes[0])
    derivative = job.derive()
    for leaf in leaves(derivative(*job.args)):
        assert np.all(np.isfinite(leaf))
    if getattr(job.derive, "func", None) in (tl.grad, tl.value_and_grad):
        tl.check_grad(derivative.primal, job.args, derivative.wrt, modes=("reverse",))


def leaves(value):
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


@pytest.mark.parametrize("seconds", [1e9, 1e-9])
def test_command_measures_in_a_process_and_says_what_is_held(
    capsys, monkeypatch, seconds
):
    # How long it takes depends on what else the machine does.
    cases = tuple(replace(case, seconds=seconds) for case in CASES)
    monkeypatch.setattr(transform, "CASES", cases)
    status = transform.main(["--only", "first derivative of", "--limit", "100"])
    _, header, line = capsys.readouterr().out.splitlines()
    assert "cpu s" in header and "of text" in header
    assert status == int(seconds < 1.0)
    assert ("NOT HELD: over" in line) == bool(status)
    assert line.endswith("held") == (not status)


def test_command_prints_a_line_for_each_size(capsys, monkeypatch):
    monkeypatch.setattr(
        transform, "measure", lambda _, size, __: Measured(0.1 * size, characters=size)
    )
    assert transform.run(CASE, 100.0)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["1", "2"]
    assert lines[0].count("1.00") == 0 and lines[1].count("1.00") == 2
    assert "held" not in lines[0] and lines[1].endswith("held")


def test_command_names_the_programs_for_an_unknown_one(capsys):
    assert transform.main(["--only", "nothing like it"]) == 2
    assert "tree of calls" in capsys.readouterr().err


CASE = Case("case", lambda size: Job(lambda: abs, (1.0,)), (1, 2), 1.0, growth=0.25)


@pytest.mark.parametrize(
    ("before", "behind", "what"),
    [
        (Measured(0.1, characters=10), Measured(0.2, characters=20), ""),
        (Measured(0.1, characters=10), Measured(0.4, characters=40), ""),
        (Measured(0.1, characters=10), Measured(0.3, characters=20), "grows faster"),
        (Measured(0.6, characters=10), Measured(1.1, characters=20), "over 1 s"),
        (Measured(0.1, characters=10), Measured(error="refused"), "refused"),
    ],
)
def test_budget_is_of_seconds_and_of_growth_beyond_the_text(before, behind, what):
    assert transform.broken(CASE, {1: before, 2: behind}).startswith(what)
    if not what:
        assert transform.broken(CASE, {1: before, 2: behind}) == ""
