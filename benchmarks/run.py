"""Time value and gradient of the workloads: ours, by hand, and peers.

python -m benchmarks.run [--only NAME ...] [--no-peers] [--quick] [--results [FILE]]
"""

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import tangentlite as tl
from benchmarks import page, report
from benchmarks.harness import Effort, measure
from benchmarks.peers.installed import installed_peers
from benchmarks.workload import Workload, named
from benchmarks.workloads import WORKLOADS

FULL = Effort(rounds=25, sample_seconds=0.012, contestant_seconds=3.0)
QUICK = Effort(rounds=3, sample_seconds=0.002, contestant_seconds=0.05)
RESULTS = Path(__file__).with_name("RESULTS.md")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each workload as it is measured, and write a page if asked."""
    options = parser().parse_args(arguments)
    try:
        chosen = named(options.only, WORKLOADS)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    peers = installed_peers() if options.peers else {}
    outcomes = []
    for workload in chosen:
        outcome = measure(
            workload, {"ours": ours, "hand": hand, **peers}, options.effort
        )
        line = report.line(outcome, tuple(peers))
        if not outcomes:
            print(report.laid_out(tuple(line), tuple(line)))
        print(report.laid_out(tuple(line), tuple(line.values())), flush=True)
        outcomes.append(outcome)
    if options.results:
        text = page.results(
            outcomes, tuple(peers), command(options), options.effort.rounds
        )
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
        "--peers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="autograd, JAX and PyTorch as far as they are installed",
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
        help=f"write a page of tables, to benchmarks/{RESULTS.name} or FILE",
    )
    return options


def command(options: argparse.Namespace) -> str:
    """Give the command line that measures the same again."""
    words = ["python", "-m", "benchmarks.run"]
    if options.only:
        words += ["--only", *options.only]
    if not options.peers:
        words.append("--no-peers")
    if options.effort == QUICK:
        words.append("--quick")
    return shlex.join([*words, "--results"])


def ours(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient by tangentlite, with nothing generated before."""
    tl.cache_clear()
    return tl.value_and_grad(workload.primal, wrt=workload.wrt), args


def hand(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare the hand-written value and gradient."""
    return workload.by_hand, args


if __name__ == "__main__":
    sys.exit(main())
