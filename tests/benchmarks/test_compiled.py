"""Derivatives that numba compiles are timed beside right ones, within a budget."""

import numpy as np
import pytest

pytest.importorskip("numba")

from benchmarks import compiled, first_calls
from benchmarks.checks import check, leaves
from benchmarks.first_calls import PROGRAMS, FirstCall
from benchmarks.harness import Failure, Outcome, Timing
from tests.support.numeric import central_gradient, copied

TIMED = {
    program: compiled.hand_written()[program.name]
    for program in PROGRAMS
    if program.name in compiled.hand_written()
}


@pytest.mark.parametrize("program", TIMED, ids=lambda program: program.name)
def test_by_hand_agrees_with_central_differences(program):
    def primal(*args):
        return program.primal(*copied(args))

    args = program.inputs(*program.small_size)
    value, gradient = TIMED[program](*args)
    np.testing.assert_equal(args, program.inputs(*program.small_size))
    assert value == pytest.approx(primal(*args), rel=1e-13)
    wrt = program.wrt if isinstance(program.wrt, tuple) else (program.wrt,)
    differences = central_gradient(primal, args, wrt, 1e-5)
    check(leaves(gradient), leaves(list(differences)), 1e-6)


def test_a_line_says_how_often_the_time_by_hand_ours_takes(capsys):
    assert compiled.main(["--only", "logistic", "--quick"]) == 0
    header, line, last = capsys.readouterr().out.splitlines()
    assert header.split()[-2:] == ["ours/hand", "note"]
    assert line.startswith("logistic map n=1000 ") and len(line.split()) == 7
    assert last.startswith("above 1.2 times by hand: ")


def test_only_programs_with_a_derivative_by_hand_are_compared(capsys):
    assert compiled.main(["--only", "jacobi"]) == 2
    printed = capsys.readouterr().err
    assert "heat, in-place slices" in printed and "jacobi_1d" not in printed


def test_what_is_far_from_by_hand_is_named():
    (program, *_) = TIMED
    timings = {
        name: Timing((seconds,), seconds, 0.0)
        for name, seconds in (("primal", 9e-6), ("ours", 3e-6), ("hand", 2e-6))
    }
    outcome = Outcome(program, timings, {})
    assert compiled.line(outcome) == {
        "workload": program.name,
        "primal µs": "9.00",
        "ours µs": "3.00",
        "hand µs": "2.00",
        "ours/hand": "1.50",
        "note": "",
    }
    assert compiled.summary([outcome]).endswith(f": {program.name} (1.50)")
    del timings["ours"]
    outcome = Outcome(program, timings, {"ours": Failure("differs", "by much")})
    assert compiled.line(outcome)["ours µs"] == "differs"
    assert compiled.line(outcome)["note"] == "ours: by much"
    assert compiled.summary([outcome]).endswith(": none")


def test_a_first_call_takes_time_and_has_the_numbers_of_numpy():
    assert min(first_calls.called("straight line").values()) > 0.0


CALLS = (
    FirstCall("quick", 1.5, 1.0, 0.1),
    FirstCall("slow", 12.0, 11.0, 0.2),
    FirstCall("slow to load", 2.0, 1.2, 0.7),
    FirstCall("refused", refused="model.py:3: not compiled"),
    FirstCall("broken", failed="ValueError: no"),
)


def test_the_budget_names_what_is_beyond_it():
    assert list(first_calls.summary(CALLS)) == [
        "- all 3: median 2.00 s, at most 12.00 s",
        "- compiling 3: median 1.20 s, at most 11.00 s",
        "- from the disk: at most 0.70 s",
        "- refused: refused",
        "- beyond the budget: slow (12.00 s), slow to load from the disk (0.70 s), "
        "broken (failed)",
    ]
    assert not list(first_calls.excesses([CALLS[0], CALLS[3]]))
    assert list(first_calls.excesses([CALLS[1]]))[0] == "the median (11.00 s)"
    assert first_calls.line(CALLS[3]) == {
        "workload": "refused",
        "all s": "–",
        "compiling s": "–",
        "from disk s": "–",
        "note": "model.py:3: not compiled",
    }


def test_the_status_says_whether_the_budget_is_kept(monkeypatch, capsys):
    found = dict(zip((program.name for program in PROGRAMS), CALLS))
    monkeypatch.setattr(first_calls, "first_calls", found.__getitem__)
    assert first_calls.budget([PROGRAMS[0], PROGRAMS[3]]) == 0
    assert first_calls.budget(PROGRAMS[:2]) == 1
    assert first_calls.budget([PROGRAMS[0], PROGRAMS[4]]) == 1


@pytest.mark.slow
def test_the_second_process_finds_what_the_first_has_compiled():
    call = first_calls.first_calls("straight line")
    assert not call.refused and not call.failed
    assert 0.0 < call.from_disk < call.compiling
    assert "no message" not in first_calls.first_calls("nothing like it").failed
