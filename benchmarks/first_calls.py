"""What the first call of a derivative that numba compiles takes, in fresh processes.

python -m benchmarks.first_calls NAME is one such process. Of these `python -m
benchmarks.compiled --budget` starts some for each program: one that finds nothing on
the disk, one that finds the helpers of all programs, which are compiled once for a
user, and one that finds all that was compiled.
"""

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import tangentlite as tl
from benchmarks import report
from benchmarks.checks import check, leaves
from benchmarks.harness import first_line
from benchmarks.kernels import KERNELS
from benchmarks.workload import Workload
from benchmarks.workloads import WORKLOADS

PROGRAMS = (*WORKLOADS, *KERNELS)
# Seconds: of a processor when all is compiled, on the clock when it is on the disk.
MEDIAN, MOST, MOST_FROM_DISK = 1.5, 10.0, 0.5
HELPERS = "loops_helpers"  # in the names of the files that have them
# Processes that may load one derivative; the quickest counts, the clock being noisy.
ATTEMPTS = 3


@dataclass(frozen=True)
class FirstCall:
    """Seconds of the first calls; or why there were none.

    `alone` is with nothing on the disk, `compiling` with the helpers there. `refused`
    is the backend's word for a program that it does not compile, `failed` what went
    wrong otherwise.
    """

    name: str
    alone: float = 0.0
    compiling: float = 0.0
    from_disk: float = 0.0
    refused: str = ""
    failed: str = ""


def budget(programs: Sequence[Workload]) -> int:
    """Print a line for each program; give 1 if they take more than they may."""
    calls: list[FirstCall] = []
    first_calls(programs[0].name)  # whose imports leave the bytecode that others read
    for program in programs:
        calls.append(first_calls(program.name))
        report.show(line(calls[-1]), len(calls))
    print(*summary(calls), sep="\n")
    return 1 if any(excesses(calls)) else 0


def first_calls(name: str) -> FirstCall:
    """Call a derivative with nothing on the disk, and then with what that compiled."""
    with tempfile.TemporaryDirectory() as folder:
        first = in_fresh_process(name, Path(folder))
        if "processor" not in first:
            return FirstCall(name, **first)
        least = math.inf
        for _ in range(ATTEMPTS):
            if least > MOST_FROM_DISK:
                second = in_fresh_process(name, Path(folder))
                least = min(least, second.get("wall", math.inf))
        for compiled in Path(folder).rglob("*"):
            if compiled.is_file() and HELPERS not in compiled.name:
                compiled.unlink()
        third = in_fresh_process(name, Path(folder))
    if least == math.inf or "processor" not in third:
        return FirstCall(name, failed=f"from the disk: {second}, {third}")
    return FirstCall(name, first["processor"], third["processor"], least)


def in_fresh_process(name: str, cache: Path) -> Mapping:
    """Give what `called` gives in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.first_calls", name]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed has bytecode
    environment["TANGENTLITE_CACHE"] = "on"  # texts are on the disk as well
    environment["OPENBLAS_NUM_THREADS"] = "1"  # or idle threads count as processor time
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        return {"failed": (done.stderr.strip() or "no message").splitlines()[-1]}
    return json.loads(done.stdout.splitlines()[-1])


def called(name: str) -> Mapping:
    """Call the derivative of a program, and give the seconds that took.

    What numba's import takes is left out, with what it imports when it is first used,
    but not what ours takes. The numbers have to be those of NumPy.
    """
    (program,) = [program for program in PROGRAMS if program.name == name]
    args = program.inputs(*program.size)
    cpu = import_module("numba.core.registry").cpu_target
    cpu.typing_context.refresh()
    cpu.target_context.refresh()
    processor, wall = time.process_time(), time.perf_counter()
    try:
        derivative = tl.value_and_grad(program.primal, wrt=program.wrt, backend="numba")
        result = derivative(*args)
    except tl.NotCompiledError as error:
        return {"refused": first_line(error)}
    spent = time.process_time() - processor, time.perf_counter() - wall
    right = tl.value_and_grad(program.primal, wrt=program.wrt)(*args)
    check(leaves(result), leaves(right))
    return dict(zip(("processor", "wall"), spent))


def line(call: FirstCall) -> Mapping[str, str]:
    """Give the cells of a program's line by column."""
    note = call.failed or call.refused
    times = (call.alone, call.compiling, call.from_disk)
    alone, compiling, from_disk = ("–" if note else f"{t:.2f}" for t in times)
    return {
        "workload": call.name,
        "all s": alone,
        "compiling s": compiling,
        "from disk s": from_disk,
        "note": note,
    }


def summary(calls: Sequence[FirstCall]) -> Iterator[str]:
    """Yield lines on all programs: the times, who was refused, what is too much."""
    timed = measured(calls)
    if timed:
        compiling = [call.compiling for call in timed]
        alone = [call.alone for call in timed]
        for what, times in (("all", alone), ("compiling", compiling)):
            middle, most = statistics.median(times), max(times)
            yield f"- {what} {len(timed)}: median {middle:.2f} s, at most {most:.2f} s"
        yield f"- from the disk: at most {max(c.from_disk for c in timed):.2f} s"
    refused = [call.name for call in calls if call.refused]
    yield f"- refused: {', '.join(refused) or 'none'}"
    yield f"- beyond the budget: {', '.join(excesses(calls)) or 'nothing'}"


def excesses(calls: Sequence[FirstCall]) -> Iterator[str]:
    """Yield what takes more than it may, and what fails.

    >>> calls = [FirstCall("a", 2.0, 1.0, 0.1), FirstCall("b", 5.0, 4.0, 0.6)]
    >>> list(excesses(calls))
    ['the median (2.50 s)', 'b from the disk (0.60 s)']
    """
    timed = measured(calls)
    if timed:
        median = statistics.median(call.compiling for call in timed)
        if median > MEDIAN:
            yield f"the median ({median:.2f} s)"
    for call in timed:
        if call.alone > MOST:
            yield f"{call.name} ({call.alone:.2f} s)"
        if call.from_disk > MOST_FROM_DISK:
            yield f"{call.name} from the disk ({call.from_disk:.2f} s)"
    yield from (f"{call.name} (failed)" for call in calls if call.failed)


def measured(calls: Sequence[FirstCall]) -> list[FirstCall]:
    """Give those that were neither refused nor failed."""
    return [call for call in calls if not call.refused and not call.failed]


if __name__ == "__main__":
    print(json.dumps(called(sys.argv[1])))
