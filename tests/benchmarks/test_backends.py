"""Both backends stand beside each other: in the chart, on the page and in its means."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import cells, page, report, run, summary
from benchmarks.harness import Effort, Failure, Outcome, Timing, measure
from benchmarks.peers.installed import KERNEL_PEERS, PEERS
from benchmarks.workload import Workload
from benchmarks.workloads import WORKLOADS

TINY = Workload("tiny", abs, None, 0, tuple)
PRIMAL = (0.002, 0.004)


def outcome_of(name: str, **ratios: float) -> Outcome:
    """What was measured of contestants with these multiples of the primal's time."""
    timings = {
        contestant: Timing(tuple(ratio * time for time in PRIMAL), 0.05, 1.0)
        for contestant, ratio in {"primal": 1.0, **ratios}.items()
    }
    return Outcome(replace(TINY, name=name), timings, {})


WORKED = [
    outcome_of("a", ours=2.0, hand=2.0, numba=0.5, jax=1.0),
    outcome_of("b", ours=8.0, hand=4.0, numba=2.0),
    outcome_of("c", ours=100.0, hand=50.0),
]
DENSE = [
    outcome_of("k", ours=3.0, forward=2.0, numba=0.25, jax=0.125),
    outcome_of("l", ours=3.0, forward=2.0, numba=4.0, jax=16.0),
]


def test_means_are_of_what_numba_compiles():
    workloads, kernels, both = summary.backends({"workloads": WORKED, "kernels": DENSE})
    assert workloads == {
        "programs": "workloads",
        "compiled": "2 of 3",
        "ours/primal": "4.00",
        "numba/primal": "1.00",
        "numba/ours": "0.25",
        "faster than JAX": "1 of 1",
        "numba/jax": "0.50",
    }
    assert kernels["faster than JAX"] == "1 of 2"
    assert (kernels["numba/primal"], kernels["numba/jax"]) == ("1.00", "0.71")
    assert (both["programs"], both["compiled"]) == ("all", "4 of 5")
    assert (both["faster than JAX"], both["numba/jax"]) == ("2 of 3", "0.63")


def test_without_numba_or_jax():
    assert summary.backends({"workloads": WORKED[2:], "kernels": []}) == []
    (row, every) = summary.backends({"workloads": WORKED[1:], "kernels": []})
    assert (row["faster than JAX"], row["numba/jax"]) == ("–", "–")
    assert {**every, "programs": "workloads"} == row


def test_the_page_has_both_backends():
    peers = ("numba", "jax")
    written = page.results(WORKED, peers, (), DENSE, peers, "command")
    first = written.index("## Value and gradient")
    assert first < written.index("## Kernels") < written.index("## Both backends")
    assert "| differences | numba | jax |" in written
    assert "| kernel | primal ms | ours | forward | numba | jax |" in written
    assert "| all | 4 of 5 |" in written
    without = page.results(WORKED[2:], (), (), (), (), "command")
    assert "## Both backends" not in without


def test_a_program_that_is_not_compiled_is_explained():
    failures = {"numba": Failure("refused", "NotCompiledError: m.py:3: no form")}
    refused = replace(WORKED[2], failures=failures)
    assert cells.times(refused, ("numba",))["numba"] == "refused"
    assert "numba: NotCompiledError" in report.line(refused, ("numba",))["note"]
    written = page.results([*WORKED, refused], ("numba",), (), (), (), "command")
    assert "- c, numba: NotCompiledError: m.py:3: no form" in written
    assert "| workloads | 2 of 4 |" in written


def test_memory_that_numba_allocates_is_not_watched():
    assert "numba" not in cells.peaks(WORKED[0], PEERS)
    assert "numba" in cells.first_calls(WORKED[0], PEERS)
    assert PEERS[0] == KERNEL_PEERS[0] == "numba"


def test_the_chart_marks_both_backends(tmp_path):
    chart = pytest.importorskip("benchmarks.chart")
    results, drawn = tmp_path / "RESULTS.md", tmp_path / "chart.svg"
    labels = {name: mark[0] for name, mark in chart.MARKS.items()}
    for outcomes, shown in ((WORKED, True), (WORKED[2:], False)):
        text = page.results(outcomes, ("numba", "jax"), (), DENSE, ("numba",), "c")
        results.write_text(text, encoding="utf-8")
        assert chart.main([str(results), "-o", str(drawn)]) == 0
        picture = drawn.read_text(encoding="utf-8")
        assert (f">{labels['numba']}</text>" in picture) is shown
        assert f">{labels['ours']}</text>" in picture
        assert ">k</text>" not in picture  # kernels are in another table
    assert labels["numba"] == "tangentlite, backend='numba'"


def test_each_start_compiles_anew(monkeypatch):
    pytest.importorskip("numba")
    from benchmarks.peers import with_numba

    monkeypatch.setenv("NUMBA_CACHE_DIR", "")  # what is set is taken back
    workload = next(one for one in WORKLOADS if one.name == "logistic map n=64")
    args = workload.inputs(*workload.small_size)
    for _ in range(2):
        with_numba.contestant(workload, args)
        folder = Path(os.environ["NUMBA_CACHE_DIR"])
        assert not list(folder.rglob("*.nb[ic]"))
        function, arguments = with_numba.contestant(workload, args)
        function(*arguments)
        own = f"{with_numba.PREFIX}logistic_map"
        assert len([name for name in sys.modules if name.startswith(own)]) == 1
        assert list(folder.rglob("*.nb[ic]"))
    effort = Effort(rounds=2, sample_seconds=0.0, contestant_seconds=0.0)
    outcome = measure(workload, {"numba": with_numba.contestant}, effort)
    assert outcome.failures == {} and outcome.timings["numba"].first_call_seconds > 0.02


@pytest.mark.slow
def test_run_prints_the_means_of_both_backends(capsys, monkeypatch, tmp_path):
    pytest.importorskip("numba")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    peers = {
        name: contestant
        for name, contestant in run.installed_peers().items()
        if name == "numba"
    }
    monkeypatch.setattr(run, "installed_peers", lambda: peers)
    page_file = tmp_path / "results.md"
    arguments = ["--only", "straight", "average_pool", "--quick", "--results"]
    assert run.main([*arguments, str(page_file)]) == 0
    *_, header, workloads, kernels, every = capsys.readouterr().out.splitlines()
    assert header.split()[:3] == ["programs", "compiled", "ours/primal"]
    assert workloads.split()[:4] == ["workloads", "1", "of", "1"]
    assert kernels.split()[:4] == ["kernels", "1", "of", "1"]
    assert every.split()[:4] == ["all", "2", "of", "2"]
    assert "## Both backends" in page_file.read_text(encoding="utf-8")
