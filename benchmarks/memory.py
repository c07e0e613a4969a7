"""Measure the memory of gradients of long loops, with checkpoints and without.

python -m benchmarks.memory [--only NAME ...] [--quick] [--no-peers]

For each loop its CPU time a step, and of each gradient the peak of what it allocates
(tracemalloc, in a call of its own; of JAX what its compiler says) and its CPU time a
step: plain ('kept'), with `tl.checkpointed` ('again'), and with few snapshots
('slots'); where JAX is installed also by its `scan`, and that with segments under
`jax.checkpoint`. Gradients that differ are not shown.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence

from benchmarks import cells, memory_peers, report
from benchmarks.checks import WrongGradient, check, leaves
from benchmarks.memory_programs import Loop, loops
from benchmarks.nesting import named

# A segment adds up adjoints in another order, and JAX rounds otherwise in each step.
TOLERANCE, PEER_TOLERANCE = 1e-9, 1e-6


def main(arguments: Sequence[str] = ()) -> int:
    """Print the table; return the exit status."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.memory")
    options.add_argument("--only", nargs="+", default=(), metavar="NAME")
    options.add_argument("--quick", action="store_true", help="small loops")
    options.add_argument(
        "--peers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="JAX, if it is installed",
    )
    given = options.parse_args(arguments)
    chosen = [loop for loop in loops(given.quick) if named(loop.title, given.only)]
    if not chosen:
        titles = (loop.title for loop in loops(given.quick))
        print("There are: " + "; ".join(titles), file=sys.stderr)
        return 2
    peers = memory_peers.ways() if given.peers else {}
    for number, loop in enumerate(chosen, 1):
        report.show(dict(line(loop, peers)), number)
    return 0


def line(loop: Loop, peers: Mapping[str, Callable]) -> Iterator[tuple[str, str]]:
    """Yield the cells of a row, each with its column."""
    yield "loop", loop.title
    yield "steps", str(loop.steps)
    yield "µs", per_step(seconds_of(loop), loop)
    expected = None
    for name, gradient in loop.gradients().items():
        seconds, peak, result = measured(gradient, loop.args)
        expected = expected or leaves(result)
        check(leaves(result), expected, TOLERANCE)
        yield f"{name} MB", cells.number(peak)
        yield f"{name} µs", per_step(seconds, loop)
    for name, way in peers.items():
        seconds, peak, result = way(loop)
        try:
            check(leaves(result), expected, PEER_TOLERANCE)
        except WrongGradient:
            found = ("differs", "differs")
        else:
            found = (cells.number(peak), per_step(seconds, loop))
        yield from zip((f"{name} MB", f"{name} µs"), found)


def per_step(seconds: float, loop: Loop) -> str:
    return cells.number(1e6 * seconds / loop.steps)


def seconds_of(loop: Loop) -> float:
    """Return the CPU time of the loop itself, which may write into its arguments."""
    *args, steps = copy.deepcopy(loop.args)
    start = time.process_time()
    loop.program(*args, range(steps))
    return time.process_time() - start


def measured(derivative: Callable, args: tuple) -> tuple[float, float, object]:
    """Return the CPU time of a call, the peak of its memory in MB, and its result.

    What the call needs has been generated before: a text for as many steps, as loops
    of very many are kept in another way than short ones.
    """
    derivative(*args)
    start = time.process_time()
    result = derivative(*args)
    seconds = time.process_time() - start
    del result
    tracemalloc.start()
    result = derivative(*args)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return seconds, peak, result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
