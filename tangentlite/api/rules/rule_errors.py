"""Errors that point at the function that a user gave as a rule."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tangentlite.errors import Place, UnsupportedError, describe

_PACKAGE = Path(__file__).parents[2]


def refusal(
    b: Any, rule: Callable, what: str, instead: str, node: Any
) -> UnsupportedError:
    """Return an error at the first line of a rule, whoever has called its function."""
    error = b.error(what, instead, node)
    place, text = _place_of(rule)
    where = f"{place.filename}:{place.line}:{place.column + 1}"
    message = describe(where, text, place.column, what, instead, place.end)
    found = UnsupportedError(message)
    # Where the function itself is differentiated no step is the user's.
    is_called = not Path(error.trail[-1].filename).is_relative_to(_PACKAGE)
    found.trail = (*error.trail, place) if is_called else (place,)
    return found


def title_of(rule: Callable, role: str, function: Callable) -> str:
    """Return what a rule is called in messages: what it is for, and its name."""
    title = f"the {role} of {function.__name__}"
    return f"{rule.__name__} ({title})" if rule.__name__.isidentifier() else title


def file_of(rule: Callable) -> str:
    """Return where a rule stands, for messages of what it returns when it runs.

    They are in texts that may be saved, which change only if the rule does: they name
    no folder and no line.
    """
    return Path(rule.__code__.co_filename).name


def _place_of(rule: Callable) -> tuple[Place, str]:
    code = rule.__code__
    text = linecache.getline(code.co_filename, code.co_firstlineno).rstrip()
    column, end = len(text) - len(text.lstrip()), len(text.encode())
    name = rule.__name__
    return Place(code.co_filename, name, code.co_firstlineno, column, end), text
