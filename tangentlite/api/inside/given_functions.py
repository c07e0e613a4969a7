"""Functions that are given to solvers, with what they take: `args` and captures."""

from __future__ import annotations

import functools
import inspect
import re
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite import errors, operations
from tangentlite.api.inside.implicit import within
from tangentlite.values.base import Known
from tangentlite.values.literals import literal
from tangentlite.values.structure import required_items


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

    args, taken = _items(given.pop("args", None)), Taken()
    passed, made = [taken.text_of(value, "p") for value in args], []
    for name in names:
        value = given.get(name)
        if value is None or value.is_static and not callable(value.static_value()):
            continue  # the name of a method, or nothing
        function, captured = as_python(b, given.pop(name), len(first) + len(args), node)
        _require_pure(b, function, [*first, *args, *captured.values()], node)
        own = [taken.text_of(item, "c") for item in captured.values()]
        made.append((name, *taken.function(function, len(first), [*passed, *own])))
    return tuple(made), tuple(taken.places), taken.values


class Taken:
    """Numbers and arrays that functions take, with a name for each.

    Of tuples, lists and dicts these are what they hold.
    """

    def __init__(self) -> None:
        self.places: list[str] = []
        self.values: list[Any] = []

    def text_of(self, value: Any, base: str) -> str:
        """Return the text of a value in terms of the names; it is taken with them."""
        kind = getattr(value, "shown", getattr(value, "type", None))
        keys = getattr(value, "keys", ())
        if kind in (tuple, list) or kind is dict and set(map(type, keys)) <= {str, int}:
            texts = [self.text_of(item, base) for item in required_items(value)]
            if kind is dict:
                named = (f"{key!r}: {text}" for key, text in zip(keys, texts))
                return f"{{{', '.join(named)}}}"
            joined = "".join(f"{text}, " for text in texts)
            return f"({joined})" if kind is tuple else f"[{joined}]"
        self.places.append(f"{base}{len(self.places)}")
        self.values.append(value)
        return self.places[-1]

    def function(
        self, function: Callable, count: int, texts: list[str]
    ) -> tuple[Callable, tuple[str, ...]]:
        """Return a function of the names in some texts alone, and these names."""
        used = {name for text in texts for name in re.findall(r"\b[pc]\d+\b", text)}
        own = tuple(place for place in self.places if place in used)
        if list(own) == texts:
            return function, own
        return _of_parts(function, count, own, tuple(texts)), own


@functools.lru_cache(maxsize=256)
def _of_parts(
    function: Callable, count: int, own: tuple[str, ...], texts: tuple[str, ...]
) -> Callable:
    """Return a function that puts together what another one takes."""
    title = function.__name__ if function.__name__.isidentifier() else "function"
    first = [f"_x{k}" for k in range(count)]
    lines = [
        f"def {title}({', '.join([*first, *own])}):",
        f"    return _own({', '.join([*first, *texts])})",
    ]
    return within(title, lines, function, {"_own": function})[title]


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
