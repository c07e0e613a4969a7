"""Detect source files that have changed since a function was compiled from them."""

from __future__ import annotations
import __future__

import ast
import functools
import importlib.util
import linecache
import marshal
import operator
import os
import re
import struct
import textwrap
import time
import types
from collections.abc import Sequence
from pathlib import Path


def has_changed(code: types.CodeType, is_plain: bool = True) -> bool:
    """Whether a file no longer holds the function of this code.

    Code that an import hook has made (`is_plain` is False: pytest rewrites `assert`)
    is not what the file compiles to; then the file has changed if it is new.

    >>> has_changed(has_changed.__code__)
    False
    """
    linecache.checkcache(code.co_filename)
    linecache.getlines(code.co_filename)
    entry = linecache.cache.get(code.co_filename, (None,))
    written = entry[1] if len(entry) == 4 else None
    if written is None or not is_plain and written < _STARTED:
        return False
    return not (is_of(code, code.co_filename) or _was_compiled_to(code, entry))


_STARTED = time.time()


def is_of(code: types.CodeType, filename: str) -> bool:
    """Whether a file compiles to this code; codes are equal whatever their files.

    The statement in which it stands is compiled, and the whole file if it is not there.
    What a notebook has imported from `__future__` is in force in its later cells.
    """
    linecache.checkcache(filename)
    lines = linecache.getlines(filename)
    flags = code.co_flags & _FUTURES
    start, end = _statement_around(lines, code.co_firstlineno - 1)
    part = "\n" * start + "".join(lines[start:end])
    return code in _codes(part, flags) or code in _codes("".join(lines), flags)


def at_other_lines(code: types.CodeType) -> types.CodeType | None:
    """Return code with the line where its file has the same function, None without one.

    IPython's `%autoreload` compiles a function that has changed by itself, so that its
    first line is 1.

    >>> moved = at_other_lines.__code__.replace(co_firstlineno=1)
    >>> found = at_other_lines(moved)
    >>> found.co_firstlineno == at_other_lines.__code__.co_firstlineno
    True
    """
    lines = linecache.getlines(code.co_filename)
    own, flags = _without_lines(code), code.co_flags & _FUTURES
    whole = _codes("".join(lines), flags)
    try:
        nodes = list(ast.walk(ast.parse("".join(lines))))
    except SyntaxError:
        return None
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            alone = textwrap.dedent("".join(lines[first - 1 : node.end_lineno]))
            # In a whole file calls of what it imports are other instructions.
            here = (c for c in whole if c.co_firstlineno == first)
            if any(_without_lines(c) == own for c in (*_codes(alone, flags), *here)):
                return code.replace(co_firstlineno=first)
    return None


def _without_lines(code: types.CodeType) -> tuple:
    """Return what code does, without where it stands."""
    consts = tuple(
        _without_lines(one) if isinstance(one, types.CodeType) else (type(one), one)
        for one in code.co_consts
    )
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    return code.co_name, code.co_flags, code.co_code, names, counts, consts


def _statement_around(lines: Sequence[str], place: int) -> tuple[int, int]:
    """Return the range of lines that look like the statement around a line."""
    start = place
    while start > 0 and _CONTINUES.match("".join(lines[start : start + 1])):
        start -= 1
    end = start
    if lines[start : start + 1] and lines[start].startswith("@"):
        while end < len(lines) and not _DEFINES.match(lines[end]):
            end += 1
    end += 1
    while end < len(lines) and _CONTINUES.match(lines[end]):
        end += 1
    return start, end


_CONTINUES = re.compile(r"[\s)\]}#]|$|(else|elif|except|finally)\b")
_DEFINES = re.compile(r"(async\s+)?(def|class)\b")


def _was_compiled_to(code: types.CodeType, entry: tuple) -> bool:
    """Whether Python's bytecode cache has this code for the file as it is now.

    Another release of Python may compile the same text to other instructions.
    """
    written, filename = entry[1], entry[3]
    try:
        path = Path(importlib.util.cache_from_source(filename))
        data = path.read_bytes()
        flags, seconds, size = struct.unpack("<LLL", data[4:16])
        if flags or data[:4] != importlib.util.MAGIC_NUMBER:
            return False
        if (seconds, size) != (int(written), os.path.getsize(filename)):
            return False
        is_later = path.stat().st_mtime >= written  # seconds alone do not tell
        return is_later and code in _codes_in(marshal.loads(data[16:]))
    except (OSError, NotImplementedError, ValueError, EOFError, struct.error):
        return False


_FUTURES = functools.reduce(
    operator.or_,
    (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names),
)


@functools.lru_cache(maxsize=64)
def _codes(text: str, flags: int) -> frozenset[types.CodeType]:
    """Return all code objects of a text; none if it is no Python."""
    try:
        return _codes_in(compile(text, "", "exec", flags, dont_inherit=True))
    except SyntaxError:
        return frozenset()


def _codes_in(code: types.CodeType) -> frozenset[types.CodeType]:
    """Return a code object and all code objects in it."""
    found = [code]
    for one in found:
        found += [c for c in one.co_consts if isinstance(c, types.CodeType)]
    return frozenset(found)
