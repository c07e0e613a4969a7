"""The calls and forms of the benchmark of rules: their gradients, and the command."""

import re

import numpy as np
import pytest

import tangentlite as tl
from benchmarks import forms, rule_page, rules
from benchmarks.checks import check, leaves
from benchmarks.harness import Effort, Timing
from benchmarks.rule_cases import CASES
from benchmarks.rule_inputs import VECTOR, case
from benchmarks.rule_programs import programs
from benchmarks.rule_timing import RuleOutcome, hopeless, measure
from benchmarks.scipy_cases import OWN, SAMPLES
from tests.support.cases import named
from tests.support.measure import along, flat, inner, random_like

STEP = 1e-5
BRIEF = Effort(rounds=2, sample_seconds=0.0, contestant_seconds=0.0)


# Their samples have tests of their own.
@pytest.mark.one_in(100)
@pytest.mark.parametrize("tested", named((one.call, one) for one in SAMPLES))
def test_gradients_of_samples(tmp_path, tested):
    require_right_gradient(tmp_path, tested)


@pytest.mark.one_in(30)
@pytest.mark.parametrize(
    "tested", named((f"{k} {one.call}", one) for k, one in enumerate((*CASES, *OWN)))
)
def test_gradients_agree_with_central_differences(tmp_path, tested):
    require_right_gradient(tmp_path, tested)


def require_right_gradient(tmp_path, tested):
    (program,) = programs([tested], tmp_path, "small")
    gradient = tl.grad(program.function, wrt=program.wrt)(*program.args)
    # What is given in single precision SciPy may find to fewer digits (`ncfdtrinc`).
    is_single = any(part.dtype == np.float32 for part in map(np.asarray, program.args))
    rtol = 1e-3 if is_single else 1e-5
    generator = np.random.default_rng(5)
    for _ in range(2):  # along directions: an entry at a time, images take seconds
        direction = random_like(generator, tuple(program.args[k] for k in program.wrt))
        expected = along(program.function, program.args, program.wrt, direction, STEP)
        size = np.sum(np.abs(flat(gradient) * flat(direction)))
        got, near = inner(gradient, direction), 0.1 * rtol * size + 1e-9
        np.testing.assert_allclose(got, expected.item(), rtol=rtol, atol=near)


@pytest.mark.parametrize("form", forms.FORMS, ids=lambda form: form.name)
def test_naive_and_fast_forms_agree_with_ours(form):
    args = form.args(np.random.default_rng(1))
    ours = leaves(tl.grad(form.primal, wrt=form.wrt)(*args))
    check(leaves(form.naive(*args)), ours)
    check(leaves(form.fast(*args)), ours)


def test_a_peer_is_timed_lacks_the_function_or_is_wrong(tmp_path):
    (program,) = programs([case("np.sin(x)", x=VECTOR)], tmp_path, "small")

    def right(program):
        return lambda x, w: (w * np.cos(x),), program.args

    def wrong(program):
        return lambda x, w: (w,), program.args

    def lacking(program):
        raise NotImplementedError("no rule")

    def refusing(program):
        raise TypeError("not this")

    peers = {"right": right, "wrong": wrong, "lacking": lacking, "refusing": refusing}
    outcome = measure(program, peers, BRIEF)
    assert list(outcome.timings) == ["primal", "ours", "right"]
    line = rule_page.line(outcome, tuple(peers))
    assert [line[name] for name in ("wrong", "lacking", "refusing")] == [
        "differs",
        "–",
        "refused",
    ]
    assert line["ours/autograd"] == "–"
    assert line["flag"] == ""


def timing(seconds):
    return Timing((seconds, 2.0 * seconds), float("nan"), float("nan"))


def test_calls_that_are_slower_than_autograd_are_flagged(tmp_path):
    (program,) = programs([case("np.sin(x)", x=VECTOR)], tmp_path, "small")
    seconds = {"primal": 0.001, "ours": 0.004, "autograd": 0.003, "jax": 0.9}
    timings = {name: timing(time) for name, time in seconds.items()}
    outcome = RuleOutcome(program, timings, {})
    line = rule_page.line(outcome, ("autograd", "jax"))
    assert (line["ours"], line["ours/autograd"], line["flag"]) == (
        "4.00",
        "1.33",
        "slow",
    )
    assert rule_page.summary([outcome])[-1] == (
        "- slower than 1.3 × autograd's: `np.sin(x)` of 7 (1.33)"
    )
    assert hopeless([outcome]) == {"np.sin(x)": {"jax"}}


def test_the_command_prints_a_line_for_each_call_and_writes_a_page(capsys, tmp_path):
    file = tmp_path / "rules.md"
    words = ["--only", "np.tan(", "scaled rows", "--quick", "--no-peers"]
    assert rules.main([*words, "--results", str(file)]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^np\.tan\(x\) +1000 ", printed, re.MULTILINE)
    assert re.search(r"^np\.tan\(x\) +100000 ", printed, re.MULTILINE)
    assert re.search(r"^scaled rows ", printed, re.MULTILINE)
    page = file.read_text(encoding="utf-8")
    assert "| `np.tan(x)` | 1000 |" in page
    assert page.index("## Larger arguments") < page.index("## Forms")


def test_the_command_knows_no_other_names(capsys):
    assert rules.main(["--only", "nothing of the kind"]) == 2
    assert "nothing of the kind" in capsys.readouterr().err
