"""Time what generating a derivative costs: by mode, by stage and by length.

python -m benchmarks.stages [--lines N] [--repeats N]

Every time is that of a function never seen before, the rules being loaded; of several,
the median. The stages do not include running the derivative, the first call does.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count, islice
from pathlib import Path

import numpy as np

import tangentlite as tl
from benchmarks.generated import branching_text, fresh_programs, straight_line_text
from tangentlite.command.stage_times import timed_stages

TEXTS = {"straight line": straight_line_text, "loops and branches": branching_text}
GROWTH = (50, 100, 200, 500, 1000, 2000)
IMPORT_PROGRAM = (
    "import time, numpy\n"
    "start = time.perf_counter()\n"
    "import tangentlite\n"
    "print(1e3 * (time.perf_counter() - start))\n"
)


def main() -> None:
    """Print the import time, the stages of a function and the growth with length."""
    options = parser().parse_args()
    print(f"import beyond NumPy: {import_milliseconds(options.repeats):.1f} ms")
    with tempfile.TemporaryDirectory() as name:
        fresh = partial(fresh_programs, variants=count(), folder=Path(name))
        print(f"first derivative of all, with its rules: {warm_up(fresh):.1f} ms")
        for title, make_text in TEXTS.items():
            programs = fresh(make_text, options.lines)
            print(f"\n{options.lines} lines, {title} (ms)")
            for mode, (derive, args) in modes().items():
                stages = median_stages(programs, derive, args, options.repeats)
                call = median_first_call(programs, derive, args, options.repeats)
                print_stages(mode, stages, call)
        derive, args = modes()["value and gradient"]
        print("\nvalue and gradient by length (ms in all, ms for each 100 lines)")
        for title, make_text in TEXTS.items():
            print(title)
            for lines in GROWTH:
                repeats = max(1, 500 // lines)
                stages = median_stages(fresh(make_text, lines), derive, args, repeats)
                total = sum(stages.values())
                print(f"{lines:8d} {total:10.1f} {100 * total / lines:10.2f}")


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m benchmarks.stages")
    options.add_argument("--lines", type=int, default=100)
    options.add_argument("--repeats", type=int, default=5)
    return options


def import_milliseconds(repeats: int) -> float:
    """Give the median time of the import in a new interpreter that has NumPy."""
    command = [sys.executable, "-c", IMPORT_PROGRAM]
    return statistics.median(
        float(
            subprocess.run(command, capture_output=True, check=True, text=True).stdout
        )
        for _ in range(repeats)
    )


def modes() -> Mapping[str, tuple[Callable, tuple]]:
    """Give, by mode, how to derive a program and what to call the derivative with."""
    x = np.linspace(0.1, 0.9, 16)
    y = np.linspace(0.5, 0.2, 16)
    return {
        "value and gradient": (value_and_gradient, (x, y)),
        "vector-Jacobian": (vector_jacobian, (x, y)),
        "Jacobian-vector": (jacobian_vector, (x, y, np.ones(16), np.ones(16))),
    }


def value_and_gradient(program):
    return tl.value_and_grad(program, wrt=(0, 1))


def vector_jacobian(program):
    return tl.autodiff(program, wrt=(0, 1), mode="reverse")


def jacobian_vector(program):
    return tl.autodiff(program, wrt=(0, 1), mode="forward")


def warm_up(fresh: Callable[[Callable, int], Iterator[Callable]]) -> float:
    """Derive a program with every construct in each mode; give the first one's time."""
    times = []
    for make_text in (branching_text, straight_line_text):
        programs = fresh(make_text, 20)
        for derive, args in modes().values():
            times.append(median_first_call(programs, derive, args, 1))
    return times[0]


def median_stages(
    programs: Iterator[Callable], derive: Callable, args: tuple, repeats: int
) -> dict[str, float]:
    """Give the median milliseconds of each stage over so many new programs."""
    runs = [
        timed_stages(derive(program), args) for program in islice(programs, repeats)
    ]
    return {stage: statistics.median(run[stage] for run in runs) for stage in runs[0]}


def median_first_call(
    programs: Iterator[Callable], derive: Callable, args: tuple, repeats: int
) -> float:
    """Give the median milliseconds of deriving a new program and calling that once."""
    times = []
    for program in islice(programs, repeats):
        start = time.perf_counter()
        derive(program)(*args)
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def print_stages(mode: str, stages: Mapping[str, float], first_call: float) -> None:
    print(f"  {mode}: {sum(stages.values()):.1f}, first call {first_call:.1f}")
    for stage, milliseconds in stages.items():
        print(f"    {stage:28} {milliseconds:8.2f}")


if __name__ == "__main__":
    main()
