"""The hand-written derivatives are right, and the harness measures and reports."""

import inspect
import subprocess
import sys
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import numpy as np
import pytest

from benchmarks import cells, page, report, run
from benchmarks.checks import check, leaves
from benchmarks.fresh import copies
from benchmarks.generated import branching_text, fresh_programs, straight_line_text
from benchmarks.harness import (
    Effort,
    Failure,
    Outcome,
    Timing,
    measure,
    median_ratio,
)
from benchmarks.peers.rebind import rebound
from benchmarks.primals.physics import runge_kutta, runge_kutta_inputs
from benchmarks.structures import CONTESTANTS, MODELS
from benchmarks.workload import Workload
from benchmarks.workloads import WORKLOADS
from tests.support.numeric import central_gradient

STEP = 1e-5
BRIEF = Effort(rounds=2, sample_seconds=0.0, contestant_seconds=0.0)


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.name)
def test_by_hand_agrees_with_central_differences(workload):
    args = workload.inputs(*workload.small_size)
    value, gradient = workload.by_hand(*args)
    assert value == pytest.approx(workload.primal(*args), rel=1e-14)
    wrt, gradient = as_tuples(workload.wrt, gradient)
    differences = central_gradient(workload.primal, args, wrt, STEP)
    for part, expected in zip(gradient, differences, strict=True):
        size = np.max(np.abs(expected))
        np.testing.assert_allclose(part, expected, rtol=1e-6, atol=1e-7 * size)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.name)
def test_ours_agrees_with_by_hand(workload):
    agrees_with_by_hand(run.ours, workload)


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.name)
def test_autograd_agrees_with_by_hand(workload):
    peer = pytest.importorskip("benchmarks.peers.with_autograd")
    agrees_with_by_hand(peer.contestant, workload)


REFUSED = {
    "jax": ("Newton square root", "Helmholtz loops n=50", "bundle loop p=200"),
    "torch": (),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.name)
def test_versions_for_peers_agree_with_by_hand(workload, name):
    peer = pytest.importorskip(f"benchmarks.peers.with_{name}")
    if workload.name in REFUSED[name]:
        with pytest.raises((NotImplementedError, ValueError), match="loop"):
            agrees_with_by_hand(peer.contestant, workload)
    else:
        agrees_with_by_hand(peer.contestant, workload)


def agrees_with_by_hand(contestant, workload):
    args = workload.inputs(*workload.small_size)
    function, arguments = contestant(workload, args)
    check(leaves(function(*arguments)), leaves(workload.by_hand(*args)))


def as_tuples(wrt, gradient):
    return (wrt, gradient) if isinstance(wrt, tuple) else ((wrt,), (gradient,))


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
    assert outcome.failures == {}
    assert all(len(t.samples) == 1 for t in outcome.timings.values())


def test_measure_leaves_out_a_wrong_gradient():
    wrong = contestant_for(lambda x: (2.0 * x * x, 4.0 * x + 1e-6))
    outcome = measure(TINY, {"wrong": wrong}, BRIEF)
    assert set(outcome.timings) == {"primal"}
    assert outcome.failures["wrong"].word == "differs"
    assert outcome.failures["wrong"].line.startswith("result 1 is off by 1.0e-06")


def test_measure_leaves_out_another_structure():
    wrong = contestant_for(lambda x: (2.0 * x * x, (4.0 * x, 0.0)))
    assert "shapes" in measure(TINY, {"wrong": wrong}, BRIEF).failures["wrong"].line


def test_measure_reports_the_first_line_of_an_exception():
    def refuse(workload, args):
        raise TypeError("this cannot be\ndifferentiated")

    outcome = measure(TINY, {"refuses": refuse, "hand": run.hand}, BRIEF)
    assert outcome.failures == {
        "refuses": Failure("refused", "TypeError: this cannot be")
    }
    assert "hand" in outcome.timings


def test_copies_are_equal_functions_of_unequal_code(tmp_path):
    first, second = islice(copies(runge_kutta, tmp_path), 2)
    assert len({runge_kutta, first, second}) == 3
    assert first.__code__ != second.__code__
    assert first(*runge_kutta_inputs(3)) == second(*runge_kutta_inputs(3))


