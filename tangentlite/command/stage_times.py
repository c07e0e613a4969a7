"""Timing of the compiler's stages for one derivative."""

from __future__ import annotations

import time
from collections.abc import Mapping

from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated.one_run import one_run
from tangentlite.emit.loadable import load
from tangentlite.emit.module import docstring
from tangentlite.emit.module.generated_text import loadable, printed_with_ends
from tangentlite.modes.assemble import Request, derivative_program
from tangentlite.optimize.drop_dead import drop_dead
from tangentlite.passes import OPTIMIZATIONS, PRETTY, everywhere


def timed_stages(derivative: Derivative, args: tuple) -> dict[str, float]:
    """Return the time of each stage, in milliseconds, for a derivative's arguments.

    The cache of generated derivatives is not used.
    """
    call, kinds, extra = derivative.bound_kinds(args, {})
    with one_run(call):
        return _timed(call, kinds, extra)


def _timed(call: Request, kinds: Mapping, extra: Mapping) -> dict[str, float]:
    times: dict[str, float] = {}
    clock = _Clock(times)
    b, function = derivative_program(call, kinds, extra)
    clock.lap("specialise and differentiate")
    function = everywhere(drop_dead, function)
    clock.lap("dead code")
    for step in (*OPTIMIZATIONS, *PRETTY):
        function = everywhere(step, function)
        clock.lap(step.__name__)
    text, ends = printed_with_ends(b, function, docstring.of(call, function))
    clock.lap("print")
    described = loadable(b, function, text, ends)
    load(described, b.control.frames[0].globals, tuple)(b.references.cells)
    clock.lap("compile")
    return times


class _Clock:
    def __init__(self, times: dict[str, float]) -> None:
        self._times = times
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self._times[name] = self._times.get(name, 0.0) + (now - self._last) * 1e3
        self._last = now
