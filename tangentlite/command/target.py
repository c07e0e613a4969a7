"""Parsing of a command's TARGET and `--arg`s into a function and values."""

from __future__ import annotations

import contextlib
import difflib
import inspect
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np

from tangentlite.command.shipped.project_targets import outputs_of, root_of
from tangentlite.command.shipped.unbuilt_modules import imported_unbuilt
from tangentlite.command.user_modules import (
    NoAnswer,
    defined_in,
    described,
    module_part,
)


@contextlib.contextmanager
def opened(
    target: str, args: Sequence[str], outputs: Collection[Path] | None = None
) -> Iterator[tuple[Callable, dict]]:
    """Import a TARGET; yield its function and the values of the arguments `args`.

    Its package may import `outputs` that are not built yet, or else what the project
    lists. Output of the user's module goes to the standard error stream. Raises
    NoAnswer if the target or an argument does not exist.
    """
    place, name = place_and_name(target)
    if outputs is None:
        folder = Path(place).parent if Path(place).suffix == ".py" else Path()
        outputs = outputs_of(root_of(folder))
    with (
        contextlib.redirect_stdout(sys.stderr),
        imported_unbuilt(place, outputs) as module,
    ):
        function = function_in(module, place, name)
        yield function, dict(argument(text, function, module) for text in args)


def place_and_name(target: str) -> tuple[str, str]:
    """Return the module and the function of a TARGET; raises NoAnswer without both.

    >>> place_and_name("pkg/mod.py:Model.loss"), place_and_name("json.decoder.scan")
    (('pkg/mod.py', 'Model.loss'), ('json.decoder', 'scan'))
    """
    require_one_colon(target)
    place, colon, name = target.rpartition(":")
    parts = target.split(".")
    if not colon and parts[-1] != "py" and all(part.isidentifier() for part in parts):
        place = module_part(target)
        name = target.removeprefix(place).removeprefix(".")
    if not (place and name):
        hint = defined_in(target.rstrip(":"))
        raise NoAnswer(f"{target}: write path/mod.py:function or mod:function{hint}")
    return place, name


def require_one_colon(target: str) -> None:
    """Raise NoAnswer for `mod.py::function`, as tests are named."""
    place, *names = target.split("::")
    if place and all(names) and names:
        whole = f"{place}:{'.'.join(names)}"
        raise NoAnswer(f"{target}: write {whole}, with one colon")


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


def require_examples(target: str, function: Callable, given: Collection[str]) -> None:
    """Raise NoAnswer if a parameter has neither a default nor an example."""
    for name, parameter in parameters_of(function, target).items():
        is_starred = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        if name not in given and parameter.default is parameter.empty:
            if not is_starred:
                raise NoAnswer(f"{target}: parameter {name!r} needs --arg {name}=...")


def spread(
    target: str, function: Callable, primal: Callable, given: dict[str, object]
) -> dict[str, object]:
    """Return examples by the parameters of a primal, which names those of `*args`.

    >>> def total(*xs): return sum(xs)
    >>> def named(xs_0, xs_1, *xs): return total(xs_0, xs_1, *xs)
    >>> spread("mod.py:total", total, named, {"xs": (1.0, 2.0, 3.0)})
    {'xs': (3.0,), 'xs_0': 1.0, 'xs_1': 2.0}
    """
    own = parameters_of(function, target)
    starred = [n for n, one in own.items() if one.kind is one.VAR_POSITIONAL]
    named = [name for name in parameters_of(primal, target) if name not in own]
    if not (starred and named):
        return given
    (star,) = starred
    values = given.get(star, ())
    if not isinstance(values, (tuple, list)) or len(values) < len(named):
        raise NoAnswer(f"{target}: *{star} needs --arg '{star}=(..., ...)', with all")
    rest = tuple(values[len(named) :])
    return {**given, star: rest, **dict(zip(named, values))}


def all_arguments(target: str, function: Callable, given: dict) -> list[object]:
    """Return the positional arguments, from `--arg` or else the defaults."""
    args = []
    for name, parameter in parameters_of(function, target).items():
        if parameter.kind is parameter.KEYWORD_ONLY and name in given:
            raise NoAnswer(f"--arg {name}: keyword-only parameters keep their defaults")
        if parameter.kind is parameter.VAR_POSITIONAL:
            args += given.get(name, ())
        if parameter.kind not in (
            parameter.POSITIONAL_ONLY,
            parameter.POSITIONAL_OR_KEYWORD,
        ):
            continue
        if name not in given and parameter.default is parameter.empty:
            raise NoAnswer(f"{target}: parameter {name!r} needs --arg {name}=...")
        args.append(given.get(name, parameter.default))
    return args
