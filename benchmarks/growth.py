"""How dense Jacobians grow with the number of unknowns: a table of `matrices`."""

from __future__ import annotations

import functools
import statistics
from collections.abc import Callable, Iterator, Mapping

import numpy as np

import tangentlite as tl
from benchmarks import cells, report
from benchmarks.checks import check
from benchmarks.harness import Effort, Timing, in_turn, median_ratio

SIZES, QUICK_SIZES = (10, 100, 1000, 3000), (4, 8)
WAYS: Mapping[str, int | None] = {"": None, ", chunk=1": 1}


def elementwise(x):
    return np.sin(x) * x + np.exp(-x * x)


def tridiagonal(x):
    r = 2.0 * x - 0.1 * np.exp(x)
    r[1:] -= x[:-1]
    r[:-1] -= x[1:]
    return r


def three_results(x):
    return np.array([np.sum(x * x), np.sum(np.sin(x)), np.dot(x, np.exp(-x))])


def show(quick: bool, effort: Effort) -> None:
    """Print a line for each program: multiples of it for each number of unknowns.

    The last column is the time of the largest matrix by the number of unit vectors that
    it takes: columns, or the three rows.
    """
    sizes = QUICK_SIZES if quick else SIZES
    number = 0
    for program in (elementwise, tridiagonal, three_results):
        for found in lines(program, sizes, effort):
            number += 1
            report.show(found, number)


def lines(
    program: Callable, sizes: tuple[int, ...], effort: Effort
) -> Iterator[Mapping[str, str]]:
    """Yield a line for blocks of unit vectors, and one for one after the other."""
    found = [measured(program, n, effort) for n in sizes]
    vectors = min(sizes[-1], program(np.ones(sizes[-1])).size)
    title = program.__name__.replace("_", " ")
    for way in WAYS:
        multiples = {
            f"n={n}": cells.number(median_ratio(times[way], times["f"]))
            for n, times in zip(sizes, found, strict=True)
        }
        last = cells.number(1e6 * statistics.median(found[-1][way].samples) / vectors)
        yield {"derivative": f"{title}{way}", **multiples, "µs a vector": last}


def measured(program: Callable, n: int, effort: Effort) -> dict[str, Timing]:
    """Return the times of the program and of its Jacobian by each way."""
    x = np.random.default_rng(0).uniform(0.5, 1.5, n)
    calls = {"f": program}
    calls |= {way: tl.jacobian(program, chunk=chunk) for way, chunk in WAYS.items()}
    blocks, one_by_one = (calls[way](x) for way in WAYS)
    check([one_by_one], [blocks])
    bound = {name: functools.partial(call, x) for name, call in calls.items()}
    return in_turn(bound, effort)
