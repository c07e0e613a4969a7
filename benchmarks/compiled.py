"""Time derivatives that numba compiles: ours beside hand-written ones, and first calls.

python -m benchmarks.compiled [--only NAME ...] [--quick] [--budget]

Without --budget, six programs are timed: the program itself by NumPy, and value and
gradient by our backend for numba and by hand (benchmarks/by_hand_numba), which first
have to be those of our derivative for NumPy. With --budget, the derivatives of all
programs are called for the first time (benchmarks/first_calls.py).
"""

import argparse
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import tangentlite as tl
from benchmarks import cells, report
from benchmarks.first_calls import PROGRAMS, budget
from benchmarks.harness import Effort, Outcome, measure, median_ratio
from benchmarks.peers import with_numba
from benchmarks.run import FULL, QUICK
from benchmarks.workload import Workload, named

GOAL = 1.2  # times by hand


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each program, and what is beyond the goal or the budget."""
    options = parser().parse_args(arguments)
    by_hand = {} if options.budget else hand_written()
    programs = [p for p in PROGRAMS if options.budget or p.name in by_hand]
    try:
        chosen = named(options.only, programs)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if options.budget:
        return budget(chosen)
    outcomes = []
    for program in chosen:
        effort = QUICK if options.quick else FULL
        outcomes.append(beside(program, by_hand[program.name], effort))
        report.show(line(outcomes[-1]), len(outcomes))
    print(summary(outcomes))
    return 1 if any(outcome.failures for outcome in outcomes) else 0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m benchmarks.compiled")
    options.add_argument(
        "--only",
        nargs="+",
        default=(),
        metavar="NAME",
        help="the programs with one of these in their name",
    )
    options.add_argument("--quick", action="store_true", help="a few short rounds")
    options.add_argument(
        "--budget",
        action="store_true",
        help="what the first call takes, of all programs; fails beyond the budget",
    )
    return options


def hand_written() -> Mapping[str, Callable]:
    """Give the hand-written derivatives by the names of their programs."""
    from benchmarks.by_hand_numba import matrices, recurrences, stencils

    return {
        "logistic map n=1000": recurrences.logistic_map,
        "RK4 scalars": recurrences.runge_kutta,
        "heat, in-place slices": stencils.heat_slices,
        "fdtd_2d": stencils.fdtd_2d_loss,
        "lu_elements": matrices.lu_elements_loss,
        "csr_multiply": matrices.csr_multiply_loss,
    }


def beside(program: Workload, by_hand: Callable, effort: Effort) -> Outcome:
    """Time ours and the hand-written derivative, if they are those of NumPy."""
    with_numpy = tl.value_and_grad(program.primal, wrt=program.wrt)
    return measure(
        replace(program, by_hand=with_numpy),
        {
            "ours": with_numba.contestant,
            "hand": lambda workload, args: (by_hand, args),
        },
        effort,
    )


def line(outcome: Outcome) -> Mapping[str, str]:
    """Give the cells of a program's line by column; the note has the failures."""
    return {
        "workload": outcome.workload.name,
        **{f"{name} µs": time_of(outcome, name) for name in ("primal", "ours", "hand")},
        "ours/hand": cells.time_ratio(outcome, "ours", "hand"),
        "note": "; ".join(report.notes(outcome)),
    }


def time_of(outcome: Outcome, name: str) -> str:
    if name not in outcome.timings:
        return cells.reason(outcome, name)
    return cells.number(1e6 * statistics.median(outcome.timings[name].samples))


def summary(outcomes: Sequence[Outcome]) -> str:
    """Say of which programs ours takes more times by hand than the goal.

    >>> summary([])
    'above 1.2 times by hand: none'
    """
    ratios = {
        outcome.workload.name: median_ratio(times["ours"], times["hand"])
        for outcome in outcomes
        if {"ours", "hand"} <= (times := outcome.timings).keys()
    }
    above = [f"{name} ({r:.2f})" for name, r in ratios.items() if r > GOAL]
    return f"above {GOAL} times by hand: {', '.join(above) or 'none'}"


if __name__ == "__main__":
    sys.exit(main())
