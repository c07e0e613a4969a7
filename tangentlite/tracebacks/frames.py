"""What a traceback shows: the frames of the user's program, and where that stands.

Exceptions pass from a function of ours to the user's program in `surface`, or where a
dispatcher calls `shorten`. What happens before that costs nothing.
"""

from __future__ import annotations

import ast
import functools
import os
import sys
import sysconfig
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tangentlite.errors import Place, TangentliteError
from tangentlite.tracebacks.origins import lines_of

# With the value "full" tracebacks stay as they are.
VARIABLE = "TANGENTLITE_TRACEBACK"
# The file of the tests of kinds, in which every call starts.
DISPATCH = "<tangentlite dispatch>"
# So many of the functions that a program has entered are shown.
MOST_PLACES = 20

Call = TypeVar("Call", bound=Callable[..., Any])


def surface(function: Call) -> Call:
    """Return a function that shows none of our frames in what it raises."""

    @functools.wraps(function)
    def called(*args: object, **kwargs: object):
        try:
            return function(*args, **kwargs)
        except Exception as error:
            shorten(error)
            raise

    return called  # type: ignore[return-value]


def shorten(error: Exception) -> None:
    """Leave the user's frames in a traceback, and say which of his lines it is about.

    An error of ours ends in the function that cannot be differentiated, at the place
    that it names. What generated code raises gets a note with the user's line. The
    traceback of what goes wrong in the compiler itself stays whole. A bare `raise`
    must follow: it adds no frame.
    """
    entries = list(_entries(error.__traceback__))
    if not isinstance(error, TangentliteError):
        if _is_internal(entries):
            return
        _add_note(error, entries)
    if os.environ.get(VARIABLE) == "full":
        return
    _forget_contexts(error)
    kept = [entry for entry in entries if not _is_ours(_file(entry))]
    end = None
    if isinstance(error, TangentliteError):
        kept = list(_outside(entries))
        end = _of_places(error.trail[-MOST_PLACES:])
    for entry in reversed(kept):
        end = types.TracebackType(end, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    error.__traceback__ = end


def users_level() -> int:
    """Return the `stacklevel` that shows a warning, given by the caller, at the user's.

    That is the innermost frame that is none of ours, nor of a library that we call.

    >>> users_level()
    1
    """
    level, frame = 1, sys._getframe(1)
    found: types.FrameType | None = frame
    while found is not None:
        name = found.f_code.co_filename
        if not _is_ours(name) and not _is_of_library(name):
            return level
        level, found = level + 1, found.f_back
    return 1


def _entries(entry: types.TracebackType | None) -> Iterator[types.TracebackType]:
    while entry is not None:
        yield entry
        entry = entry.tb_next


def _file(entry: types.TracebackType) -> str:
    return entry.tb_frame.f_code.co_filename


_PACKAGE = str(Path(__file__).parents[1]) + os.sep
_RUNTIME = str(Path(__file__).parents[1] / "runtime") + os.sep


def _is_ours(filename: str) -> bool:
    """Whether a file is one of the compiler, of its runtime, or a test of kinds."""
    return filename.startswith(_PACKAGE) or filename == DISPATCH


def _outside(entries: Iterable[types.TracebackType]) -> Iterator[types.TracebackType]:
    """Yield what is not of ours, nor of a library that we have called."""
    entered = False
    for entry in entries:
        ours = _is_ours(_file(entry))
        entered = entered or ours
        if not ours and not (entered and _is_shown_anew(entry)):
            yield entry


def _is_shown_anew(entry: types.TracebackType) -> bool:
    """Whether an entry is of a library, or one that was made of a place."""
    return _is_of_library(_file(entry)) or _MARK in entry.tb_frame.f_globals


def _is_of_library(filename: str) -> bool:
    """Whether a file is of Python, or of NumPy."""
    if filename.startswith(("<frozen", "<__array_function__", "<string>")):
        return True
    roots = [sysconfig.get_path(kind) for kind in ("stdlib", "purelib", "platlib")]
    return any(filename.startswith(root + os.sep) for root in roots)


def _is_internal(entries: Sequence[types.TracebackType]) -> bool:
    """Whether it is the compiler that has gone wrong, not the user's program."""
    for entry in reversed(entries):
        filename = _file(entry)
        if _is_ours(filename):
            return not filename.startswith(_RUNTIME) and filename != DISPATCH
        if not _is_of_library(filename):
            return False
    return False


def _forget_contexts(error: BaseException) -> None:
    """Forget the exceptions that we have caught on the way, also behind others."""
    seen: list[BaseException] = []
    found: BaseException | None = error
    while found is not None and not any(found is other for other in seen):
        seen.append(found)
        if found.__cause__ is not None and _is_of_compiler(found.__cause__):
            found.__cause__ = None
            found.__suppress_context__ = False
        while found.__context__ is not None and _is_of_compiler(found.__context__):
            found.__context__ = found.__context__.__context__
        found = found.__context__


def _is_of_compiler(error: BaseException) -> bool:
    """Whether an exception was caught by a function of ours, where its frames begin.

    An error of ours that the user has caught begins in a function of his.
    """
    entry = error.__traceback__
    if entry is None:
        return isinstance(error, TangentliteError)
    return _is_ours(_file(entry))


# What only the frames have that stand for a place.
_MARK = "_tl_raised"


class _Stop(Exception):  # noqa: N818 - a signal, not an error
    """What is raised to make a frame."""


def _of_places(places: Iterable[Place]) -> types.TracebackType | None:
    """Return a traceback that stands at some places, the first calling the next."""
    end = None
    for place in reversed(list(places)):
        frame = _standing_at(place)
        if frame is not None:
            end = types.TracebackType(
                end, frame.tb_frame, frame.tb_lasti, frame.tb_lineno
            )
    return end


def _standing_at(place: Place) -> types.TracebackType | None:
    """Return a traceback of one frame, which shows a place.

    Its code raises at the columns of the place, in a function of that name.
    """
    tree = ast.parse(f"raise {_MARK}")
    for node in ast.walk(tree):
        if isinstance(node, (ast.stmt, ast.expr)):
            node.lineno = node.end_lineno = max(place.line, 1)
            node.col_offset = max(place.column, 0)
            node.end_col_offset = max(place.end, node.col_offset)
    code = compile(tree, place.filename, "exec")
    code = code.replace(co_name=place.function, co_qualname=place.function)
    try:
        exec(code, {_MARK: _Stop()})
    except _Stop as stop:
        return stop.__traceback__.tb_next if stop.__traceback__ else None
    return None


def _add_note(error: Exception, entries: Sequence[types.TracebackType]) -> None:
    """Say which of the user's lines the generated code belongs to that has raised."""
    for entry in reversed(entries):
        found = lines_of(entry)
        if found:
            places = [f"{s.filename}:{line}, {s.name}" for s, line in found]
            quoted = [f"    {s.line(line).strip()}" for s, line in found]
            note = "\n".join([f"In the derivative of {' or '.join(places)}:", *quoted])
            if note not in getattr(error, "__notes__", ()):
                error.add_note(note)
            return
