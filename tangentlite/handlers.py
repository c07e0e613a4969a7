"""Which function walks a kind of statement or expression, and which expands a call.

Each file of the walk registers what it handles when it is loaded; who asks imports none
of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

Handler = Callable[..., object]
F = TypeVar("F", bound=Handler)


@dataclass(frozen=True)
class Traits:
    """How a callable takes what it is given.

    `none` says what it does with an argument that may be None: it is "refused", "kept"
    or shown as it is, "asked" what it is, or taken for a "number". Whether it
    `takes_all` items of an iterator: functions do where nothing else is said, classes
    do not; whether it `iterates` over objects of the user's classes, and whether it
    `raises` anything that a program may catch.
    """

    none: str = "refused"
    takes_all: bool | None = None
    iterates: bool = False
    raises: bool = True


_PLAIN = Traits()
_TRAITS: dict[object, Traits] = {}
_STATEMENTS: dict[type, Handler] = {}
_EXPRESSIONS: dict[type, Handler] = {}
_CALLS: dict[object, Handler] = {}


def statement(*types: type) -> Callable[[F], F]:
    """Register a function `(b, node)` for the statements of some node types."""

    def register(function: F) -> F:
        _add(_STATEMENTS, dict.fromkeys(types, function))
        return function

    return register


def expression(*types: type) -> Callable[[F], F]:
    """Register a function `(b, node, base)` for the expressions of some node types."""

    def register(function: F) -> F:
        _add(_EXPRESSIONS, dict.fromkeys(types, function))
        return function

    return register


def builtin(*functions: object, **columns: Any) -> Callable[[F], F]:
    """Register `(b, arguments, keywords, node, base)` for calls of some callables.

    The columns are those of `Traits`.
    """

    def register(function: F) -> F:
        calls(dict.fromkeys(functions, function), **columns)
        return function

    return register


def calls(table: Mapping[object, Handler], **columns: Any) -> None:
    """Register functions for the calls of several callables, of the same traits."""
    _add(_CALLS, table)
    if columns:
        traits(*table, **columns)


def traits(*functions: object, **columns: Any) -> None:
    """Say how some callables, which may have a rule, take what they are given."""
    for function in functions:
        known = _TRAITS.get(function, _PLAIN)
        twice = [key for key in columns if getattr(known, key) != getattr(_PLAIN, key)]
        if twice:
            raise TypeError(f"registered twice: {', '.join(twice)} of {function}")
        _TRAITS[function] = replace(known, **columns)


def of_statement(type_: type) -> Handler | None:
    """Return what walks a statement of a type, None if nothing does."""
    return _STATEMENTS.get(type_)


def of_expression(type_: type) -> Handler | None:
    """Return what walks an expression of a type, None if nothing does."""
    return _EXPRESSIONS.get(type_)


def of_call(function: object) -> Handler | None:
    """Return how a builtin is expanded, None if it is called like a function."""
    try:
        return _CALLS.get(function)
    except TypeError:  # it has no hash
        return None


def traits_of(function: object) -> Traits:
    """Return how a callable takes what it is given; it must have a hash."""
    return _TRAITS.get(function, _PLAIN)


def required_call(function: object) -> Handler:
    """Return how a builtin is expanded that has a handler."""
    return _CALLS[function]


def _add(known: dict, more: Mapping) -> None:
    twice = known.keys() & more.keys()
    if twice:
        raise TypeError(f"registered twice: {', '.join(map(str, twice))}")
    known.update(more)
