"""What the first call of a derivative takes in a new process, with kept texts.

python -m benchmarks.kept prints for some programs the medians of processes in which the
cache is off, makes the text, and has it; NAME is one such process.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import tangentlite as tl
from benchmarks import report
from benchmarks.workloads import WORKLOADS

PROGRAMS = (
    "straight line",
    "Newton square root",
    "RK4 arrays",
    "GMM d=10 k=25 n=1000",
    "LSTM T=100",
)
PROCESSES = 7


def line(name: str) -> Mapping[str, str]:
    """Give the cells of a program's line by column."""
    with tempfile.TemporaryDirectory() as place:
        off = [seconds(name, Path(place), "off") for _ in range(PROCESSES)]
        made = [seconds(name, Path(place) / str(k)) for k in range(PROCESSES)]
        last = Path(place) / str(PROCESSES - 1)
        loaded = [seconds(name, last) for _ in range(PROCESSES)]
        size = sum(path.stat().st_size for path in last.rglob("texts/*"))
    times = [1e3 * statistics.median(spent) for spent in (off, made, loaded)]
    columns = ("cache off ms", "made ms", "loaded ms")
    cells = {column: f"{spent:.1f}" for column, spent in zip(columns, times)}
    return {"workload": name, **cells, "file kB": f"{size / 1024:.1f}"}


def seconds(name: str, cache: Path, switch: str = "on") -> float:
    """Give what the first call takes in a process of its own."""
    environment = {
        **os.environ, "XDG_CACHE_HOME": str(cache), "TANGENTLITE_CACHE": switch
    }  # fmt: skip
    environment.pop("NUMBA_CACHE_DIR", None)
    environment["OPENBLAS_NUM_THREADS"] = "1"
    command = [sys.executable, "-m", "benchmarks.kept", name]
    done = subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def first_call(name: str) -> float:
    """Give the seconds until there is a derivative for a program's arguments."""
    (program,) = [program for program in WORKLOADS if program.name == name]
    args = program.inputs(*program.size)
    start = time.perf_counter()
    tl.value_and_grad(program.primal, wrt=program.wrt).generated(args, {})
    return time.perf_counter() - start


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(first_call(sys.argv[1])))
    else:
        for number, program in enumerate(PROGRAMS, 1):
            report.show(line(program), number)
