"""Which function walks a kind of statement or expression, and which expands a call.

Each file of the walk registers what it handles when it is loaded; who asks imports none
of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

Handler = Callable[..., object]
F = TypeVar("F", bound=Handler)

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


def calls(table: Mapping[object, Handler]) -> None:
    """Register functions `(b, arguments, keywords, node, base)` for some callables."""
    _add(_CALLS, table)


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


def required_call(function: object) -> Handler:
    """Return how a builtin is expanded that has a handler."""
    return _CALLS[function]


def _add(known: dict, more: Mapping) -> None:
    twice = known.keys() & more.keys()
    if twice:
        raise TypeError(f"registered twice: {', '.join(map(str, twice))}")
    known.update(more)
