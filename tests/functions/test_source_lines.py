"""The lines of a function are those that inspect finds, but for comments at its end."""

import argparse
import decimal
import inspect
import textwrap
import types
from collections.abc import Iterator

import pytest

from tangentlite.frontend.source_lines import lines_of
from tests.programs import corpora

HARD = '''
import functools

def less_indented():
    """A text in the middle.

Not indented, and neither is the next one:"""
    return """
x = 1
"""

def long_header(
    x,
    y=(
1,
),
):
    return [
x, y
]

def one_line(x): return x
@functools.lru_cache(
    maxsize=None,
)
@functools.wraps(one_line)
def decorated(x):
    def inner():
        return x

    # what follows is more
# and that
    return inner
    # the end
less = 1 + \\
2
class Account:
    def get(self): return self
    def put(self):
        return self \\
.get()
'''
MODULES = (argparse, decimal, textwrap, *corpora.CORPORA)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_modules(module):
    for value in vars(module).values():
        function = isinstance(value, types.FunctionType)
        if function and value.__module__ == module.__name__:
            for code in codes_in(value.__code__):
                assert_same(code)


def test_texts_that_are_less_indented(tmp_path):
    path = tmp_path / "hard.py"
    path.write_text(HARD)
    codes = list(codes_in(compile(HARD, path, "exec")))[1:]
    names = [code.co_name for code in codes if code.co_name != "Account"]
    assert len(names) == 7
    for code in codes:
        if code.co_name in names:
            assert_same(code)


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code object and those of the functions inside."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType) and not inner.co_name.startswith("<"):
            yield from codes_in(inner)


def assert_same(code: types.CodeType) -> None:
    lines, first = inspect.getsourcelines(code)
    found, number = lines_of(code)
    rest = [line.strip() for line in lines[len(found) :]]
    assert (found, number) == (lines[: len(found)], first)
    assert all(not line or line.startswith("#") for line in rest)