def test_ratios_are_those_of_the_same_round():
    reference = Timing((1.0, 10.0, 100.0), 0.0, 0.0)
    assert median_ratio(Timing((2.0, 30.0, 400.0), 0.0, 0.0), reference) == 3.0
    assert median_ratio(Timing((2.0,), 0.0, 0.0), reference) == 2.0


@pytest.mark.slow
def test_run_prints_a_line_for_each_workload_and_writes_a_page(capsys, tmp_path):
    file = tmp_path / "results.md"
    arguments = ["--only", "straight", "Newton", "--quick", "--no-peers"]
    assert run.main([*arguments, "--results", str(file)]) == 0
    header, *lines = capsys.readouterr().out.splitlines()
    assert header.startswith("workload")
    assert [line[:6] for line in lines] == ["straig", "Newton"]
    written = file.read_text(encoding="utf-8")
    assert (
        "`python -m benchmarks.run --only straight Newton --no-peers --quick" in written
    )
    assert written.count("| straight line |") == written.count("| Newton square") == 3
    assert str(tmp_path) not in written


def test_run_names_the_workloads_for_an_unknown_one(capsys):
    assert run.main(["--only", "nothing like it"]) == 2
    assert "straight line" in capsys.readouterr().err


PARTLY = Outcome(
    TINY,
    {"primal": Timing((1e-6,), 1e-6, 0.0), "hand": Timing((3e-6,), 2e-3, 2e6)},
    {"ours": Failure("refused", "SyntaxError: no | here")},
)


def test_a_failure_is_a_word_in_its_cells_and_a_note():
    assert report.line(PARTLY, ()) == {
        "workload": "tiny",
        "primal µs": "1.00",
        "ours": "refused",
        "hand": "3.00",
        "ours/hand": "refused",
        "differences": "–",
        "first ms": "refused",
        "peak MB": "refused",
        "peak/hand": "refused",
        "note": "ours: SyntaxError: no | here",
    }
    assert "- tiny, ours: SyntaxError: no \\| here" in page.results(
        [PARTLY], (), (), (), (), "command"
    )


def test_ratios_of_times_and_peaks_are_cells():
    ours = Timing((6e-6,), 5e-3, 3e6)
    outcome = replace(PARTLY, timings={**PARTLY.timings, "ours": ours}, failures={})
    assert cells.times(outcome, ())["ours/hand"] == "2.00"
    assert cells.peaks(outcome, ("torch",)) == {
        "workload": "tiny",
        "primal": "0.0000",
        "ours": "3.00",
        "hand": "2.00",
        "ours/hand": "1.50",
    }
    assert cells.first_calls(outcome, ("torch",)) == {
        "workload": "tiny",
        "ours": "5.00",
        "torch": "–",
    }


def test_chart_draws_the_first_table_of_a_page(tmp_path, capsys):
    chart = pytest.importorskip("benchmarks.chart")
    results = tmp_path / "RESULTS.md"
    drawn = tmp_path / "chart.svg"
    assert chart.main([str(results), "-o", str(drawn)]) == 2
    assert "is missing" in capsys.readouterr().err
    text = page.results([PARTLY], (), (), (), (), "command")
    results.write_text(text, encoding="utf-8")
    assert chart.main([str(results), "-o", str(drawn)]) == 0
    picture = drawn.read_text(encoding="utf-8")
    assert ">tiny</text>" in picture and ">written by hand</text>" in picture
    assert ">tangentlite</text>" not in picture  # it was refused


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.001234, "0.0012"), (0.1234, "0.12"), (12.34, "12.3"), (1234.4, "1234")],
)
def test_number_keeps_two_or_three_digits(value, text):
    assert cells.number(value) == text


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


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_networks_of_dicts_and_objects_have_the_gradient_of_the_plain_one(model):
    outcome = measure(replace(model, size=model.small_size), CONTESTANTS, BRIEF)
    assert outcome.failures == {}
    assert set(outcome.timings) == {"primal", *CONTESTANTS}
    assert report.structure_line(outcome)["workload"] == model.name


@pytest.mark.slow
def test_a_checkout_beside_itself():
    command = ["-m", "benchmarks.beside", ".", "--only", "Newton", "--quick"]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    header, line = done.stdout.splitlines()
    assert header.split() == ["workload", "time", "peak", "value"]
    assert line.startswith("Newton square root") and line.endswith("same")
