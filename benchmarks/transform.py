"""Time what generating derivatives costs, for programs that were found to be slow.

python -m benchmarks.transform [--only NAME ...] [--limit SECONDS]

Each program in each size runs in a process of its own. Printed are the seconds of
processor time and on the clock, the MB by which the peak of memory rose, the lines of
the generated text, the exponents with which time and text grow from size to size, and
whether the budget of the largest size is held. The exit status is 1 if one is not.
"""

import argparse
import math
import subprocess
import sys
from collections.abc import Iterable

from benchmarks.generation.case import Case
from benchmarks.generation.cases import CASES
from benchmarks.generation.measured import Measured, measure

COLUMNS = ("size", "cpu s", "wall s", "MB", "lines", "growth", "of text", "budget")
IMPORT_PROGRAM = """\
import time, numpy
start = time.process_time()
import tangentlite
print(time.process_time() - start)
"""


def main(arguments: Iterable[str] | None = None) -> int:
    """Measure the cases and print a line for each size; return the exit status."""
    options = parser().parse_args(arguments)
    cases = [case for case in CASES if named(case, options.only)]
    if not cases:
        print("There are: " + "; ".join(case.name for case in CASES), file=sys.stderr)
        return 2
    print(f"import beyond NumPy: {import_seconds():.3f} s")
    print(f"{'':34}" + "".join(f"{column:>9}" for column in COLUMNS))
    held = [run(case, options.limit) for case in cases]
    return int(not all(held))


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m benchmarks.transform")
    options.add_argument("--only", nargs="+", default=(), metavar="NAME")
    options.add_argument("--limit", type=float, default=120.0, metavar="SECONDS")
    return options


def named(case: Case, words: Iterable[str]) -> bool:
    """Whether one of some words is in the name of a case, or there are none."""
    return not words or any(word.lower() in case.name.lower() for word in words)


def import_seconds() -> float:
    """Give the time of the import in a new interpreter that has NumPy."""
    command = [sys.executable, "-c", IMPORT_PROGRAM]
    run = subprocess.run(command, capture_output=True, check=True, text=True)
    return float(run.stdout)


def run(case: Case, limit: float) -> bool:
    """Measure a case in its sizes; return whether its budget is held."""
    found: dict[int, Measured] = {}
    for size in case.sizes:
        found[size] = measure(case.name, size, limit)
        last = size == case.sizes[-1] or bool(found[size].error)
        failed = broken(case, found) if last else ""
        print(line(case, found, failed if last else None), flush=True)
        if last:
            return not failed
    return True


def broken(case: Case, found: dict[int, Measured]) -> str:
    """Say what of a budget is not held."""
    size, measured = list(found.items())[-1]
    if measured.error:
        return measured.error
    if measured.cpu > case.seconds:
        return f"over {case.seconds:g} s"
    if growth(found, "cpu") > growth(found, "characters") + case.growth:
        return "grows faster than its text"
    return ""


def growth(found: dict[int, Measured], what: str) -> float:
    """Give the exponent with which something grows from the last size but one."""
    if len(found) < 2:
        return 0.0
    (small, first), (large, second) = list(found.items())[-2:]
    before, behind = getattr(first, what), getattr(second, what)
    if not before or not behind:
        return 0.0
    return math.log(behind / before) / math.log(large / small)


def line(case: Case, found: dict[int, Measured], failed: str | None) -> str:
    """Give the line of the size that was measured last; `failed` stands in the last."""
    size, measured = list(found.items())[-1]
    memory = f"{measured.megabytes:.0f}"
    cells = [f"{size}", f"{measured.cpu:.4f}", f"{measured.wall:.4f}", memory]
    cells.append(f"{measured.lines or ''}")
    for what in ("cpu", "characters"):
        exponent = growth(found, what)
        cells.append(f"{exponent:.2f}" if exponent else "")
    text = f"{case.name:34}" + "".join(f"{cell:>9}" for cell in cells)
    if failed is None:
        return text
    return f"{text}{case.seconds:>9g} " + (f"NOT HELD: {failed}" if failed else "held")


if __name__ == "__main__":
    sys.exit(main())
