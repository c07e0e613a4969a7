"""Functions that are given to solvers, with what they take: `args` and captures."""

from __future__ import annotations

import inspect
import pickle
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from tangentlite import errors, operations
from tangentlite.api.inside.taken_values import Taken
from tangentlite.values.base import Known
from tangentlite.values.literals import literal


def bound_to(
    function: Callable, b: Any, arguments: list, keywords: dict, node: Any
) -> dict[str, Any]:
    """Return the arguments of a call by name."""
    try:
        found = inspect.signature(function).bind(*arguments, **keywords)
    except TypeError as error:
        what = f"{function.__name__}: {error}."
        raise b.error(what, "Check the call.", node) from None
    return dict(found.arguments)


# The name of a parameter, a function of Python for it, and which places it takes.
Functions = tuple[tuple[str, Callable, tuple[str, ...]], ...]


def functions_of(
    b: Any,
    given: dict[str, Any],
    names: tuple[str, ...],
    first: tuple,
    node: Any,
    more: Mapping[str, tuple] = MappingProxyType({}),
) -> tuple[Functions, tuple[str, ...], list]:
    """Take functions and `args` from what is given; with places and values for them.

    A function takes values such as the `first`, and `more` under its name, the items of
    `args`, what it captures.
    """
    from tangentlite.specialize.functions.of_python.python_functions import as_python

    args, taken = _items(given.pop("args", None)), Taken(b, node)
    passed, made = [taken.text_of(value, "p") for value in args], []
    for name in names:
        value = given.get(name)
        if value is None or value.is_static and not callable(value.static_value()):
            continue  # the name of a method, or nothing
        points = (*first, *more.get(name, ()))
        count = len(points) + len(args)
        function, captured = as_python(b, given.pop(name), count, node)
        own = [taken.text_of(item, "c") for item in captured.values()]
        require_pure(b, function, [*points, *args, *captured.values()], node)
        made.append((name, *taken.function(function, len(points), [*passed, *own])))
    return tuple(made), tuple(taken.places), taken.values


def require_pure(b: Any, function: Any, values: list, node: Any) -> None:
    """Raise if a function does more than return a value: a solver calls it at will."""
    from tangentlite.builder.arguments import argument_kind, value_kind
    from tangentlite.modes.walk_again import walked

    function = getattr(function, "primal", function)  # of a derivative
    if not isinstance(function, types.FunctionType):
        return
    kinds: dict[str, Any] = {}
    given = iter(values)
    for name, parameter in inspect.signature(function).parameters.items():
        value = next(given, None)
        if value is not None:
            kinds[name] = value_kind(value)
        elif parameter.default is not parameter.empty:
            kinds[name] = argument_kind(parameter.default, name)
        if kinds.get(name) is None:
            return  # the call itself says what is wrong
    try:
        report = walked(function, kinds, (), {}, exact=b.assumed.exact)[0].report
    except errors.UnsupportedError as error:
        what = f"{function.__name__}, which a solver calls, is not supported."
        raise b.error(what, f"Inside it:\n{error}", node) from None
    if report.writes or report.has_effects:
        raise b.error(
            f"{function.__name__}, which a solver calls as often as it likes, changes "
            "what is outside of it.",
            "Let it return a value, and do no more.",
            node,
        )


@dataclass(frozen=True)
class Options:
    """Options of a call: constants, and numbers that are computed, by their names.

    The `keywords` are the text of the latter in the call.
    """

    constants: bytes
    computed: dict[str, Any]
    keywords: str


def options_of(b: Any, name: str, given: dict[str, Any], node: Any) -> Options:
    """Take options on which a result does not depend, but for the steps to it."""
    constants, keywords, taken = {}, [], Taken(b, node)
    for option, value in given.items():
        if value.is_static:
            constants[option] = value.static_value()
        else:
            keywords.append(f"{option}={taken.text_of(value, 'o')}")
    if not all(value.kind is not None for value in taken.values):
        what = f"an option of {name} is not known here."
        raise b.error(what, "Write it as a constant, or a number.", node)
    computed = dict(zip(taken.places, taken.values))
    return Options(pickle.dumps(constants), computed, ", ".join(keywords))


class Collected:
    """What functions of different parameters take together, and what it is called."""

    def __init__(self, b: Any, args: Any, node: Any) -> None:
        self.b, self.node = b, node
        self.args = _items(args)
        self.taken = Taken(b, node)
        self._args = [self.taken.text_of(value, "p") for value in self.args]
        self.functions: list[tuple[str, Callable, tuple[str, ...]]] = []

    def number(self, place: str, value: Any) -> str:
        """Take a value under a name."""
        self.taken.places.append(place)
        self.taken.values.append(value)
        return place

    def function(
        self, name: str, value: Any, count: int, takes_args: bool = True
    ) -> None:
        """Take a function of so many numbers, and what it captures."""
        from tangentlite.specialize.functions.of_python.python_functions import (
            as_python,
        )

        args = self.args if takes_args else []
        function, captured = as_python(self.b, value, count + len(args), self.node)
        first = [literal(0.5)] * count
        require_pure(self.b, function, [*first, *args, *captured.values()], self.node)
        own = [self.taken.text_of(item, "c") for item in captured.values()]
        texts = [*(self._args if takes_args else []), *own]
        self.functions.append((name, *self.taken.function(function, count, texts)))

    def call_of(self, name: str, given: list[str]) -> str:
        """Return the text of a call."""
        own = next(own for shown, _, own in self.functions if shown == name)
        return f"{name}({', '.join([*given, *own])})"


def _items(args: Any) -> list:
    """Return the arguments in `args`, a tuple or a bare one."""
    if args is None:
        return []
    return [args] if args.kind is not None else list(args.items)


def title_of(solve: Callable, function: Any) -> str:
    """Return a name for what a solver makes of a function."""
    title = f"{solve.__name__}_of_{getattr(function, '__name__', 'function')}"
    return title if title.isidentifier() else f"{solve.__name__}_of_function"


def unsaved(made: Any, solve: Callable, instead: str) -> None:
    """Say why a function that a solver calls has no text: it is a derivative."""
    made.why_not_saved = (
        f"what {solve.__name__} calls in this derivative is made when it runs, and "
        f"cannot be written into a module of its own.\n{PICKLE}, or {instead}."
    )


PICKLE = "Pickle the derivative, which needs tangentlite where it is used"


def in_array(b: Any, value: Any, node: Any) -> Any:
    """Return a number or an array; of a list or tuple the array."""
    known = value.static_value() if value.is_static else ()
    if value.kind is not None or not isinstance(known, (list, tuple)):
        return value
    return operations.call(b, Known(np.array), [value], {}, node, "start")
