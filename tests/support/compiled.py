"""Compares compiled derivatives with NumPy's: python -m tests.support.compiled NAME …

A process of its own, as numba reads once whether it is to test places in arrays. With
--both the forward mode is compared as well.
"""

import sys
from itertools import islice

import tangentlite as tl
from benchmarks.workloads import WORKLOADS
from tangentlite.emit.compiled import again
from tests.loops.test_parity import PROGRAMS, assert_near
from tests.programs.record import Program
from tests.support.measure import derivatives

WORKLOAD_PROGRAMS = [
    (f"workload-{w.name}", Program(w.primal, w.inputs(*w.small_size), wrt, w.name))
    for w in WORKLOADS
    for wrt in [w.wrt if isinstance(w.wrt, tuple) else (w.wrt,)]
]


def main(words: list[str]) -> None:
    """Print what is not compiled, and what NumPy repeats; raise where they differ."""
    programs = dict([*PROGRAMS, *WORKLOAD_PROGRAMS])
    repeats: list[Exception] = []
    call = again.Repeat.__call__

    def repeated(self: again.Repeat, error: Exception) -> object:
        repeats.append(error)
        return call(self, error)

    again.Repeat.__call__ = repeated
    modes = 2 if "--both" in words else 1
    for name in words:
        if name == "--both":
            continue
        want = results(programs[name], modes)
        with tl.options(backend="numba"):
            got = results(programs[name], modes)
        try:
            assert_near(got, want)
        except AssertionError as error:
            raise AssertionError(name) from error
        for error in repeats:
            print(name, repr(error))
        repeats.clear()


def results(program: Program, modes: int) -> list:
    """Give what the derivatives of a program return, the reverse mode first."""
    return [
        derivative(*args, **keywords)
        for derivative, args, keywords in islice(derivatives(program), modes)
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
