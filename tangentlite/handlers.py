"""Which function walks a kind of statement or expression, and which expands a call.

Each file of the walk registers what it handles when it is loaded; who asks imports none
of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tangentlite import operations

Handler = Callable[..., object]
F = TypeVar("F", bound=Handler)
V = TypeVar("V")


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


@dataclass(frozen=True)
class Stepwise:
    """What walks a call that takes one item at a time: a handler, or Python.

    It does for iterators; for `lists` too, which may change meanwhile, or `always`.
    """

    walk: Callable
    lists: bool = False
    always: bool = False
    is_python: bool = False


_PLAIN = Traits()
_TRAITS: dict[object, Traits] = {}
_STATEMENTS: dict[type, Handler] = {}
_EXPRESSIONS: dict[type, Handler] = {}
_CALLS: dict[object, Handler] = {}
_STEPWISE: dict[object, Stepwise] = {}
_SHOWN: dict[object, type] = {}


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


def polyfill(
    *functions: object,
    shown: type | None = None,
    one_at_a_time: bool = False,
    lists: bool = False,
    **columns: Any,
) -> Callable[[F], F]:
    """Register Python that is walked, and never run, for calls of some callables.

    It stands for `shown` where the program asks for a class: for a callable that is
    one. With `one_at_a_time` it is for iterators of which others notice what was taken,
    and with `lists` for lists too, which may change meanwhile. The other columns are
    those of `Traits`.
    """

    def register(definition: F) -> F:
        classes = (f for f in functions if isinstance(f, type))
        cls = shown or next(classes, None)
        if cls is not None:
            _SHOWN[definition] = cls
        if one_at_a_time:
            rows = dict.fromkeys(functions, Stepwise(definition, lists, is_python=True))
            _add(_STEPWISE, rows)
            return definition

        python: Any = definition

        def walk(b: Any, arguments: list, keywords: dict, node: Any, base: str):
            return operations.inline(b, python, arguments, keywords, node, base)

        calls(dict.fromkeys(functions, walk), **columns)
        return definition

    return register


def stepwise(
    *functions: object, lists: bool = False, always: bool = False
) -> Callable[[F], F]:
    """Register what walks a call that is given an iterator, item by item."""

    def register(function: F) -> F:
        _add(_STEPWISE, dict.fromkeys(functions, Stepwise(function, lists, always)))
        return function

    return register


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
    return _row(_CALLS, function)


def traits_of(function: object) -> Traits:
    """Return how a callable takes what it is given."""
    return _row(_TRAITS, function) or _PLAIN


def stepwise_of(function: object) -> Stepwise | None:
    """Return what walks a call that takes one item at a time, None if nothing does."""
    return _row(_STEPWISE, function)


def class_of(definition: object) -> type | None:
    """Return the class for which Python of ours stands, None if there is none."""
    return _SHOWN.get(definition)


def required_call(function: object) -> Handler:
    """Return how a builtin is expanded that has a handler."""
    return _CALLS[function]


def _row(table: Mapping[object, V], function: object) -> V | None:
    """Return what is registered for a callable; for one without a hash nothing is."""
    try:
        return table.get(function)
    except TypeError:
        return None


def _add(known: dict, more: Mapping) -> None:
    twice = known.keys() & more.keys()
    if twice:
        raise TypeError(f"registered twice: {', '.join(map(str, twice))}")
    known.update(more)
