"""Time what operators cost beyond the derivatives that they call.

python -m benchmarks.operators
"""

import statistics
from collections.abc import Callable

import numpy as np

import tangentlite as tl
from benchmarks.harness import timed
from tangentlite.api.grad import derivative_of

ROUNDS = 9
REPETITIONS = 300
X, V = np.array([0.3, 0.7]), np.array([1.0, -0.5])


def main() -> None:
    """Print the time of each operator, and what it adds to its generated code."""
    print(f"{'operator':12} {'bare us':>9} {'operator us':>12} {'overhead us':>12}")
    for name, (bare, operator) in cases().items():
        without, with_it = seconds(bare), seconds(operator)
        added = 1e6 * (with_it - without)
        print(f"{name:12} {1e6 * without:9.1f} {1e6 * with_it:12.1f} {added:12.1f}")


def cases() -> dict[str, tuple[Callable, Callable]]:
    """Give for each operator the calls of generated code that it needs, and itself."""
    forward = tl.autodiff(field, mode="forward").compiled(X, V)
    pull = derivative_of(energy, "pullback", ("x",)).compiled(X)
    product = tl.autodiff(tl.grad(energy), mode="forward").compiled(X, V)
    both = derivative_of(energy, "value_and_forward", ("x",)).compiled(X, V)
    first, second = np.eye(2)
    jacobian, of_row = tl.jacobian(field), tl.jacobian(energy)
    hessian = tl.hessian(energy)
    return {
        "jvp": (
            lambda: both(X, V),
            lambda: tl.jvp(energy, (X,), (V,)),
        ),
        "vjp": (
            lambda: pull(X)[1](1.0),
            lambda: tl.vjp(energy, X)[1](1.0),
        ),
        "hvp": (lambda: product(X, V), lambda: tl.hvp(energy, X, V)),
        "columns": (
            lambda: (field(X), forward(X, first), forward(X, second)),
            lambda: jacobian(X),
        ),
        "row": (lambda: pull(X)[1](1.0), lambda: of_row(X)),
        "hessian": (
            lambda: (product(X, first), product(X, second)),
            lambda: hessian(X),
        ),
    }


def seconds(call: Callable) -> float:
    """Give the median of the time of a call."""
    call()
    calls = [()] * REPETITIONS
    return statistics.median(timed(call, calls) for _ in range(ROUNDS))


def energy(x):
    return np.sum(np.sin(x) * x)


def field(x):
    return np.outer(x, np.sin(x))


if __name__ == "__main__":
    main()
