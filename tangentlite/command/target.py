"""Parsing of a command's TARGET and `--arg`s into a function and values."""

from __future__ import annotations

import contextlib
import difflib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType

import numpy as np

from tangentlite.command.user_modules import (
    NoAnswer,
    defined_in,
    described,
    imported,
)


@contextlib.contextmanager
def opened(target: str, args: Sequence[str]) -> Iterator[tuple[Callable, dict]]:
    """Import a TARGET; yield its function and the values of the arguments `args`.

    Output of the user's module goes to the standard error stream. Raises NoAnswer if
    the target or an argument does not exist.
    """
    place, _, name = target.rpartition(":")
    if not (place and name):
        hint = defined_in(target.rstrip(":"))
        raise NoAnswer(f"{target}: write path/mod.py:function or mod:function{hint}")
    with contextlib.redirect_stdout(sys.stderr), imported(place) as module:
        function = function_in(module, place, name)
        yield function, dict(argument(text, function, module) for text in args)


def function_in(module: ModuleType, place: str, name: str) -> Callable:
    """Return a function of a module by its dotted name; raises NoAnswer without it."""
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


def argument(text: str, function: Callable, module: ModuleType) -> tuple[str, object]:
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


def all_arguments(target: str, function: Callable, given: dict) -> list[object]:
    """Return the positional arguments, from `--arg` or else the defaults."""
    args = []
    for name, parameter in parameters_of(function, target).items():
        if parameter.kind is parameter.KEYWORD_ONLY and name in given:
            raise NoAnswer(f"--arg {name}: keyword-only parameters keep their defaults")
        if parameter.kind not in (
            parameter.POSITIONAL_ONLY,
            parameter.POSITIONAL_OR_KEYWORD,
        ):
            continue
        if name not in given and parameter.default is parameter.empty:
            raise NoAnswer(f"{target}: parameter {name!r} needs --arg {name}=...")
        args.append(given.get(name, parameter.default))
    return args
