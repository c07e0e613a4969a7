"""`bench`: what a function and its gradient cost, here and now."""

from __future__ import annotations

import argparse
import importlib.util
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import tangentlite as tl
from tangentlite.command.derivative_options import add_target, derivative_of
from tangentlite.command.printing import print_text, table
from tangentlite.command.target import all_arguments, opened
from tangentlite.command.user_modules import NoAnswer, described, where_raised
from tangentlite.options import BACKENDS

# Seconds for the measurements of one function.
SECONDS = 0.4


def add_bench(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    bench = commands.add_parser(
        "bench",
        help="measure the gradient beside the function",
        description="Call a function and its gradient, by NumPy and by numba where "
        "that is installed, and print the time of a call, how many calls of the "
        "function that is, the peak of memory allocated by a call, and what the first "
        "call takes, which generates and compiles.",
    )
    bench.set_defaults(run=_bench, mode=None)
    add_target(
        bench,
        "default: the first",
        "a parameter's value; one that is left out has its default",
    )
    bench.add_argument(
        "--value", action="store_true", help="the value together with the gradient"
    )
    bench.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        help=f"how long each function is measured (default: {SECONDS})",
    )


def _bench(options: argparse.Namespace) -> int:
    if options.seconds <= 0:
        raise NoAnswer(f"--seconds {options.seconds}: give a positive number")
    with opened(options.target, options.args) as (function, arguments):
        derivative = derivative_of(function, options)
        args = all_arguments(options.target, derivative.primal, arguments)
        try:
            rows, notes = _measured(derivative, args, options.seconds)
        except tl.TangentliteError:
            raise
        except Exception as error:
            where = where_raised(error, options.target)
            raise NoAnswer(
                f"{where}: cannot be evaluated: {described(error)}"
            ) from None
    print_text(table([_HEAD, *rows]))
    print_text("".join(f"{note}\n" for note in notes))
    return 0


_HEAD = ("", "time", "/ function", "peak memory", "first call")


def _measured(
    derivative: tl.Derivative, args: list, seconds: float
) -> tuple[list[tuple], list[str]]:
    """Return a row for the function and for each backend, and why one has none."""
    primal = _best(derivative.primal, args, seconds)
    size = _size(_peak(derivative.primal, args))
    rows: list[tuple] = [("function", _time(primal), "1.0", size, "")]
    notes: list[str] = []
    for backend in BACKENDS:
        if backend == "numba" and importlib.util.find_spec("numba") is None:
            notes.append("numba is not installed: pip install 'tangentlite[numba]'")
            continue
        try:
            rows.append(_row(derivative, args, seconds, backend, primal))
        except tl.TangentliteError as error:
            if backend == "numpy":
                raise
            notes.append(f"no gradient by {backend}: {error}")
    return rows, notes


def _row(
    derivative: tl.Derivative, args: list, seconds: float, backend: str, primal: float
) -> tuple[str, ...]:
    derivative.drop_variants()
    with tl.options(backend=backend):
        start = time.perf_counter()
        derivative(*args)
        first = time.perf_counter() - start
        took = _best(derivative, args, seconds)
        size = _size(_peak(derivative, args))
    name, ratio = f"gradient, {backend}", f"{took / primal:.1f}"
    return name, _time(took), ratio, size, _time(first)


def _best(function: Callable, args: list, seconds: float) -> float:
    """Return the shortest time of a call, in seconds."""
    function(*args)  # what only the first call does
    start = time.perf_counter()
    function(*args)
    once = max(time.perf_counter() - start, 1e-7)
    count = max(1, int(seconds / 10 / once))
    best, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end or best == float("inf"):
        start = time.perf_counter()
        for _ in range(count):
            function(*args)
        best = min(best, (time.perf_counter() - start) / count)
    return best


def _peak(function: Callable, args: list[Any]) -> int:
    """Return how many bytes are allocated at most during a call."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        function(*args)
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def _time(seconds: float) -> str:
    """Return a time with three digits.

    >>> _time(0.0000123), _time(0.5), _time(12.0)
    ('12.3 us', '500 ms', '12 s')
    """
    for factor, unit in ((1e6, "us"), (1e3, "ms")):
        if seconds * factor < 1000:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def _size(count: int) -> str:
    """Return a number of bytes.

    >>> _size(800), _size(2_400_000)
    ('800 B', '2.4 MB')
    """
    for factor, unit in ((1, "B"), (1e3, "kB"), (1e6, "MB")):
        if count / factor < 1000:
            return f"{count / factor:.3g} {unit}"
    return f"{count / 1e9:.3g} GB"
