"""Time several ways to one value and gradient side by side.

All contestants take turns in every round, so what disturbs the machine disturbs them
alike, and what is compared is the median of the ratios within a round.
"""

import copy
import gc
import re
import statistics
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.allocator import keep_freed_memory
from benchmarks.checks import EXACT, WrongGradient, judge
from benchmarks.differences import TOLERANCE
from benchmarks.fresh import Contestant, LeftOut, Prepared, prepare
from benchmarks.workload import Workload

SLOW_SECONDS = 1.0
# Of contestants that are not exact.
TOLERANCES = {"differences": TOLERANCE}


@dataclass(frozen=True)
class Effort:
    """How long to measure: a slow contestant sits out the later rounds.

    Of the first calls of so many starts the median is taken.
    """

    rounds: int
    sample_seconds: float
    contestant_seconds: float
    starts: int = 1


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
class Failure:
    """Why a contestant was not timed: 'refused' or 'differs', and in a line, how."""

    word: str
    line: str


@dataclass(frozen=True)
class Outcome:
    """Timings by contestant, 'primal' among them, and the failures of the others."""

    workload: Workload
    timings: Mapping[str, Timing]
    failures: Mapping[str, Failure]


def measure(
    workload: Workload, contestants: Mapping[str, Contestant], effort: Effort
) -> Outcome:
    """Time the primal and every contestant whose gradient is right.

    An exception of a contestant, of whatever type, leaves it out of the timings and is
    reported by its first line.
    """
    args = workload.inputs(*workload.size)
    check_result = judge(workload, args)
    prepared = {"primal": prepare(primal, workload, args, effort.starts)[0]}
    failures = {}
    for name, contestant in contestants.items():
        try:
            candidate, result = prepare(contestant, workload, args, effort.starts)
            check_result(result, TOLERANCES.get(name, EXACT))
            prepared[name] = candidate
        except LeftOut:
            continue
        except Exception as error:
            failures[name] = failure(error)
    samples = interleaved(prepared, effort)
    timings = {}
    for name, candidate in prepared.items():
        slow = min(samples[name]) > SLOW_SECONDS
        peak = float("nan") if slow else peak_bytes(candidate)
        timings[name] = Timing(samples[name], candidate.first_call_seconds, peak)
    return Outcome(workload, timings, failures)


def failure(error: Exception) -> Failure:
    """Say why a contestant that raised this, of whatever type, is not timed."""
    if isinstance(error, WrongGradient):
        return Failure("differs", first_line(error))
    return Failure("refused", f"{type(error).__name__}: {first_line(error)}")


def primal(workload: Workload, args: tuple) -> tuple[Callable, tuple]:
    """Prepare the program itself, with which the others are compared."""
    return workload.primal, args


def median_ratio(timing: Timing, reference: Timing) -> float:
    """Give the median of the ratios of the rounds in which both took part."""
    pairs = zip(timing.samples, reference.samples, strict=False)
    return statistics.median(sample / base for sample, base in pairs)


def first_line(error: Exception) -> str:
    """Give the line without folders, those of copied programs being new each time."""
    line = (str(error).strip() or "no message").splitlines()[0]
    return re.sub(r"\S+/(?=\w+\.py:)", "", line)


def in_turn(calls: Mapping[str, Callable], effort: Effort) -> dict[str, Timing]:
    """Time calls without arguments, but neither their first call nor their peak.

    Times are those of the processor: other processes do not count.
    """
    prepared = {name: Prepared(call, (), 0.0, False) for name, call in calls.items()}
    unknown = float("nan")
    return {
        name: Timing(samples, unknown, unknown)
        for name, samples in interleaved(prepared, effort, time.process_time).items()
    }


def interleaved(
    prepared: Mapping[str, Prepared],
    effort: Effort,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, tuple[float, ...]]:
    """Time the calls in turn, each repeated until a sample is long enough."""
    keep_freed_memory()
    repetitions = {}
    rounds = {}
    for name, candidate in prepared.items():
        for _ in range(2):  # others may have cleared what it had generated
            timed(candidate.function, arguments_of(candidate, 1))
        seconds = timed(candidate.function, arguments_of(candidate, 1), clock)
        repetitions[name] = max(1, int(effort.sample_seconds / seconds))
        affordable = effort.contestant_seconds / (seconds * repetitions[name])
        rounds[name] = max(1, min(effort.rounds, int(affordable)))
    samples = {name: [] for name in prepared}
    nothing_frozen = not gc.get_freeze_count()
    gc.collect()
    gc.freeze()
    for turn in range(effort.rounds):
        for name, candidate in prepared.items():
            if turn < rounds[name]:
                calls = arguments_of(candidate, repetitions[name])
                samples[name].append(timed(candidate.function, calls, clock))
    if nothing_frozen:  # else what a caller has frozen would be thawed, too
        gc.unfreeze()
    return {name: tuple(times) for name, times in samples.items()}


def arguments_of(candidate: Prepared, number: int) -> list[tuple]:
    """Give the arguments of so many calls, copies for each if it writes into them."""
    if candidate.writes:
        return [copy.deepcopy(candidate.args) for _ in range(number)]
    return [candidate.args] * number


def timed(
    function: Callable,
    calls: Sequence[tuple],
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Give the mean seconds of a call with each of these arguments."""
    start = clock()
    for arguments in calls:
        function(*arguments)
    return (clock() - start) / len(calls)


def peak_bytes(candidate: Prepared) -> float:
    (args,) = arguments_of(candidate, 1)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    candidate.function(*args)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return float(peak - before)
