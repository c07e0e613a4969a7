"""The time that each line of a generated function takes, measured by tracing it."""

from __future__ import annotations

import sys
import time
import types
from collections.abc import Sequence
from typing import Any

from tangentlite.tracebacks.origins import first_line

# Seconds of calls that are measured, and their least number.
SECONDS, FEWEST = 0.2, 3


def costs_of(function: types.FunctionType, args: Sequence[object]) -> dict[int, float]:
    """Return the seconds that the lines of a generated text take in one call.

    What they call counts for them. The first line of the text is 1. Tracing adds some
    tenths of a microsecond to each line.
    """
    filename = function.__code__.co_filename
    function(*args)
    meter = _Meter(filename)
    before, start, calls = sys.gettrace(), time.perf_counter(), 0
    while calls < FEWEST or time.perf_counter() - start < SECONDS:
        sys.settrace(meter.entered)
        try:
            function(*args)
        finally:
            sys.settrace(before)
        calls += 1
    first = first_line(filename)
    return {line - first: took / calls for line, took in sorted(meter.times.items())}


class _Meter:
    """Tells the time between the lines of one file."""

    def __init__(self, filename: str) -> None:
        self._filename = filename
        self.times: dict[int, float] = {}

    def entered(self, frame: types.FrameType, event: str, argument: object) -> Any:
        """Follow a function of the file, and none else."""
        if frame.f_code.co_filename != self._filename:
            return None
        times, clock = self.times, time.perf_counter
        line: int | None = None
        since = clock()

        def passed(frame: types.FrameType, event: str, argument: object) -> Any:
            nonlocal line, since
            if line is not None:
                times[line] = times.get(line, 0.0) + clock() - since
            line = None if event == "return" else frame.f_lineno
            since = clock()
            return passed

        return passed
