"""The hand-written derivatives are right, and the harness measures and reports."""

import inspect
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from benchmarks import report, run
from benchmarks.generated import branching_text, fresh_programs, straight_line_text
from benchmarks.harness import Effort, Outcome, Timing, measure, median_ratio
from benchmarks.peers.rebind import rebound
from benchmarks.primals.physics import runge_kutta
from benchmarks.workloads import WORKLOADS, Workload

BRIEF = Effort(rounds=2, sample_seconds=0.0, contestant_seconds=0.0)


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.name)
def test_by_hand_agrees_with_central_differences(workload):
    args = workload.inputs(*workload.small_size)
    value, gradient = workload.by_hand(*args)
    assert value == pytest.approx(workload.primal(*args), rel=1e-14)
    wrt, gradient = as_tuples(workload.wrt, gradient)
    for position, part in zip(wrt, gradient, strict=True):
        expected = central_differences(workload.primal, args, position)
        size = np.max(np.abs(expected))
        np.testing.assert_allclose(part, expected, rtol=1e-6, atol=1e-7 * size)


def as_tuples(wrt, gradient):
    return (wrt, gradient) if isinstance(wrt, tuple) else ((wrt,), (gradient,))


def central_differences(primal, args, position, step=1e-5):
    """Differences of fourth order, in the shape of the argument."""
    point = np.asarray(args[position])
    gradient = np.zeros(point.shape)
    for entry in np.ndindex(point.shape):

        def value_at(shift, entry=entry):
            moved = point.copy()
            moved[entry] += shift
            argument = moved if point.shape else float(moved)
            return primal(*args[:position], argument, *args[position + 1 :])

        inner = value_at(step) - value_at(-step)
        outer = value_at(2 * step) - value_at(-2 * step)
        gradient[entry] = (8 * inner - outer) / (12 * step)
    return gradient


def doubled_square(x):
    return x * x + x * x


def doubled_square_by_hand(x):
    return x * x + x * x, 4.0 * x


TINY = Workload(
    "tiny", doubled_square, doubled_square_by_hand, wrt=0, inputs=lambda: (3.0,)
)


def contestant_for(value_and_gradient):
    return lambda workload, args: (value_and_gradient, args)


def test_measure_times_the_primal_and_those_who_are_right():
    outcome = measure(TINY, {"hand": run.hand}, BRIEF)
    assert set(outcome.timings) == {"primal", "hand"}
    assert outcome.errors == {}
    assert all(len(t.samples) == 1 for t in outcome.timings.values())


def test_measure_leaves_out_a_wrong_gradient():
    wrong = contestant_for(lambda x: (2.0 * x * x, 4.0 * x + 1e-6))
    outcome = measure(TINY, {"wrong": wrong}, BRIEF)
    assert set(outcome.timings) == {"primal"}
    assert outcome.errors["wrong"].startswith(
        "WrongGradient: result 1 is off by 1.0e-06"
    )


def test_measure_leaves_out_another_structure():
    wrong = contestant_for(lambda x: (2.0 * x * x, (4.0 * x, 0.0)))
    assert "shapes" in measure(TINY, {"wrong": wrong}, BRIEF).errors["wrong"]


def test_measure_reports_the_first_line_of_an_exception():
    def refuse(workload, args):
        raise TypeError("this cannot be\ndifferentiated")

    outcome = measure(TINY, {"refuses": refuse, "hand": run.hand}, BRIEF)
    assert outcome.errors == {"refuses": "TypeError: this cannot be"}
    assert "hand" in outcome.timings


def test_ratios_are_those_of_the_same_round():
    reference = Timing((1.0, 10.0, 100.0), 0.0, 0.0)
    assert median_ratio(Timing((2.0, 30.0, 400.0), 0.0, 0.0), reference) == 3.0
    assert median_ratio(Timing((2.0,), 0.0, 0.0), reference) == 2.0


def test_run_prints_a_row_for_each_workload_and_writes_them(capsys, tmp_path):
    file = tmp_path / "results.md"
    arguments = ["--only", "straight", "Newton", "--quick", "--results", str(file)]
    assert run.main(arguments) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.startswith("workload")
    assert [row[:6] for row in rows] == ["straig", "Newton"]
    written = file.read_text(encoding="utf-8")
    assert "| straight line |" in written and "| Newton square root |" in written


def test_run_names_the_workloads_for_an_unknown_one(capsys):
    assert run.main(["--only", "nothing like it"]) == 2
    assert "straight line" in capsys.readouterr().err


def test_a_failure_is_a_note_in_its_row():
    timings = {"primal": Timing((1e-6,), 0.0, 0.0), "hand": Timing((3e-6,), 0.0, 2e6)}
    outcome = Outcome(TINY, timings, {"ours": "SyntaxError: no | here"})
    columns = report.header(())
    cells = report.row(outcome, ())
    assert dict(zip(columns, cells, strict=True)) == {
        "workload": "tiny",
        "primal µs": "1.00",
        "ours": "–",
        "hand": "3.00",
        "ours/hand": "–",
        "first call ms": "–",
        "peak MB": "–",
        "hand MB": "2.00",
        "note": "ours: SyntaxError: no | here",
    }
    assert "no \\| here" in report.markdown([cells], columns, "once")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.001234, "0.0012"), (0.1234, "0.12"), (12.34, "12.3"), (1234.4, "1234")],
)
def test_number_keeps_two_or_three_digits(value, text):
    assert report.number(value) == text


@pytest.mark.parametrize("make_text", [straight_line_text, branching_text])
@pytest.mark.parametrize("lines", [20, 50, 101])
def test_generated_programs_have_the_length_and_run(make_text, lines, tmp_path):
    programs = fresh_programs(make_text, lines, count(), tmp_path)
    first, second = next(programs), next(programs)
    assert len(inspect.getsource(first).splitlines()) == lines
    x, y = np.array([0.3, 0.7]), np.array([0.2, -0.4])
    assert np.isfinite(first(x, y))
    assert first(x, y) != second(x, y)


def test_rebound_functions_call_rebound_helpers():
    doubled = rebound(runge_kutta, {"rates": lambda x, y, *parameters: (0.0, 0.0)})
    assert doubled(1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 0.1, 5) == 5.0
    assert runge_kutta(1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 0.1, 5) != 5.0


def test_autograd_agrees_with_by_hand():
    peer = pytest.importorskip("benchmarks.peers.with_autograd").contestant
    for workload in WORKLOADS:
        small = replace(workload, size=workload.small_size)
        assert measure(small, {"autograd": peer}, BRIEF).errors == {}
