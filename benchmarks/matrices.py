"""Time Jacobians, Hessians, products and gradients of examples beside peers.

python -m benchmarks.matrices [--only NAME ...] [--quick] [--no-peers]
    [--memory] [--sparse] [--all]

Columns are ours, ours with `chunk=1` (one vector, or example, after the other) and
compiled by numba, and JAX (jit), torch.func, autograd and casadi (graphs), each where
it is installed, in multiples of the time of the program, for gradients of examples of
a loop over all: medians of time of the processor. What a peer gives is compared with
ours before it is timed: 'differs' or 'refused' stands where that fails, and below the
table why. A dash is no version, or autograd's rows of long loops, which take minutes.

A second table shows how Jacobians grow. --memory adds that of `benchmarks.memory`,
--sparse those of `benchmarks.sparse`, --all both.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import util

import tangentlite as tl
from benchmarks import cells, growth, matrix_peers, memory, report, sparse
from benchmarks.checks import check, leaves
from benchmarks.harness import Effort, Failure, Timing, failure, in_turn, median_ratio
from benchmarks.matrix_programs import Case, cases
from benchmarks.nesting import named

FULL, QUICK = Effort(11, 0.01, 2.0), Effort(1, 1e-4, 0.1)
PEERS = ("numba", "jax", "torch", "autograd", "casadi")
# How much slower than with one vector after the other a block is reported.
SLOWER = 1.2


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; return the exit status."""
    options = parser().parse_args(arguments)
    chosen = [c for c in cases(options.quick) if named(c.title, options.only)]
    if not chosen:
        titles = dict.fromkeys(case.title for case in cases(options.quick))
        print("There are: " + "; ".join(titles), file=sys.stderr)
        return 2
    effort = QUICK if options.quick else FULL
    costs(chosen, makers() if options.peers else {}, effort)
    growth.show(options.quick, effort)
    passed = ["--quick"] if options.quick else []
    passed += [] if options.peers else ["--no-peers"]
    for asked, other in ((options.memory, memory), (options.sparse, sparse)):
        if asked or options.all:
            print()
            other.main(passed)
    return 0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m benchmarks.matrices")
    options.add_argument("--only", nargs="+", default=(), metavar="NAME")
    options.add_argument("--quick", action="store_true", help="small sizes, one round")
    options.add_argument(
        "--peers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=", ".join(PEERS) + " as far as they are installed",
    )
    options.add_argument("--memory", action="store_true", help="memory of long loops")
    options.add_argument("--sparse", action="store_true", help="sparse matrices")
    options.add_argument("--all", action="store_true", help="all tables")
    return options


def makers() -> dict[str, Callable]:
    """Return what makes derivatives by each of the peers that are installed."""
    found: dict[str, Callable] = {"numba": compiled} if util.find_spec("numba") else {}
    return found | matrix_peers.installed()


def costs(
    chosen: Sequence[Case], peers: Mapping[str, Callable], effort: Effort
) -> None:
    """Print a line for each derivative, and below them why some have no time."""
    notes = []
    for number, case in enumerate(chosen, 1):
        times, failures = measured(case, peers, effort)
        report.show(line(case, times, failures, peers), number)
        title = f"{case.title} {case.size}"
        notes += [f"{title}, {peer}: {why.line}" for peer, why in failures.items()]
        slower = median_ratio(times["ours"], times.get("chunk=1", times["ours"]))
        if slower > SLOWER and effort is FULL:
            notes.append(f"{title}: {slower:.1f} times the time of chunk=1")
    print("\n".join(["", *notes, ""] if notes else [""]))


def measured(
    case: Case, peers: Mapping[str, Callable], effort: Effort
) -> tuple[dict[str, Timing], dict[str, Failure]]:
    """Return the times of each way to a derivative, and why others have none."""
    calls = {"f": primal(case), "ours": ours(case)}
    expected = leaves(in_order(calls["ours"]()))
    ways = {"chunk=1": one_by_one, **peers}
    failures = {}
    for name, make in ways.items():
        try:
            way = make(case)
            if way is None:
                continue
            call, read = way
            check(leaves(in_order(read(call()))), expected)
        except Exception as error:
            failures[name] = failure(error)
        else:
            calls[name] = call
    return in_turn(calls, effort), failures


def primal(case: Case) -> Callable[[], object]:
    """Return what the times are multiples of."""
    if case.kind != "examples":
        return lambda: case.function(*case.args)
    shared, *each = case.args
    return lambda: [case.function(shared, *own) for own in zip(*each)]


def ours(case: Case, backend: str | None = None, **options) -> Callable[[], object]:
    """Return our derivative."""
    if case.kind == "hvp":
        primals, vectors = case.args, case.vectors
        if len(primals) == 1:
            return lambda: tl.hvp(case.function, *primals, *vectors, backend=backend)
        return lambda: tl.hvp(case.function, primals, vectors, backend=backend)
    if case.kind == "examples":
        gradient = tl.grad(case.function, backend=backend)
        derivative = tl.batched(gradient, in_axes=matrix_peers.MAPPED, **options)
    else:
        make = {"hessian": tl.hessian, "jacobian": tl.jacobian}[case.kind]
        derivative = make(case.function, backend=backend, **options)
    return lambda: derivative(*case.args)


def one_by_one(case: Case) -> matrix_peers.Way | None:
    """Prepare ours, one vector or example after the other; a product has only one."""
    if case.kind == "hvp":
        return None
    return ours(case, chunk=1), lambda found: found


def compiled(case: Case) -> matrix_peers.Way | None:
    """Prepare ours as loops that numba compiles; None where it does not."""
    call = ours(case, backend="numba")
    try:
        call()
    except (tl.NotCompiledError, tl.UnsupportedError):
        return None
    return call, lambda found: found


def in_order(result: object) -> object:
    """Return dicts by their sorted names, as some peers give them, and no Nones."""
    if isinstance(result, dict):
        return [in_order(result[name]) for name in sorted(result)]
    if isinstance(result, (tuple, list)):
        return [in_order(part) for part in result if part is not None]
    return result


def line(
    case: Case,
    times: Mapping[str, Timing],
    failures: Mapping[str, Failure],
    peers: Iterable[str],
) -> Mapping[str, str]:
    """Return the cells of a row by column."""
    f = times["f"]
    cell = {name: cells.number(median_ratio(own, f)) for name, own in times.items()}
    cell |= {name: why.word for name, why in failures.items()}
    return {
        "derivative": case.title,
        "n": str(case.size),
        "f µs": cells.number(1e6 * statistics.median(f.samples)),
        **{name: cell.get(name, cells.MISSING) for name in ("ours", "chunk=1", *peers)},
    }


if __name__ == "__main__":
    sys.exit(main())
