"""Time several ways to one value and gradient side by side.

All contestants take turns in every round, so what disturbs the machine disturbs them
alike, and what is compared is the median of the ratios within a round.
"""

import gc
import statistics
import time
import tracemalloc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from benchmarks.workloads import Workload

# gives a function and its arguments; the call returns (value, gradient)
Contestant = Callable[[Workload, tuple], tuple[Callable, tuple]]


SLOW_SECONDS = 1.0


@dataclass(frozen=True)
class Effort:
    """How long to measure: a slow contestant sits out the later rounds."""

    rounds: int
    sample_seconds: float
    contestant_seconds: float


@dataclass(frozen=True)
class Timing:
    """Seconds for one call in each round, and what was measured once.

    The peak is that of one call beyond what was allocated before it, as tracemalloc
    sees it, and NaN for a slow call.
    """

    samples: tuple[float, ...]
    first_call_seconds: float
    peak_bytes: float


@dataclass(frozen=True)
class Outcome:
    """Timings by contestant, 'primal' among them, and the errors of the others."""

    workload: Workload
    timings: Mapping[str, Timing]
    errors: Mapping[str, str]


class WrongGradient(Exception):
    """A contestant's value or gradient is not the hand-written one."""


def measure(
    workload: Workload, contestants: Mapping[str, Contestant], effort: Effort
) -> Outcome:
    """Time the primal and every contestant whose gradient is right.

    The first call includes making the derivative. An exception of a contestant, of
    whatever type, leaves it out of the timings and is reported by its first line.
    """
    args = workload.inputs(*workload.size)
    expected = leaves(workload.by_hand(*args))
    calls = {"primal": (workload.primal, args)}
    first_calls = {"primal": timed(workload.primal, args, 1)}
    errors = {}
    for name, contestant in contestants.items():
        try:
            call, first_calls[name], result = first_call(contestant, workload, args)
            check(leaves(result), expected)
            calls[name] = call
        except Exception as error:
            errors[name] = first_line(error)
    samples = interleaved(calls, first_calls, effort)
    timings = {}
    for name, call in calls.items():
        slow = min(samples[name]) > SLOW_SECONDS
        peak = float("nan") if slow else peak_bytes(*call)
        timings[name] = Timing(samples[name], first_calls[name], peak)
    return Outcome(workload, timings, errors)


def median_ratio(timing: Timing, reference: Timing) -> float:
    """Give the median of the ratios of the rounds in which both took part."""
    pairs = zip(timing.samples, reference.samples, strict=False)
    return statistics.median(sample / base for sample, base in pairs)


def first_call(contestant, workload, args):
    start = time.perf_counter()
    function, arguments = contestant(workload, args)
    result = function(*arguments)
    return (function, arguments), time.perf_counter() - start, result


def leaves(result) -> list[np.ndarray]:
    """Flatten nested tuples and lists of numbers and arrays of any library."""
    if isinstance(result, (tuple, list)):
        return [leaf for part in result for leaf in leaves(part)]
    return [np.asarray(result, dtype=float)]


def check(found: list[np.ndarray], expected: list[np.ndarray]) -> None:
    """Raise WrongGradient where an array is off by more than 1e-8 of its largest."""
    if [leaf.shape for leaf in found] != [leaf.shape for leaf in expected]:
        shapes = [leaf.shape for leaf in found]
        raise WrongGradient(f"shapes {shapes} instead of those by hand")
    for position, (leaf, right) in enumerate(zip(found, expected, strict=True)):
        size = np.max(np.abs(right))
        error = np.max(np.abs(leaf - right))
        if not error <= 1e-8 * size:
            raise WrongGradient(
                f"result {position} is off by {error:.1e} of {size:.1e}"
            )


def first_line(error: Exception) -> str:
    text = str(error).strip() or "no message"
    return f"{type(error).__name__}: {text.splitlines()[0]}"


def interleaved(calls, first_calls, effort: Effort) -> dict[str, tuple[float, ...]]:
    """Time the calls in turn, each repeated until a sample is long enough."""
    repetitions = {}
    rounds = {}
    for name, (function, args) in calls.items():
        seconds = first_calls[name]
        if seconds < SLOW_SECONDS:
            seconds = timed(function, args, 1)
        repetitions[name] = max(1, int(effort.sample_seconds / seconds))
        affordable = effort.contestant_seconds / (seconds * repetitions[name])
        rounds[name] = max(1, min(effort.rounds, int(affordable)))
    samples = {name: [] for name in calls}
    gc.collect()
    gc.freeze()
    for turn in range(effort.rounds):
        for name, (function, args) in calls.items():
            if turn < rounds[name]:
                samples[name].append(timed(function, args, repetitions[name]))
    gc.unfreeze()
    return {name: tuple(times) for name, times in samples.items()}


def timed(function: Callable, args: tuple, repetitions: int) -> float:
    """Give the mean seconds of one call."""
    turns = repeat(None, repetitions)
    start = time.perf_counter()
    for _ in turns:
        function(*args)
    return (time.perf_counter() - start) / repetitions


def peak_bytes(function: Callable, args: tuple) -> float:
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    function(*args)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return float(peak - before)
