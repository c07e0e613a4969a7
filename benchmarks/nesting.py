"""Measure how derivatives of derivatives grow: text, time to generate, time of a call.

python -m benchmarks.nesting [--only NAME ...] [--orders N]

For each order are printed: nodes of the derivative's tree before and after the passes,
lines of its text, arithmetic operations and places of the tape in it, milliseconds of
processor time for generating it, given the order below, and microseconds of a call.
`x` columns are multiples of the order below.
"""

import argparse
import ast
import inspect
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

import tangentlite as tl
from benchmarks.harness import timed

REPEATS = 5
SECONDS = 0.02  # of calls in each repeat
TITLES = ("order", "raw", "nodes", "x", "lines", "ops", "tape", "ms", "x", "µs", "x")


@dataclass(frozen=True)
class Nested:
    """One order of a derivative: the size of its text, and what it costs."""

    raw: int
    nodes: int
    lines: int
    operations: int
    saved: int
    generated: float
    called: float


def main(arguments: Iterable[str] | None = None) -> int:
    """Print a table for each program; return the exit status."""
    options = parser().parse_args(arguments)
    chosen = [name for name in PROGRAMS if named(name, options.only)]
    if not chosen:
        print("There are: " + "; ".join(PROGRAMS), file=sys.stderr)
        return 2
    warm_up()
    for name in chosen:
        print(f"\n{name}\n" + "".join(f"{title:>8}" for title in TITLES))
        below = None
        for order, found in enumerate(orders(name, options.orders), start=1):
            print(line(order, found, below))
            below = found
    return 0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m benchmarks.nesting")
    options.add_argument("--only", nargs="+", default=(), metavar="NAME")
    options.add_argument("--orders", type=int, default=4, metavar="N")
    return options


def named(name: str, words: Iterable[str]) -> bool:
    """Whether one of some words is in the name of a program, or there are none."""
    return not words or any(word.lower() in name.lower() for word in words)


def warm_up() -> None:
    """Load the rules that programs need, by a program that is none of them."""
    tl.grad(tl.grad(everything))(0.7)
    tl.elementwise_grad(tl.elementwise_grad(everything))(np.eye(2))


def everything(x):
    y = x * x
    for _ in range(2):
        y = np.tanh(y) / (1.0 + np.exp(-np.sin(y * x)))
    while np.sum(y) > 1e3:
        y = 0.5 * y
    return np.sum(np.dot(y, x))


def orders(name: str, highest: int) -> Iterator[Nested]:
    """Yield what is measured of a program's derivatives, from the first order on.

    Derivatives are kept with their program: only the first run generates them.
    """
    derive, program, args = PROGRAMS[name]
    derivative = program
    for _ in range(highest):
        derivative = derive(derivative)
        yield measured(derivative, args)


def measured(derivative: tl.Derivative, args: tuple) -> Nested:
    start = time.process_time()
    derivative(*args)
    generated = time.process_time() - start
    tree = ast.parse(derivative.source)
    given = dict(zip(inspect.signature(derivative).parameters, args))
    return Nested(
        raw=size(ast.parse(derivative.text(given, "derivative"))),
        nodes=size(tree),
        lines=len(derivative.source.splitlines()),
        operations=counted(tree, (ast.BinOp, ast.AugAssign, ast.UnaryOp)),
        saved=sum(is_pop(node) for node in ast.walk(tree)),
        generated=generated,
        called=seconds_of_call(derivative, args),
    )


def size(tree: ast.AST) -> int:
    return sum(1 for _ in ast.walk(tree))


def counted(tree: ast.AST, classes: tuple[type, ...]) -> int:
    return sum(isinstance(node, classes) for node in ast.walk(tree))


def is_pop(node: ast.AST) -> bool:
    """Whether a node takes something that a loop saved."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "pop"
    )


def seconds_of_call(derivative: Callable, args: tuple) -> float:
    number = max(1, int(SECONDS / timed(derivative, [args])))
    rounds = [timed(derivative, [args] * number) for _ in range(REPEATS)]
    return statistics.median(rounds)


def line(order: int, found: Nested, below: Nested | None) -> str:
    """Return a row of the table, with multiples of the order below."""
    return "".join(
        (
            f"{order:8d}{found.raw:8d}{found.nodes:8d}",
            multiple(found.nodes, below and below.nodes),
            f"{found.lines:8d}{found.operations:8d}{found.saved:8d}",
            f"{1e3 * found.generated:8.0f}",
            multiple(found.generated, below and below.generated),
            f"{1e6 * found.called:8.1f}",
            multiple(found.called, below and below.called),
        )
    )


def multiple(value: float, below: float | None) -> str:
    return f"{value / below:8.1f}" if below else f"{'-':>8}"


def newton_root(x):
    y = x
    while abs(y * y - x) > 1e-12:
        y = 0.5 * (y + x / y)
    return y


def straight_line(x):
    a = x * x
    b = np.sin(a) * x
    c = np.exp(-b) + a * b
    return c * np.tanh(x) / (1.0 + a)


def loop(x):
    y = x
    for _ in range(20):
        y = y + 0.1 * np.sin(y * x)
    return y


def recurrent(x, h):
    for _ in range(5):
        h = np.tanh(x @ h)
    return np.sum(h)


WEIGHTS = np.random.default_rng(0).normal(size=(4, 4))
PROGRAMS: Mapping[str, tuple[Callable, Callable, tuple]] = {
    "Newton's square root": (tl.grad, newton_root, (2.0,)),
    "straight line": (tl.grad, straight_line, (0.7,)),
    "loop of 20": (tl.grad, loop, (0.7,)),
    "recurrent network": (tl.elementwise_grad, recurrent, (WEIGHTS, np.ones(4))),
}

if __name__ == "__main__":
    sys.exit(main())
