"""Functions that are given to solvers, with what they take: `args` and captures."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite import errors, operations
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
    b: Any, given: dict[str, Any], names: tuple[str, ...], first: tuple, node: Any
) -> tuple[Functions, tuple[str, ...], list]:
    """Take functions and `args` from what is given; with places and values for them.

    A function takes values such as the `first`, the items of `args`, what it captures.
    """
    from tangentlite.specialize.functions.python_functions import as_python

    args = _items(given.pop("args", None))
    passed, places, made = [*args], [f"p{k}" for k in range(len(args))], []
    for name in names:
        value = given.get(name)
        if value is None or value.is_static and not callable(value.static_value()):
            continue  # the name of a method, or nothing
        function, captured = as_python(b, given.pop(name), len(first) + len(args), node)
        _require_pure(b, function, [*first, *args, *captured.values()], node)
        own = [f"c{len(passed) + k}" for k in range(len(captured))]
        made.append((name, function, (*places[: len(args)], *own)))
        places += own
        passed += captured.values()
    return tuple(made), tuple(places), passed


class Collected:
    """What functions of different parameters take together, and what it is called."""

    def __init__(self, b: Any, args: Any, node: Any) -> None:
        self.b, self.node = b, node
        self.args = _items(args)
        self.places = [f"p{k}" for k in range(len(self.args))]
        self.values = list(self.args)
        self.functions: list[tuple[str, Callable, tuple[str, ...]]] = []

    def number(self, place: str, value: Any) -> str:
        """Take a value under a name."""
        self.places.append(place)
        self.values.append(value)
        return place

    def function(
        self, name: str, value: Any, count: int, takes_args: bool = True
    ) -> None:
        """Take a function of so many numbers, and what it captures."""
        from tangentlite.specialize.functions.python_functions import as_python

        args = self.args if takes_args else []
        own = self.places[: len(args)]
        function, captured = as_python(self.b, value, count + len(args), self.node)
        first = [literal(0.5)] * count
        _require_pure(self.b, function, [*first, *args, *captured.values()], self.node)
        for item in captured.values():
            own.append(self.number(f"c{len(self.places)}", item))
        self.functions.append((name, function, tuple(own)))

    def call_of(self, name: str, given: list[str]) -> str:
        """Return the text of a call."""
        own = next(own for shown, _, own in self.functions if shown == name)
        return f"{name}({', '.join([*given, *own])})"


def _items(args: Any) -> list:
    """Return the arguments in `args`, a tuple or a bare one."""
    if args is None:
        return []
    return [args] if args.kind is not None else list(args.items)


def _require_pure(b: Any, function: Any, values: list, node: Any) -> None:
    """Raise if a function does more than return a value: a solver calls it at will."""
    from tangentlite.builder.arguments import argument_kind, value_kind
    from tangentlite.modes.walk_again import walked

    if not isinstance(function, types.FunctionType):
        return  # a derivative, whose function has been walked
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
        report = walked(function, kinds, (), {})[0].report
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


def in_array(b: Any, value: Any, node: Any) -> Any:
    """Return a number or an array; of a list or tuple the array."""
    known = value.static_value() if value.is_static else ()
    if value.kind is not None or not isinstance(known, (list, tuple)):
        return value
    return operations.call(b, Known(np.array), [value], {}, node, "start")
