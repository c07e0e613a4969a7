"""Examines a program: runs it, and the checks that its number chooses."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import FrameType

import tangentlite as tl
from tests.fuzz.checks import others, values
from tests.fuzz.checks.shared_drafts import shared_drafts
from tests.fuzz.outcome import Failure, Outcome, OutOfTime
from tests.fuzz.program import NAME, FuzzProgram, loaded, quiet

# Of how many programs a check is made.
SHARES = {
    others.unoptimised: 0.5,
    others.other_sizes: 0.5,
    others.second_order: 0.04,
    others.loops: 0.15,
    others.matrices: 0.05,
    others.saved: 0.01,
    others.compiled: 0.001,
}
LONGEST = 60.0  # seconds for a program with all its checks
# Seconds for the program itself, of which some never end: of objects that have items
# without end, for example. The others take milliseconds.
LONGEST_RUN = 3.0


def examined(
    program: FuzzProgram, only: Sequence[str] | None = None, seconds: float = LONGEST
) -> Outcome:
    """What comes of a program, with the dear checks of its number, or those named."""
    outcome = Outcome()
    chance = random.Random(f"checks of {program.label}")
    drawn = [check for check in SHARES if chance.random() < SHARES[check]]
    named = [check for check in SHARES if check.__name__ in (only or ())]
    try:
        with within(seconds), quiet() as printed:
            _examine(program, drawn if only is None else named, outcome, printed)
    except OutOfTime:
        if outcome.checks or outcome.value_known:
            outcome.failures.append(Failure("time", f"more than {seconds:.0f} seconds"))
        else:
            outcome.ending, outcome.why = "thrown away", "slow"
    if outcome.ending == "right":
        if outcome.failures:
            outcome.ending = "failed"
        elif outcome.refusals:
            outcome.ending = "refused"
    return outcome


def _examine(
    program: FuzzProgram, chosen: list, outcome: Outcome, printed: object
) -> None:
    with contextlib.ExitStack() as stack:
        try:
            module = stack.enter_context(loaded(program))
            function = getattr(module, NAME)
        except Exception as error:
            outcome.ending, outcome.why = "thrown away", type(error).__name__
            return
        stack.enter_context(shared_drafts(program.source))
        trial = values.Trial(program, function, module, printed, outcome)
        with within(LONGEST_RUN):
            runs = values.run_primal(trial)
        if not runs:
            outcome.ending = "thrown away"
            return
        outcome.value_known = True
        values.first_order(trial)
        for check in chosen:
            known = len(outcome.failures)
            check(trial)
            for k in range(known, len(outcome.failures)):
                outcome.failures[k] = replace(outcome.failures[k], dear=check.__name__)


def same_failure(failure: Failure) -> Callable[[FuzzProgram], bool]:
    """Whether a program fails in the same way."""
    checks = [failure.dear] if failure.dear else []

    def fails(program: FuzzProgram) -> bool:
        tl.cache_clear()
        found = examined(program, checks, seconds=20.0).failures
        return failure.name in [one.name for one in found]

    return fails


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise OutOfTime if a block takes longer, where signals can say so.

    The time of a block around it goes on behind it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, left)
