"""One case in one size, measured in a process of its own.

python -m benchmarks.generation.measured NAME SIZE

Prints a line of JSON: processor and wall seconds, MB by which the peak of memory rose,
lines and characters of the generated text, or the error.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, replace

MEGABYTE = 1024  # of ru_maxrss, which counts kilobytes


@dataclass(frozen=True)
class Measured:
    """What generating a derivative and calling it once took; `error` says what failed.

    `lines` and `characters` are those of the generated text, where it is known.
    """

    cpu: float = 0.0
    wall: float = 0.0
    megabytes: float = 0.0
    lines: int = 0
    characters: int = 0
    error: str = ""


def measure(name: str, size: int, limit: float) -> Measured:
    """Measure a case in new processes, each of which is given so many seconds.

    One that is short is measured several times: the medians are given.
    """
    found = measured_once(name, size, limit)
    if found.error or found.wall > SHORT:
        return found
    more = [measured_once(name, size, limit) for _ in range(REPEATS - 1)]
    every = [found, *(other for other in more if not other.error)]
    return replace(
        found,
        cpu=statistics.median(one.cpu for one in every),
        wall=statistics.median(one.wall for one in every),
    )


SHORT = 1.0
REPEATS = 5


def measured_once(name: str, size: int, limit: float) -> Measured:
    command = [sys.executable, "-m", __spec__.name, name, str(size)]
    # Installed packages have their bytecode beside them.
    given = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=limit, env=given
        )
    except subprocess.TimeoutExpired:
        return Measured(error=f"over {limit:.0f} s")
    if run.returncode:
        return Measured(error=run.stderr.strip().splitlines()[-1])
    return Measured(**json.loads(run.stdout.splitlines()[-1]))


def measured_here(name: str, size: int) -> Measured:
    """Measure a case in this process."""
    from benchmarks.generation.cases import CASES

    case = next(case for case in CASES if case.name == name)
    if case.warm:
        warm_up()
    job = case.make(size)
    memory, wall, cpu = peak(), time.perf_counter(), time.process_time()
    try:
        for _ in range(job.repeats):
            derivative = job.derive()
            derivative(*job.args)
    except Exception as error:
        return Measured(error=f"{type(error).__name__}: {first_line(error)}")
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    text = getattr(derivative, "source", "")
    return Measured(
        cpu / job.repeats,
        wall / job.repeats,
        peak() - memory,
        len(text.splitlines()),
        len(text),
    )


def warm_up() -> None:
    """Derive programs with every construct in each mode, so that rules are loaded."""
    from benchmarks.generation.cases import MODES, PLAIN, benchmark_program

    for text in PLAIN.values():
        for mode in MODES:
            job = benchmark_program(text, mode, 20)
            job.derive()(*job.args)


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


if __name__ == "__main__":
    print(json.dumps(asdict(measured_here(sys.argv[1], int(sys.argv[2])))))
