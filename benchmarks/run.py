"""Time value and gradient of workloads and kernels: ours, by hand, and peers.

python -m benchmarks.run [--only NAME ...] [--kind KIND] [--no-peers] [--quick]
                         [--results [FILE]]
"""

import argparse
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import tangentlite as tl
from benchmarks import page, report, summary
from benchmarks.fresh import Contestant
from benchmarks.harness import Effort, Outcome, measure
from benchmarks.kernels import KERNELS, forward
from benchmarks.peers.installed import KERNEL_PEERS, installed_peers
from benchmarks.structures import CONTESTANTS, MODELS
from benchmarks.workload import Workload, named
from benchmarks.workloads import WORKLOADS

FULL = Effort(rounds=25, sample_seconds=0.012, contestant_seconds=3.0, starts=3)
FULL_KERNELS = Effort(rounds=11, sample_seconds=0.012, contestant_seconds=0.6)
QUICK = Effort(rounds=3, sample_seconds=0.002, contestant_seconds=0.05)
PROGRAMS = {
    "all": (*WORKLOADS, *MODELS, *KERNELS),
    "workloads": WORKLOADS,
    "structures": MODELS,
    "kernels": KERNELS,
}
RESULTS = Path(__file__).with_name("RESULTS.md")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each program as it is measured, and write a page if asked."""
    options = parser().parse_args(arguments)
    try:
        chosen = named(options.only, PROGRAMS[options.kind])
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    peers = installed_peers() if options.peers else {}
    kernel_peers = {name: peers[name] for name in KERNEL_PEERS if name in peers}
    outcomes = measured(
        [program for program in chosen if program in WORKLOADS],
        {"ours": ours, "hand": hand, **peers},
        QUICK if options.quick else FULL,
        partial(report.line, peers=tuple(peers)),
    )
    models = measured(
        [program for program in chosen if program in MODELS],
        CONTESTANTS,
        QUICK if options.quick else FULL,
        report.structure_line,
    )
    kernels = measured(
        [program for program in chosen if program in KERNELS],
        {"ours": ours, "forward": forward, **kernel_peers},
        QUICK if options.quick else FULL_KERNELS,
        partial(report.kernel_line, peers=tuple(kernel_peers)),
    )
    if kernels:
        print(*summary.lines(kernels, tuple(kernel_peers)), sep="\n")
    if options.results:
        text = page.results(
            outcomes,
            tuple(peers),
            models,
            kernels,
            tuple(kernel_peers),
            command(options),
        )
        options.results.write_text(text, encoding="utf-8")
    return 0


def measured(
    workloads: Sequence[Workload],
    contestants: Mapping[str, Contestant],
    effort: Effort,
    line_of: Callable[[Outcome], Mapping[str, str]],
) -> list[Outcome]:
    """Give the outcomes, each printed as a line at once, the first below a header."""
    outcomes: list[Outcome] = []
    for workload in workloads:
        outcome = measure(workload, contestants, effort)
        line = line_of(outcome)
        if not outcomes:
            print(report.laid_out(tuple(line), tuple(line)))
        print(report.laid_out(tuple(line), tuple(line.values())), flush=True)
        outcomes.append(outcome)
    return outcomes


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m benchmarks.run")
    options.add_argument(
        "--only",
        nargs="+",
        default=(),
        metavar="NAME",
        help="the workloads and kernels with one of these in their name",
    )
    options.add_argument(
        "--kind",
        choices=PROGRAMS,
        default="all",
        help="the workloads alone, the models with parameters in dicts and objects, "
        "or the kernels",
    )
    options.add_argument(
        "--peers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="autograd, JAX and PyTorch as far as they are installed",
    )
    options.add_argument(
        "--quick",
        action="store_true",
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
    if options.kind != "all":
        words += ["--kind", options.kind]
    if not options.peers:
        words.append("--no-peers")
    if options.quick:
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
