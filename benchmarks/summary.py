"""What the ratios of all kernels say together."""

import statistics
from collections.abc import Sequence

from benchmarks.cells import number
from benchmarks.harness import Outcome, median_ratio

# The bound on reverse mode that is usually given.
CHEAP = 5.0


def lines(outcomes: Sequence[Outcome], peers: Sequence[str]) -> list[str]:
    """Give a line of Markdown for each mean, and one for the slow gradients."""
    means = []
    for name in ("ours", "forward", *peers):
        ratios = ratios_of(outcomes, name).values()
        if ratios:
            mean = number(statistics.geometric_mean(ratios))
            means.append(f"- {name}: geometric mean {mean} of {len(ratios)} kernels")
    slow = {
        kernel: ratio
        for kernel, ratio in ratios_of(outcomes, "ours").items()
        if ratio > CHEAP
    }
    slowest_first = sorted(slow, key=slow.__getitem__, reverse=True)
    named = ", ".join(f"{kernel} ({number(slow[kernel])})" for kernel in slowest_first)
    return [*means, f"- ours above {CHEAP:g}: {named or 'none'}"]


def ratios_of(outcomes: Sequence[Outcome], name: str) -> dict[str, float]:
    """Give the contestant's multiple of the primal's time by kernel."""
    return {
        outcome.workload.name: median_ratio(
            outcome.timings[name], outcome.timings["primal"]
        )
        for outcome in outcomes
        if name in outcome.timings
    }
