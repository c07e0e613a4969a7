"""Runs what backend='numba' generates as plain Python, without numba."""

import contextlib
import itertools
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass, field

import tangentlite as tl
from tangentlite.emit import loadable, written_text
from tangentlite.emit.compiled import again

# What Python raises where compiled code has inf or nan is repeated as well.
FOUND = (ValueError, IndexError, ArithmeticError)
NUMBERS = itertools.count()
PREFIX = "loops_in_python_"


@dataclass
class Loops:
    """The texts that were run, and the errors for which NumPy repeated a call."""

    texts: list[str] = field(default_factory=list)
    repeats: list[Exception] = field(default_factory=list)

    def module_of(self, text: str, name: str) -> types.ModuleType:
        """Stand for `files.module_of`: the module of a text that is not compiled."""
        self.texts.append(text)
        own = f"{PREFIX}{next(NUMBERS)}_{name}"
        module = types.ModuleType(own)
        exec(compile(in_python(text), f"{own}.py", "exec"), vars(module))
        sys.modules[own] = module
        return module


@contextlib.contextmanager
def loops_in_python() -> Iterator[Loops]:
    """Within it, derivatives of backend='numba' that are made run as Python.

    An error that compiled code does not raise on purpose is not taken for one of numba:
    it is raised as it is.
    """
    loops = Loops()
    module_of, call = loadable.module_of, again.Repeat.__call__

    def repeated(self: again.Repeat, error: Exception) -> object:
        if not isinstance(error, FOUND):
            raise error
        assert is_tested(error), f"compiled code has no test of this place: {error}"
        loops.repeats.append(error)
        return call(self, error)

    tl.cache_clear()  # closures share what was generated
    loadable.module_of = written_text.module_of = loops.module_of
    again.Repeat.__call__ = repeated
    try:
        yield loops
    finally:
        loadable.module_of = written_text.module_of = module_of
        again.Repeat.__call__ = call
        tl.cache_clear()


def in_python(text: str) -> str:
    """Give the text decorators that do nothing; loops of threads count back."""
    plain = "def njit(**options):\n    return lambda function: function\n"
    back = "prange = lambda *ends: reversed(range(*ends))"
    line = "from numba import njit"
    assert text.count(line) == 1
    text = text.replace("from numba import prange", back)
    return text.replace(line, plain, 1)


def is_tested(error: Exception) -> bool:
    """Whether an index is outside where compiled code finds it: in a helper."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not isinstance(error, IndexError):
        return True
    code = trace.tb_frame.f_code
    return not code.co_filename.startswith(PREFIX) or code.co_name == "place_in"
