"""The kernels are measured on copies, compared with differences, and summed up."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks import page, report, run, summary
from benchmarks.checks import WrongGradient, judge, leaves
from benchmarks.harness import Effort, Failure, Outcome, Timing, measure
from benchmarks.kernels import KERNELS, forward
from benchmarks.workload import Workload, named

BRIEF = Effort(rounds=2, sample_seconds=1e-4, contestant_seconds=0.01)


def small(kernel):
    return replace(kernel, size=kernel.small_size)


def tripled(x, factor):
    x *= 3.0
    return factor * np.sum(x * x)


def tripled_gradient(x, factor):
    return 18.0 * factor * x, 9.0 * np.sum(x * x)


TINY = Workload(
    "tiny",
    tripled,
    by_hand=None,
    wrt=(0, 1),
    inputs=lambda: (np.array([1.0, -0.5]), 2.0),
    writes=True,
)

MEASURED = ["jacobi_1d", "lu_products", "max_pool_elements"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", MEASURED)
def test_kernels_are_measured_in_both_modes(name):
    (kernel,) = [kernel for kernel in KERNELS if kernel.name == name]
    contestants = {"ours": run.ours, "forward": forward}
    outcome = measure(small(kernel), contestants, BRIEF)
    assert outcome.failures == {}
    assert set(outcome.timings) == {"primal", "ours", "forward"}


def test_every_call_of_a_primal_that_writes_gets_new_arguments(monkeypatch):
    seen, ones = [], np.ones(3)

    def write(x):
        seen.append(x.copy())
        x[:] = 0.0
        return 0.0

    def by_hand(x):
        return 0.0, np.zeros(3)

    # copies of `write` would have a list of their own
    monkeypatch.setattr("benchmarks.fresh.copies", lambda function, folder: [function])
    writes = Workload("writes", write, by_hand, 0, lambda: (ones,), writes=True)
    outcome = measure(writes, {"hand": run.hand}, BRIEF)
    assert set(outcome.timings) == {"primal", "hand"}
    assert len(seen) > 3 and np.all(np.array(seen) == 1.0) and np.all(ones == 1.0)


def test_differences_judge_values_with_gradients_and_slopes():
    args, value = TINY.inputs(), tripled(*TINY.inputs())
    check_result = judge(TINY, args)
    check_result((value, tripled_gradient(*args)))
    slope, slope_args = forward(TINY, args)
    check_result(slope(*slope_args))
    with pytest.raises(WrongGradient, match="slope is off"):
        check_result(1.001 * slope(*slope_args))
    x_bar, factor_bar = tripled_gradient(*args)
    with pytest.raises(WrongGradient, match="slope is off"):
        check_result((value, (1.001 * x_bar, factor_bar)))
    with pytest.raises(WrongGradient, match="result 0 is off"):
        check_result((1.001 * value, (x_bar, factor_bar)))


def test_later_gradients_are_compared_with_the_first_right_one():
    args, value = TINY.inputs(), tripled(*TINY.inputs())
    x_bar, factor_bar = tripled_gradient(*args)
    check_result = judge(TINY, args)
    with pytest.raises(WrongGradient, match="slope"):
        check_result((value, (2.0 * x_bar, factor_bar)))
    check_result((value, (x_bar, factor_bar)))
    with pytest.raises(WrongGradient, match="result 1 is off"):
        check_result((value, (x_bar + np.array([1e-6, 0.0]), factor_bar)))


def test_errors_are_reported_without_the_folders_of_copies():
    def refuse(workload, args):
        raise TypeError("/tmp/copies/0/signals.py:15:5: this is not\nsupported")

    outcome = measure(TINY, {"refuses": refuse}, BRIEF)
    line = "TypeError: signals.py:15:5: this is not"
    assert outcome.failures == {"refuses": Failure("refused", line)}


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_versions_for_jax_are_right(kernel):
    peer = pytest.importorskip("benchmarks.peers.with_jax")
    args = kernel.inputs(*kernel.small_size)
    assert kernel.primal.__name__ in peer.LOSSES
    function, arguments = peer.contestant(kernel, args)
    try:
        result = function(*arguments)
    except NotImplementedError:
        return  # it says that there is no version
    check_result = judge(kernel, args)
    check_result(result)
    assert leaves(result)[0] == pytest.approx(kernel.primal(*args), rel=1e-10)


def test_kernels_and_workloads_are_chosen_by_name():
    chosen = [program.name for program in named(["heat"], run.PROGRAMS["all"])]
    assert chosen == ["heat, in-place slices", "heat, element loops", "heat_3d"]


@pytest.mark.slow
def test_run_prints_a_line_for_each_kernel_and_writes_a_page(capsys, tmp_path):
    file = tmp_path / "results.md"
    arguments = ["--only", "lu_sl", "haar", "--kind", "kernels", "--no-peers"]
    assert run.main([*arguments, "--quick", "--results", str(file)]) == 0
    header, *lines = capsys.readouterr().out.splitlines()
    assert header.startswith("kernel")
    assert [line.split()[0] for line in lines] == ["lu_slices", "haar", "-", "-", "-"]
    written = file.read_text(encoding="utf-8")
    assert "--only lu_sl haar --kind kernels --no-peers --quick --results`" in written
    assert "## Kernels" in written and "## Peak memory" not in written
    assert "| kernel | primal ms | ours | forward | first ms |" in written
    assert "of 2 kernels" in written


def outcome_named(name, ratio):
    timings = {
        "primal": Timing((0.002, 0.004), 0.002, 0.0),
        "ours": Timing((0.002 * ratio, 0.004 * ratio), 0.05, 0.0),
    }
    failures = {"jax": Failure("refused", "NotImplementedError: no")}
    return Outcome(replace(TINY, name=name), timings, failures)


def test_ratios_of_kernels_are_summed_up():
    outcomes = [outcome_named("a", 2.0), outcome_named("b", 8.0)]
    assert summary.lines(outcomes, ("jax",)) == [
        "- ours: geometric mean 4.00 of 2 kernels",
        "- ours above 5: b (8.00)",
    ]
    assert summary.lines(outcomes[:1], ())[-1] == "- ours above 5: none"


def test_the_page_has_kernels_behind_workloads():
    outcome = outcome_named("a", 2.0)
    assert report.kernel_line(outcome, ("jax",)) == {
        "kernel": "a",
        "primal ms": "3.00",
        "ours": "2.00",
        "forward": "–",
        "jax": "refused",
        "first ms": "50.0",
        "note": "jax: NotImplementedError: no",
    }
    written = page.results([outcome], (), (), [outcome], (), "command")
    assert written.index("## First call") < written.index("## Kernels")
    assert written.count("- a, jax: NotImplementedError: no") == 2
    assert "at most 2 rounds" in written
