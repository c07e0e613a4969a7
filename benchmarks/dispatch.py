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
    fitting = np.ones(2), np.ones((4, 2)), np.ones(4)
    print(f"{'arguments':22} {'bare ns':>9} {'overhead ns':>12} {'at most':>8}")
    of_two = tl.value_and_grad(product_and_sum, wrt=(0, 1))
    of_three = tl.value_and_grad(sum_of_products, wrt=(0, 1, 2))
    for name, derivative, args, limit in (
        ("two floats", of_two, (2.0, 3.0), 300),
        ("three arrays", of_three, arrays, 600),
        ("three, sizes required", tl.grad(mean_residual), fitting, 800),
    ):
        bare, overhead = dispatch_seconds(derivative, args)
        print(f"{name:22} {1e9 * bare:9.0f} {1e9 * overhead:12.0f} {limit:8d}")


def dispatch_seconds(derivative: Callable, args: tuple) -> tuple[float, float]:
    """Give a call's median seconds without dispatch, and the median it adds."""
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


def mean_residual(w, features, y):
    """Have a gradient in which neither the product nor the difference is left."""
    return np.mean(features @ w - y)


if __name__ == "__main__":
    main()
