"""Registries: the functions that walk each type of syntax node and expand each call.

Each file of the walk registers its handlers when it is loaded; those who look them up
do not import it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tangentlite import operations

Handler = Callable[..., Any]
F = TypeVar("F", bound=Handler)
V = TypeVar("V")


@dataclass(frozen=True)
class Traits:
    """How a callable treats its arguments.

    `none` says what it does with an argument that may be None: it is "refused", "kept"
    as it is, "asked" for its class, or taken for a "number". Whether it `takes_all`
    items of an iterator: functions do by default, classes do not; whether it `iterates`
    over objects of the user's classes, whether it `raises` anything that a program may
    catch, and whether it `marks_loops`, in the condition of which it stands.
    """

    none: str = "refused"
    takes_all: bool | None = None
    iterates: bool = False
    raises: bool = True
    marks_loops: bool = False


@dataclass(frozen=True)
class Stepwise:
    """The handler of a call that takes one item at a time, or Python code for it.

    It is used for iterators; for `lists` too, which may change meanwhile, or `always`.
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
_WHEN_MET: dict[str, Callable[[], None]] = {}


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
    wraps: bool = False,
    **columns: Any,
) -> Callable[[F], F]:
    """Register a polyfill: Python code that is walked in place of some callables.

    It is never run. What it returns has the class `shown` where the program asks for
    one: by default the callable, if it is a class. With `one_at_a_time` it is used for
    iterators, where others see how many items were taken, and with `lists` for lists
    too, which may change meanwhile. One that `wraps` returns a function that wraps its
    first argument. The other columns are those of `Traits`.
    """

    def register(definition: F) -> F:
        if wraps:
            vars(definition)["wrapper"] = functions[0]
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

        vars(walk)["definition"] = definition
        calls(dict.fromkeys(functions, walk), **columns)
        return definition

    return register


def stepwise(
    *functions: object, lists: bool = False, always: bool = False
) -> Callable[[F], F]:
    """Register the handler of a call that takes an iterator item by item."""

    def register(function: F) -> F:
        _add(_STEPWISE, dict.fromkeys(functions, Stepwise(function, lists, always)))
        return function

    return register


def traits(*functions: object, **columns: Any) -> None:
    """Register the traits of some callables, which may have a rule."""
    for function in functions:
        known = _TRAITS.get(function, _PLAIN)
        twice = [key for key in columns if getattr(known, key) != getattr(_PLAIN, key)]
        if twice:
            raise TypeError(f"registered twice: {', '.join(twice)} of {function}")
        _TRAITS[function] = replace(known, **columns)


def when_met(module: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Call a function that registers handlers when a callable of a module is met.

    The module is not imported before.
    """

    def register(function: Callable[[], None]) -> Callable[[], None]:
        _add(_WHEN_MET, {module: function})
        return function

    return register


def of_statement(type_: type) -> Handler | None:
    """Return the handler of a type of statement, None if there is none."""
    return _STATEMENTS.get(type_)


def of_expression(type_: type) -> Handler | None:
    """Return the handler of a type of expression, None if there is none."""
    return _EXPRESSIONS.get(type_)


def of_call(function: object) -> Handler | None:
    """Return the handler of a callable, None if it is called like a function."""
    return _row(_CALLS, function)


def definition_of(function: object) -> Callable | None:
    """Return the Python code that is walked in place of a callable, None if none is."""
    step = stepwise_of(function)
    if step is not None and step.is_python:
        return step.walk
    return getattr(of_call(function), "definition", None)


def traits_of(function: object) -> Traits:
    """Return how a callable treats its arguments."""
    return _row(_TRAITS, function) or _PLAIN


def stepwise_of(function: object) -> Stepwise | None:
    """Return the handler of a call that takes one item at a time, None if none."""
    return _row(_STEPWISE, function)


def class_of(definition: object) -> type | None:
    """Return the class for which a polyfill stands, None if there is none."""
    return _SHOWN.get(definition)


def wrapper_of(definition: object) -> Callable | None:
    """Return the callable whose polyfill this is, if that wraps a function."""
    return getattr(definition, "wrapper", None)


def required_call(function: object) -> Handler:
    """Return the handler of a callable, which must have one."""
    return _CALLS[function]


def _row(table: Mapping[object, V], function: object) -> V | None:
    """Return the row of a callable in a registry; unhashable ones have none."""
    met = getattr(function, "__module__", None)
    if isinstance(met, str) and met in _WHEN_MET:
        _WHEN_MET.pop(met)()
    try:
        return table.get(function)
    except TypeError:
        return None


def _add(known: dict, more: Mapping) -> None:
    twice = known.keys() & more.keys()
    if twice:
        raise TypeError(f"registered twice: {', '.join(map(str, twice))}")
    known.update(more)
