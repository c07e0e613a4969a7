"""What compiling gains over NumPy, and where nothing.

It writes the table of docs/howto/speed/numba.md.

python -m benchmarks.gains [--only NAME ...] [--quick] [--write]

Both derivatives are ours; they are timed beside each other. With --write the table of
the page is written anew.
"""

import argparse
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks import cells, page, report
from benchmarks.harness import Outcome, measure
from benchmarks.kernels import KERNELS
from benchmarks.peers import with_numba
from benchmarks.run import FULL, QUICK, ours
from benchmarks.workload import Workload, named
from benchmarks.workloads import WORKLOADS
from tests.support.pages import replaced

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "speed" / "numba.md"
REGION = "gains"
# What the derivative's time is spent on, and programs that show it.
GROUPS = {
    "loops over numbers": (
        "RK4 scalars",
        "Helmholtz loops n=50",
        "indexing loop n=1e4",
    ),
    "elements in nested loops": (
        "heat, element loops",
        "lu_elements",
        "nbody_particles",
    ),
    "slices written in place": ("heat, in-place slices", "jacobi_2d"),
    "small arrays": ("RK4 arrays", "LSTM T=100", "Rosenbrock n=100"),
    "products of matrices": ("MLP 784-256-128-10", "attention 128x64"),
    "factorizations": ("Gaussian process n=200",),
    "exp, log, tanh": ("GMM d=10 k=25 n=1000", "smooth chain n=1e4"),
    "memory": ("Rosenbrock n=1e6", "bundle p=31843"),
    "the call itself": ("straight line",),
}
NAMES = [name for names in GROUPS.values() for name in names]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each program, and write the table if asked."""
    options = parser().parse_args(arguments)
    try:
        chosen = named(options.only, programs())
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    effort = QUICK if options.quick else replace(FULL, starts=1)
    contestants = {"ours": ours, "numba": with_numba.contestant}
    rows = []
    for program in chosen:
        rows.append(row(measure(program, contestants, effort)))
        report.show(rows[-1], len(rows))
    if options.write:
        text = PAGE.read_text(encoding="utf-8")
        table = f"\n{page.table(rows)}\n\n"
        PAGE.write_text(replaced(text, REGION, table), encoding="utf-8")
    return 0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m benchmarks.gains")
    options.add_argument("--only", nargs="+", default=(), metavar="NAME")
    options.add_argument("--quick", action="store_true", help="a few short rounds")
    options.add_argument("--write", action="store_true", help="the table of the page")
    return options


def programs() -> list[Workload]:
    """Give the programs in the order of the groups."""
    known = {program.name: program for program in (*WORKLOADS, *KERNELS)}
    return [known[name] for name in NAMES]


def row(outcome: Outcome) -> Mapping[str, str]:
    """Give the cells of a program: both times, and how often one holds the other."""
    name = outcome.workload.name
    return {
        "spent on": next(group for group, names in GROUPS.items() if name in names),
        "program": name,
        "NumPy µs": time_of(outcome, "ours"),
        "numba µs": time_of(outcome, "numba"),
        "NumPy/numba": cells.time_ratio(outcome, "ours", "numba"),
    }


def time_of(outcome: Outcome, name: str) -> str:
    if name not in outcome.timings:
        return cells.reason(outcome, name)
    return cells.number(1e6 * statistics.median(outcome.timings[name].samples))


if __name__ == "__main__":
    sys.exit(main())
