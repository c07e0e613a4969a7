"""What was measured of one workload, as the cells of tables."""

import math
import statistics
from collections.abc import Mapping, Sequence

from benchmarks.harness import Outcome, median_ratio

MISSING = "–"
# Their arrays are not allocated by Python and NumPy, which tracemalloc watches.
UNWATCHED = ("numba", "jax", "torch")


def times(outcome: Outcome, peers: Sequence[str]) -> Mapping[str, str]:
    """Give the primal's time and the others' as multiples of it, by column."""
    primal = statistics.median(outcome.timings["primal"].samples)
    return {
        "workload": outcome.workload.name,
        "primal µs": number(1e6 * primal),
        "ours": time_ratio(outcome, "ours", "primal"),
        "hand": time_ratio(outcome, "hand", "primal"),
        "ours/hand": time_ratio(outcome, "ours", "hand"),
        "differences": time_ratio(outcome, "differences", "primal"),
        **{peer: time_ratio(outcome, peer, "primal") for peer in peers},
    }


def structure_times(outcome: Outcome) -> Mapping[str, str]:
    """Give the plain gradient's time, and those with structure as multiples of it."""
    plain = statistics.median(outcome.timings["plain"].samples)
    return {
        "workload": outcome.workload.name,
        "plain µs": number(1e6 * plain),
        "dict": time_ratio(outcome, "dict", "plain"),
        "objects": time_ratio(outcome, "objects", "plain"),
    }


def kernel_times(outcome: Outcome, peers: Sequence[str]) -> Mapping[str, str]:
    """Give a kernel's time and the others' as multiples of it, by column."""
    primal = statistics.median(outcome.timings["primal"].samples)
    return {
        "kernel": outcome.workload.name,
        "primal ms": number(1e3 * primal),
        **{
            name: time_ratio(outcome, name, "primal")
            for name in ("ours", "forward", *peers)
        },
        "first ms": first_call(outcome, "ours"),
    }


def peaks(outcome: Outcome, peers: Sequence[str]) -> Mapping[str, str]:
    """Give the peak memory of one call in megabytes, by column."""
    watched = ("primal", "ours", "hand", *peers)
    return {
        "workload": outcome.workload.name,
        **{name: peak(outcome, name) for name in watched if name not in UNWATCHED},
        "ours/hand": peak_ratio(outcome, "ours", "hand"),
    }


def first_calls(outcome: Outcome, peers: Sequence[str]) -> Mapping[str, str]:
    """Give the milliseconds of preparing and calling once, by column."""
    return {
        "workload": outcome.workload.name,
        **{name: first_call(outcome, name) for name in ("ours", *peers)},
    }


def time_ratio(outcome: Outcome, name: str, base: str) -> str:
    timings = outcome.timings
    if name not in timings or base not in timings:
        return reason(outcome, name)
    return number(median_ratio(timings[name], timings[base]))


def peak(outcome: Outcome, name: str) -> str:
    timing = outcome.timings.get(name)
    return number(timing.peak_bytes / 1e6) if timing else reason(outcome, name)


def peak_ratio(outcome: Outcome, name: str, base: str) -> str:
    timings = outcome.timings
    if name not in timings or base not in timings:
        return reason(outcome, name)
    return number(timings[name].peak_bytes / timings[base].peak_bytes)


def first_call(outcome: Outcome, name: str) -> str:
    timing = outcome.timings.get(name)
    return number(1e3 * timing.first_call_seconds) if timing else reason(outcome, name)


def reason(outcome: Outcome, name: str) -> str:
    """Give the word for the failure of a contestant, or a dash if it took no part."""
    failure = outcome.failures.get(name)
    return failure.word if failure else MISSING


def number(value: float) -> str:
    """Print two or three digits, or a dash for NaN."""
    if math.isnan(value):
        return MISSING
    if value < 0.01:
        return f"{value:.4f}"
    if value < 10:
        return f"{value:.2f}"
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"
