"""Time value and gradient of the workloads: ours, by hand, and peers.

python -m benchmarks.run [--only NAME ...] [--peers] [--quick] [--results [FILE]]
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import tangentlite as tl
from benchmarks import report
from benchmarks.harness import Effort, measure
from benchmarks.peers.installed import installed_peers
from benchmarks.workloads import Workload, workloads_named

FULL = Effort(rounds=15, sample_seconds=0.012, contestant_seconds=2.0)
QUICK = Effort(rounds=3, sample_seconds=0.002, contestant_seconds=0.05)
RESULTS = Path(__file__).with_name("RESULTS.md")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each workload as it is measured, and write them if asked."""
    options = parser().parse_args(arguments)
    try:
        chosen = workloads_named(options.only)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    peers = installed_peers() if options.peers else {}
    contestants = {"ours": ours, "hand": hand, **peers}
    columns = report.header(tuple(peers))
    print(report.text_line(columns, columns))
    rows = []
    for workload in chosen:
        outcome = measure(workload, contestants, options.effort)
        rows.append(report.row(outcome, tuple(peers)))
        print(report.text_line(rows[-1], columns), flush=True)
    if options.results:
        text = report.markdown(rows, columns, f"at most {options.effort.rounds} rounds")
        options.results.write_text(text, encoding="utf-8")
    return 0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m benchmarks.run")
    options.add_argument(
        "--only",
        nargs="+",
        default=(),
        metavar="NAME",
        help="the workloads with one of these in their name",
    )
    options.add_argument(
        "--peers", action="store_true", help="autograd, JAX and PyTorch if installed"
    )
    options.add_argument(
        "--quick",
        dest="effort",
        action="store_const",
        const=QUICK,
        default=FULL,
        help="a few short rounds",
    )
    options.add_argument(
        "--results",
        nargs="?",
        type=Path,
        const=RESULTS,
        metavar="FILE",
        help=f"write the table as Markdown, to benchmarks/{RESULTS.name} or FILE",
    )
    return options


def ours(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient by tangentlite."""
    return tl.value_and_grad(workload.primal, wrt=workload.wrt), args


def hand(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare the hand-written value and gradient."""
    return workload.by_hand, args


if __name__ == "__main__":
    sys.exit(main())
