"""Runs programs one after the other for some minutes, and counts what comes of them."""

from __future__ import annotations

import ast
import gc
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import tangentlite as tl
from tests.fuzz.examine import examined, same_failure
from tests.fuzz.outcome import Failure, Outcome
from tests.fuzz.program import FuzzProgram, drawn
from tests.fuzz.reduce.reducer import reduced

# After so many programs all generated code is forgotten.
KEPT = 50
LABELS = 12  # of a class of failures


@dataclass
class Campaign:
    """What has been counted so far."""

    seed: int
    programs: int = 0
    seconds: float = 0.0
    lines: int = 0
    endings: Counter = field(default_factory=Counter)
    whys: Counter = field(default_factory=Counter)
    refusals: Counter = field(default_factory=Counter)
    checks: Counter = field(default_factory=Counter)
    reached: Counter = field(default_factory=Counter)
    syntax: Counter = field(default_factory=Counter)
    failures: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    found: list[tuple[str, str, Failure, FuzzProgram]] = field(default_factory=list)

    def count(self, program: FuzzProgram, outcome: Outcome) -> None:
        """Count a program and what came of it."""
        self.programs += 1
        self.endings[outcome.ending] += 1
        if outcome.ending == "thrown away":
            self.whys[outcome.why] += 1
            return
        self.lines += program.source.count("\n")
        self.refusals.update({one.split(": ", 1)[1] for one in outcome.refusals})
        self.checks.update(outcome.checks)
        self.reached.update(program.reached.keys())
        tree = ast.parse(program.source)
        self.syntax.update({type(node).__name__ for node in ast.walk(tree)})
        for failure in outcome.failures:
            self.failures[failure.name].append(program.label)


def run(
    seed: int, minutes: float, first: int = 0, count: int | None = None,
    say: Callable[[str], None] = print, reduce_for: float = 120.0,
) -> Campaign:  # fmt: skip
    """Run the programs of a seed from a number on, until the time is over."""
    campaign = Campaign(seed)
    begun = time.monotonic()
    number = first
    while time.monotonic() - begun < 60.0 * minutes:
        if count is not None and number - first >= count:
            break
        program = drawn(seed, number)
        outcome = examined(program)
        known = set(campaign.failures)
        campaign.count(program, outcome)
        for failure in outcome.failures:
            if failure.name not in known:
                known.add(failure.name)
                found = show(program, failure, say, reduce_for)
                campaign.found.append((program.label, failure.name, failure, found))
        number += 1
        if number % KEPT == 0:
            tl.cache_clear()
            gc.collect()
        if number % 200 == 0:
            passed = time.monotonic() - begun
            speed = 60 * campaign.programs / passed
            say(f"{campaign.programs} programs, {speed:.0f} a "
                f"minute, {memory():.0f} MB, {dict(campaign.endings)}")  # fmt: skip
    campaign.seconds = time.monotonic() - begun
    return campaign


def show(
    program: FuzzProgram, failure: Failure, say: Callable[[str], None], seconds: float
) -> FuzzProgram:
    """Reduce a program that fails, and say what it is."""
    small = program
    if failure.check != "time" and seconds > 0:
        small = reduced(program, same_failure(failure), seconds)
    say(f"\n== {failure.name}\n   python -m tests.fuzz --program {program.label}")
    say(small.source)
    say(f"args = {small.args!r}\nwrt = {small.wrt!r}")
    say("\n".join(failure.text.strip().splitlines()[-4:])[:600] + "\n")
    return small


def memory() -> float:
    """The most megabytes that the process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
