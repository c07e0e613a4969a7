"""Compares compiled derivatives with NumPy's: python -m tests.support.compiled NAME …

A process of its own, as numba reads once whether it is to test places in arrays.
"""

import sys

import tangentlite as tl
from tangentlite.emit.compiled import again
from tests.loops.test_parity import PROGRAMS, assert_near
from tests.support.measure import derivatives


def main(names: list[str]) -> None:
    """Print what is not compiled, and what NumPy repeats; raise where they differ."""
    programs = dict(PROGRAMS)
    repeats: list[Exception] = []
    call = again.Repeat.__call__

    def repeated(self: again.Repeat, error: Exception) -> object:
        repeats.append(error)
        return call(self, error)

    again.Repeat.__call__ = repeated
    for name in names:
        program = programs[name]
        derivative, args, keywords = next(derivatives(program))
        want = derivative(*args, **keywords)
        with tl.options(backend="numba"):
            derivative, args, keywords = next(derivatives(program))
            got = derivative(*args, **keywords)
        try:
            assert_near(got, want)
        except AssertionError as error:
            raise AssertionError(name) from error
        for error in repeats:
            print(name, repr(error))
        repeats.clear()


if __name__ == "__main__":
    main(sys.argv[1:])
