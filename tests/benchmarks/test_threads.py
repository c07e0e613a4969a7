"""The command that times gradients on several threads."""

import subprocess
import sys
from pathlib import Path

import pytest

numba = pytest.importorskip("numba")
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_each_program_runs_on_one_thread_and_on_two(tmp_path):
    found = subprocess.run(
        [sys.executable, "-m", "benchmarks.threads", "--quick"],
        cwd=ROOT,
        env={"NUMBA_NUM_THREADS": "2", "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert not found.returncode, found.stderr
    header, *lines = found.stdout.splitlines()
    assert header.split()[-6:] == ["1", "of", "them", "2", "of", "them"]
    assert [line.split("  ")[0] for line in lines] == [
        "rows of a likelihood",
        "charges and points",
        "oscillators",
        "entries of an array",
    ]
    assert all(float(cell) > 0.0 for line in lines for cell in line.split()[-3:])


def test_what_no_loop_of_runs_on_threads_is_named():
    from benchmarks import threads

    with pytest.raises(ValueError, match="no loop of 'a chain' is run by"):
        threads.line("a chain", chain, (0.5,), 1, 1)


def chain(x):
    for _ in range(3):
        x = x * x
    return x
