"""Time what a derivative costs beyond the generated function that it calls.

python -m benchmarks.dispatch
"""

import statistics
from collections.abc import Callable

import numpy as np

import tangentlite as tl
from benchmarks.harness import timed

ROUNDS = 25
REPETITIONS = 5000


def main() -> None:
    """Print the overhead for floats and for arrays beside what it is meant to be."""
    arrays = tuple(np.random.default_rng(0).standard_normal((3, 8)))
    print(f"{'arguments':14} {'bare ns':>9} {'overhead ns':>12} {'at most':>8}")
    for name, primal, args, limit in (
        ("two floats", product_and_sum, (2.0, 3.0), 300),
        ("three arrays", sum_of_products, arrays, 600),
    ):
        bare, overhead = dispatch_seconds(primal, args)
        print(f"{name:14} {1e9 * bare:9.0f} {1e9 * overhead:12.0f} {limit:8d}")


def dispatch_seconds(primal: Callable, args: tuple) -> tuple[float, float]:
    """Give a call's median seconds without dispatch, and the median it adds."""
    derivative = tl.value_and_grad(primal, wrt=tuple(range(len(args))))
    bare = derivative.compiled(*args)
    derivative(*args)
    calls = [args] * REPETITIONS
    rounds = [(timed(bare, calls), timed(derivative, calls)) for _ in range(ROUNDS)]
    return (
        statistics.median(without for without, _ in rounds),
        statistics.median(dispatched - without for without, dispatched in rounds),
    )


def product_and_sum(x, y):
    return x * y + x


def sum_of_products(a, b, c):
    return np.sum(a * b + c)


if __name__ == "__main__":
    main()
