"""Parsing of a command's TARGET and `--arg`s into a function and values."""

from __future__ import annotations

import contextlib
import difflib
import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType

import numpy as np

from tangentlite.errors import TangentliteError

# Prefixes of the names of files whose frames in a traceback are not the user's.
OWN_FRAMES = (str(Path(__file__).parents[1]), str(Path(importlib.__file__).parent), "<")


class NoAnswer(Exception):
    """The command has no answer; the message is one line."""


@contextlib.contextmanager
def opened(target: str, args: Sequence[str]) -> Iterator[tuple[Callable, dict]]:
    """Import a TARGET; yield its function and the values of the arguments `args`.

    Output of the user's module goes to the standard error stream. Raises NoAnswer if
    the target or an argument does not exist.
    """
    place, _, name = target.rpartition(":")
    if not (place and name):
        raise NoAnswer(f"{target}: write path/mod.py:function or mod:function")
    with contextlib.redirect_stdout(sys.stderr), _imported(place) as module:
        function = _function(module, place, name)
        yield function, dict(_argument(text, function, module) for text in args)


@contextlib.contextmanager
def _imported(place: str) -> Iterator[ModuleType]:
    """Import a module by path or name, with its folder in front of `sys.path`.

    A file is registered under its stem, which is restored afterwards.
    """
    path = Path(place)
    if path.suffix != ".py":
        with _first_on_path(Path()):
            yield _import(partial(importlib.import_module, place), place)
        return
    if not path.is_file():
        raise NoAnswer(f"{place}: no such file")
    replaced = sys.modules.get(path.stem)
    with _first_on_path(path.parent):
        try:
            yield _import(partial(_load, path), place)
        finally:
            sys.modules.pop(path.stem, None)
            if replaced is not None:
                sys.modules[path.stem] = replaced


@contextlib.contextmanager
def _first_on_path(folder: Path) -> Iterator[None]:
    entry = str(folder.resolve())
    sys.path.insert(0, entry)
    try:
        yield
    finally:
        sys.path.remove(entry)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path.resolve())
    assert spec is not None and spec.loader is not None  # the suffix is .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _import(load: Callable[[], ModuleType], place: str) -> ModuleType:
    try:
        return load()
    except TangentliteError:
        raise
    except SyntaxError as error:
        where = f"{_shown(error.filename)}:{error.lineno}:{error.offset}"
        raise NoAnswer(f"{where}: {type(error).__name__}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        where = where_raised(error, place)
        raise NoAnswer(f"{where}: cannot be imported: {described(error)}") from None


def where_raised(error: BaseException, place: str) -> str:
    """Return the user's file and line of an exception's outermost frame."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(OWN_FRAMES)
    ]
    return f"{_shown(frames[0].filename)}:{frames[0].lineno}" if frames else place


def _shown(filename: str | None) -> str:
    """Return a path, relative if it is inside the working folder."""
    path = Path(filename or "<unknown>")
    inside = path.is_relative_to(Path.cwd())
    return str(path.relative_to(Path.cwd()) if inside else path)


def described(error: BaseException) -> str:
    """Return the text of an exception on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def _function(module: ModuleType, place: str, name: str) -> Callable:
    found: object = module
    for part in name.split("."):
        if not hasattr(found, part):
            close = difflib.get_close_matches(part, dir(found), n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise NoAnswer(f"{place}: no function {name!r}{hint}")
        found = getattr(found, part)
    if not callable(found):
        kind = type(found).__name__
        raise NoAnswer(f"{place}: {name!r} is not a function ({kind})")
    return found


def _argument(text: str, function: Callable, module: ModuleType) -> tuple[str, object]:
    """Evaluate one `--arg`, a parameter's name and an expression."""
    name, equals, expression = (part.strip() for part in text.partition("="))
    if not (equals and name and expression):
        raise NoAnswer(f"--arg {text}: write NAME=EXPRESSION")
    parameters = tuple(parameters_of(function, f"--arg {text}"))
    if name not in parameters:
        known = ", ".join(parameters) or "none"
        raise NoAnswer(f"--arg {text}: no parameter {name!r}; there are: {known}")
    try:
        return name, eval(expression, {"np": np, **vars(module)})
    except (Exception, SystemExit) as error:
        raise NoAnswer(f"--arg {text}: {described(error)}") from None


def parameters_of(function: Callable, place: str) -> Mapping[str, inspect.Parameter]:
    """Return a function's parameters by name."""
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        raise NoAnswer(f"{place}: the parameters are not known") from None
