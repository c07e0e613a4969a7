"""What the ratios of many programs say together."""

import statistics
from collections.abc import Mapping, Sequence

from benchmarks.cells import MISSING, number
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


def backends(groups: Mapping[str, Sequence[Outcome]]) -> list[Mapping[str, str]]:
    """Give a row for each group of programs, and one for all, if numba compiled any."""
    every = [outcome for group in groups.values() for outcome in group]
    rows = {**groups, "all": every}
    return [
        compared(name, outcomes)
        for name, outcomes in rows.items()
        if ratios_of(outcomes, "numba")
    ]


def compared(name: str, outcomes: Sequence[Outcome]) -> Mapping[str, str]:
    """Give the means of what numba compiled, by column."""
    done = [outcome for outcome in outcomes if "numba" in outcome.timings]
    beside_jax = ratios_of(done, "numba", "jax").values()
    faster = sum(ratio < 1.0 for ratio in beside_jax)
    return {
        "programs": name,
        "compiled": f"{len(done)} of {len(outcomes)}",
        "ours/primal": mean_of(done, "ours"),
        "numba/primal": mean_of(done, "numba"),
        "numba/ours": mean_of(done, "numba", "ours"),
        "faster than JAX": f"{faster} of {len(beside_jax)}" if beside_jax else MISSING,
        "numba/jax": mean_of(done, "numba", "jax"),
    }


def mean_of(outcomes: Sequence[Outcome], name: str, base: str = "primal") -> str:
    """Give the geometric mean of the ratios of two contestants, or a dash for none."""
    ratios = ratios_of(outcomes, name, base).values()
    return number(statistics.geometric_mean(ratios)) if ratios else MISSING


def ratios_of(
    outcomes: Sequence[Outcome], name: str, base: str = "primal"
) -> dict[str, float]:
    """Give the contestant's time as a multiple of another's by program."""
    return {
        outcome.workload.name: median_ratio(
            outcome.timings[name], outcome.timings[base]
        )
        for outcome in outcomes
        if {name, base} <= outcome.timings.keys()
    }
