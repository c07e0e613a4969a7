"""Measure what Taylor coefficients cost, by order.

python -m benchmarks.taylor [--orders N ...]

For each order: microseconds of a call of `tl.jet`, the power of the order by which they
have grown since the row before (2 for O(k²)), those of nested derivatives up to order 5
with the milliseconds for generating them, and those of `jax.experimental.jet`, without
and with `jax.jit`, if JAX is there.
"""

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterable

import numpy as np

import tangentlite as tl
from benchmarks.harness import timed

try:
    import jax
    from jax.experimental.jet import jet as jax_jet

    jax.config.update("jax_enable_x64", True)
except ImportError:
    jax = None
REPEATS = 5
SECONDS = 0.02
NESTED = 5
TRACED = 16  # beyond, tracing takes seconds
TITLES = ("order", "jet", "exponent", "nested", "made ms", "jax", "jax jit")


def number(x, np=np):
    """A function of one number."""
    return np.sin(x) * np.exp(-x) / (1.0 + x * x)


def steps(x, np=np):
    """The same in a loop of five steps."""
    for _ in range(5):
        x = x + 0.1 * np.sin(x) * np.exp(-x) / (1.0 + x * x)
    return x


PROGRAMS = {
    "one number": (number, 0.7),
    "a loop of five steps": (steps, 0.7),
    "1000 numbers": (number, np.linspace(0.1, 1.0, 1000)),
}


def main(arguments: Iterable[str] | None = None) -> int:
    """Print a table for each program; return the exit status."""
    parser = argparse.ArgumentParser(prog="benchmarks.taylor", description=__doc__)
    orders = [1, 2, 4, 6, 8, 16, 32]
    parser.add_argument("--orders", type=int, nargs="+", default=orders)
    options = parser.parse_args(arguments)
    for name, (f, x) in PROGRAMS.items():
        print(f"\n{name}\n" + "".join(f"{title:>10}" for title in TITLES))
        before = None
        for order in options.orders:
            spent = of_jet(f, x, order)
            exponent = grown(before, (order, spent))
            before = (order, spent)
            others = *of_nested(f, x, order), *of_jax(f, x, order)
            cells = [order, spent, exponent, *others]
            print("".join(f"{shown(cell):>10}" for cell in cells), flush=True)
    return 0


def shown(cell: float | None) -> str:
    if cell is None:
        return "-"
    return str(cell) if isinstance(cell, int) else f"{cell:.1f}"


def grown(before: tuple[int, float] | None, now: tuple[int, float]) -> float | None:
    """The power of the order by which the time has grown."""
    if before is None:
        return None
    return math.log(now[1] / before[1]) / math.log(now[0] / before[0])


def line_through(x, order: int) -> np.ndarray:
    """The coefficients of x + t."""
    series = np.zeros((order, *np.shape(x)))
    series[0] = 1.0
    return series


def microseconds(call: Callable) -> float:
    """The time of a call, the least of some repeats."""
    once = timed(call, [(), ()])
    calls = [()] * max(1, int(SECONDS / once))
    return 1e6 * min(timed(call, calls) for _ in range(REPEATS))


def of_jet(f: Callable, x, order: int) -> float:
    series = line_through(x, order)
    return microseconds(lambda: tl.jet(f, x, series))


def of_nested(f: Callable, x, order: int) -> tuple[float | None, float | None]:
    """The time of a call of the derivative, and that for making it."""
    if order > NESTED:
        return None, None
    nested = f
    for _ in range(order):
        nested = tl.elementwise_grad(nested)
    tl.cache_clear()
    start = time.perf_counter()
    nested(x)
    made = 1e3 * (time.perf_counter() - start)
    return microseconds(lambda: nested(x)), made


def of_jax(f: Callable, x, order: int) -> tuple[float | None, float | None]:
    if jax is None or order > TRACED:
        return None, None
    numpy = jax.numpy
    series = list(numpy.asarray(line_through(x, order)))
    point = numpy.asarray(x)

    def call(point, series):
        return jax_jet(lambda x: f(x, numpy), (point,), (series,))

    def finished(function: Callable) -> Callable:
        return lambda: jax.block_until_ready(function(point, series))
    return microseconds(finished(call)), microseconds(finished(jax.jit(call)))


if __name__ == "__main__":
    sys.exit(main())
