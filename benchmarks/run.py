"""Time value and gradient of workloads and kernels: ours, by hand, and others.

python -m benchmarks.run [--only NAME ...] [--kind KIND] [--no-peers] [--quick]
                         [--results [FILE]]
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import tangentlite as tl
from benchmarks import command, page, report, summary
from benchmarks.differences import differences
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
        {"ours": ours, "hand": hand, "differences": differences, **peers},
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
    both = summary.backends({"workloads": outcomes, "kernels": kernels})
    for number, row in enumerate(both, 1):
        report.show(row, number)
    if options.results:
        own = [] if options.kind == "all" else ["--kind", options.kind]
        text = page.results(
            outcomes,
            tuple(peers),
            models,
            kernels,
            tuple(kernel_peers),
            command.repeating("benchmarks.run", options, own),
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
        outcomes.append(outcome)
        report.show(line_of(outcome), len(outcomes))
    return outcomes


def parser() -> argparse.ArgumentParser:
    options = command.parser(
        "benchmarks.run",
        "workloads and kernels",
        "our own backend for numba, autograd, JAX and PyTorch",
        RESULTS,
    )
    options.add_argument(
        "--kind",
        choices=PROGRAMS,
        default="all",
        help="the workloads alone, the models with parameters in dicts and objects, "
        "or the kernels",
    )
    return options


def ours(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare value and gradient by tangentlite, with nothing generated before."""
    tl.cache_clear()
    return tl.value_and_grad(workload.primal, wrt=workload.wrt), args


def hand(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare the hand-written value and gradient."""
    return workload.by_hand, args


if __name__ == "__main__":
    sys.exit(main())
