"""Time compiled gradients on several threads, `parallel=True`, beside one.

python -m benchmarks.threads [--quick]

For each program the median times of value and gradient, of the calls in turn: compiled
for one thread, and for several on one thread, two, and so on up to as many as there are
processors (or NUMBA_NUM_THREADS says).
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import numba
import numpy as np

import tangentlite as tl
from benchmarks import report
from benchmarks.checks import check, leaves

ROUNDS = 15
TOLERANCE = 1e-9  # sums are added up in another order


def logistic_regression(w, rows):
    total = 0.0
    for i in range(rows.shape[0]):
        s = 0.0
        for j in range(rows.shape[1]):
            s += rows[i, j] * w[j]
        total += np.log(1.0 + np.exp(s))
    return total


def potentials(charges, sources, points):
    total = 0.0
    for i in range(len(points)):
        u = 0.0
        for j in range(len(charges)):
            dx, dy = points[i, 0] - sources[j, 0], points[i, 1] - sources[j, 1]
            u += charges[j] / np.sqrt(dx * dx + dy * dy + 0.01)
        total += u * u
    return total


def oscillators(frequencies, steps):
    total = 0.0
    for i in range(len(frequencies)):
        x, v = 1.0, 0.0
        for _ in range(steps):
            v -= 0.01 * frequencies[i] * x
            x += 0.01 * v
        total += x * x
    return total


def large_array(x):
    return np.sum(np.sin(x) * x)


def programs(scale: float) -> Iterator[tuple[str, Callable, tuple]]:
    """Yield names, programs and arguments; the scale is that of the sizes."""
    rng = np.random.default_rng(0)

    def size(n: int) -> int:
        return max(int(n * scale), 2)

    rows = rng.standard_normal((size(200_000), 30))
    yield "rows of a likelihood", logistic_regression, (0.1 * rng.random(30), rows)
    places = rng.random((size(500), 2)), rng.random((size(5000), 2))
    yield "charges and points", potentials, (rng.random(len(places[0])), *places)
    yield "oscillators", oscillators, (1.0 + rng.random(size(2000)), 500)
    yield "entries of an array", large_array, (rng.random(size(2_000_000)),)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each program."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.threads")
    options.add_argument("--quick", action="store_true", help="small sizes, few rounds")
    quick = options.parse_args(arguments).quick
    most = numba.config.NUMBA_NUM_THREADS
    for number, (name, f, args) in enumerate(programs(0.002 if quick else 1.0), 1):
        report.show(line(name, f, args, most, 2 if quick else ROUNDS), number)
    return 0


def line(name: str, f: Callable, args: tuple, most: int, rounds: int) -> Mapping:
    """Give the cells of a line: milliseconds on one thread, and multiples of that."""
    one = tl.value_and_grad(f, backend="numba")
    several = tl.value_and_grad(f, backend="numba", parallel=True)
    if "prange" not in several.source_for(*args):
        raise ValueError(f"no loop of {name!r} is run by several threads")
    calls = {"one": partial(one, *args)}
    for threads in range(1, most + 1):
        calls[f"{threads} of them"] = partial(on_threads, threads, several, args)
    for call in calls.values():
        check(leaves(call()), leaves(calls["one"]()), TOLERANCE)
    times = {column: statistics.median(t) for column, t in timed(calls, rounds).items()}
    first = times.pop("one")
    ratios = {column: f"{seconds / first:.2f}" for column, seconds in times.items()}
    return {"workload": name, "compiled ms": f"{1e3 * first:.2f}", **ratios}


def on_threads(threads: int, function: Callable, args: tuple) -> object:
    numba.set_num_threads(threads)
    return function(*args)


def timed(calls: Mapping[str, Callable], rounds: int) -> Mapping[str, list[float]]:
    """Return the seconds of calls, one of each in a round."""
    spent: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            spent[name].append(time.perf_counter() - start)
    return spent


if __name__ == "__main__":
    sys.exit(main())
